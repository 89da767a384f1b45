/* Scripts in the server's own thread, on workers: no thread can be ended there, and their clocks stand still while code runs. So instructions
 * are counted, limits are lower, and functions of the engine that run long are guarded. */
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { type Sandbox, ScriptClock, type ScriptHost } from './sandbox.ts';
import { fault, type ScriptJob, type ScriptOutcome } from './script-job.ts';

/** Times that the engine asks whether to end, every 10,000 branches or 500 settled promises: a fraction of a second of a processor. */
const maxPolls = 100;
const limits = { memoryBytes: 25_165_824, stackBytes: 32_768, guardsNatives: true } as const;

type RunScript = typeof import('./run-script.ts').runScript;

interface Engine {
  readonly instance: (maxBytes: number) => Promise<QuickJSWASMModule>;
  readonly runScript: RunScript;
}

/** Loaded with the first script. */
async function loadEngine(): Promise<Engine> {
  const [{ engineOf }, { runScript }, { default: wasm }] = await Promise.all([
    import('./load-engine.ts'),
    import('./run-script.ts'),
    import('@jitl/quickjs-wasmfile-release-sync/wasm'),
  ]);
  return { instance: engineOf(wasm), runScript };
}

export function createSandbox(): Sandbox {
  let engine: Promise<Engine> | undefined;
  return {
    async run(job: ScriptJob, host: ScriptHost): Promise<ScriptOutcome> {
      const { instance, runScript } = await (engine ??= loadEngine());
      const clock = new ScriptClock(job.limits.timeoutMs, host.signal);
      let polls = 0;
      try {
        return await runScript(await instance(limits.memoryBytes), job, {
          limits,
          bridge: {
            call: (name, args) => host.call(name, args, clock.asks),
            say: (message) => host.say(message),
            isOver: () => clock.isOver || ++polls > maxPolls,
            over: clock.over,
          },
        });
      } catch (failure) {
        return fault('runtime_error', { message: `the engine has failed: ${String(failure).slice(0, 200)}` });
      } finally {
        clock.close();
      }
    },
    close: async () => undefined,
  };
}
