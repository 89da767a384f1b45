import type { QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { checkScript } from './check-script.ts';
import { broken, returned, stuck, thrown, timeout } from './ended.ts';
import { stringifyIn, textIn } from './guest-values.ts';
import { ScriptWorld } from './script-world.ts';
import type { ScriptBridge, ScriptJob, ScriptOutcome } from './script-job.ts';

export interface EngineLimits {
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Functions of the engine that run long without asking whether to end are guarded: where no thread can be ended. */
  readonly guardsNatives: boolean;
}

/**
 * Runs a script to its end. The engine is one instance of the WebAssembly module for this script alone: no memory of one caller is there for
 * the next, and nothing has to be given back. Never rejects.
 */
export async function runScript(
  engine: QuickJSWASMModule,
  job: ScriptJob,
  { bridge, limits }: { readonly bridge: ScriptBridge; readonly limits: EngineLimits },
): Promise<ScriptOutcome> {
  const checked = checkScript(job, limits.guardsNatives, limits.guardsNatives);
  if ('refused' in checked) return checked.refused;
  try {
    const runtime = engine.newRuntime();
    runtime.setMemoryLimit(limits.memoryBytes);
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setInterruptHandler(() => bridge.isOver());
    const context = runtime.newContext();
    const world = new ScriptWorld(context, { job, bridge, guardsNatives: limits.guardsNatives });
    return await runModule(world, checked, bridge);
  } catch (failure) {
    // The engine itself, which a script can bring down: with its memory, for example.
    return bridge.isOver() ? timeout : broken(failure);
  }
}

type Checked = Exclude<ReturnType<typeof checkScript>, { readonly refused: ScriptOutcome }>;

async function runModule(world: ScriptWorld, { code, literals }: Checked, bridge: ScriptBridge): Promise<ScriptOutcome> {
  const { context } = world;
  const module = context.evalCode(code, 'script.js', { type: 'module' });
  if (module.error) return bridge.isOver() ? timeout : failed(world, module.error);
  const main = context.getProp(module.value, 'default');
  const texts = world.parse(JSON.stringify(literals));
  const started = context.callFunction(main, context.undefined, world.over, texts);
  if (started.error) return bridge.isOver() ? timeout : failed(world, started.error);
  for (;;) {
    if (!runJobs(world, bridge)) return timeout;
    const state = context.getPromiseState(started.value);
    if (state.type === 'fulfilled') return succeeded(world, state.value, bridge);
    if (state.type === 'rejected') return failed(world, state.error);
    if (!world.isWaiting) return stuck;
    await Promise.race([bridge.over, world.nextAnswer()]);
  }
}

/** Promises that settle each other, in slices: a chain without an end asks nowhere else whether to end. */
const jobsOfSlice = 500;

/** @returns false once the time is over */
function runJobs({ context: { runtime } }: ScriptWorld, bridge: ScriptBridge): boolean {
  for (;;) {
    const ran = runtime.executePendingJobs(jobsOfSlice);
    if (bridge.isOver()) return false;
    // A job that has failed ends its slice.
    if (!ran.error && ran.value < jobsOfSlice) return true;
  }
}

function succeeded(world: ScriptWorld, value: QuickJSHandle, bridge: ScriptBridge): ScriptOutcome {
  // Getters and `toJSON` of the script run inside, under its limits.
  const text = stringifyIn(world, value);
  if (bridge.isOver()) return timeout;
  return 'error' in text ? failed(world, text.error) : returned(text.value);
}

/** A thrown value may be anything, and reading it may throw again. */
function failed({ context }: ScriptWorld, error: QuickJSHandle): ScriptOutcome {
  const kind = context.typeof(error);
  const read = (name: string): string => (kind === 'object' ? textIn(context, error, name) : '');
  const said = kind === 'string' ? context.getString(error).slice(0, 2000) : `${kind} was thrown`;
  return thrown({
    name: read('name'),
    message: kind === 'object' ? read('message') : said,
    stack: read('stack'),
    toolName: read('toolName'),
    code: read('code'),
  });
}
