/* Scripts in the server's own thread, on workers: no thread can be ended there, and their clocks stand still while code runs. So instructions
 * are counted, limits are lower, and functions of the engine that run long are guarded. */
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { ScriptPlaces } from './places.ts';
import type { Sandbox, ScriptClock, ScriptHost } from './sandbox.ts';
import { fault, type ScriptJob, type ScriptOutcome } from './script-job.ts';

/** Times that the engine asks whether to end, every 10,000 branches or 500 settled promises: a fraction of a second of a processor. */
const maxPolls = 100;
const limits = { memoryBytes: 25_165_824, stackBytes: 32_768, guardsNatives: true } as const;
/** Scripts whose memory is there at once, whether they run or wait for a person: a worker has 128 MB. */
const held = { total: 3, network: 2, who: 1 } as const;

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
  const places = new ScriptPlaces({ running: held, open: held, waiting: { total: 64, network: 32, who: 16 } });
  let engine: Promise<Engine> | undefined;
  return {
    run: (job: ScriptJob, host: ScriptHost) =>
      places.run(job, host, async (clock) => runInPlace(await (engine ??= loadEngine()), job, { clock, host })),
    close: async () => undefined,
  };
}

async function runInPlace(
  { instance, runScript }: Engine,
  job: ScriptJob,
  { clock, host }: { readonly clock: ScriptClock; readonly host: ScriptHost },
): Promise<ScriptOutcome> {
  let polls = 0;
  try {
    return await runScript(await instance(limits.memoryBytes), job, {
      limits,
      bridge: {
        call: (name, args) => host.call(name, args, clock.asks),
        say: (message) => host.say(message),
        isOver: () => clock.isLate || ++polls > maxPolls,
        isLate: () => clock.isLate,
        over: clock.over,
      },
    });
  } catch (failure) {
    return fault('runtime_error', { message: `the engine has failed: ${String(failure).slice(0, 200)}` });
  }
}
