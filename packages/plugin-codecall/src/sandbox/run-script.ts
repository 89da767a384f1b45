import type { Json } from '@service/sdk/model';
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { checkScript, linesBefore } from './check-script.ts';
import { cut } from './cut.ts';
import { stringifyIn, textIn } from './guest-values.ts';
import { ScriptWorld } from './script-world.ts';
import { fault, type ScriptBridge, type ScriptFault, type ScriptJob, type ScriptOutcome } from './script-job.ts';

export interface EngineLimits {
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Functions of the engine that run long without asking whether to end are guarded: where no thread can be ended. */
  readonly guardsNatives: boolean;
}

/** Characters of a result that are read before it is cut. */
const maxReadCharacters = 8_388_608;

/**
 * Runs a script to its end. The engine is one instance of the WebAssembly module for this script alone: no memory of one caller is there for
 * the next, and nothing has to be given back. Never rejects.
 */
export async function runScript(
  engine: QuickJSWASMModule,
  job: ScriptJob,
  { bridge, limits }: { readonly bridge: ScriptBridge; readonly limits: EngineLimits },
): Promise<ScriptOutcome> {
  const checked = checkScript(job, limits.guardsNatives);
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
    return bridge.isOver() ? timeout : fault('runtime_error', { message: `the script broke its engine: ${String(failure).slice(0, 200)}` });
  }
}

const timeout: ScriptOutcome = fault('timeout', { message: 'the script took too long' });

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
    if (!world.isWaiting) return fault('runtime_error', { message: 'the script waits for a promise that nothing settles' });
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
  if ('error' in text) return fault('runtime_error', readError(world.context, text.error));
  if (text.value === undefined) return { status: 'ok', result: null };
  if (text.value.length > maxReadCharacters)
    return fault('runtime_error', { message: `the result has ${text.value.length} characters of JSON: return a part of it` });
  return { status: 'ok', result: cut(JSON.parse(text.value) as Json) };
}

const statusOf = { ToolError: 'tool_error', IllegalAccess: 'illegal_access' } as const;

function failed({ context }: ScriptWorld, error: QuickJSHandle): ScriptOutcome {
  const read = readError(context, error);
  const status = read.name === 'ToolError' || read.name === 'IllegalAccess' ? statusOf[read.name] : 'runtime_error';
  if (status === 'runtime_error') return fault(status, read);
  const toolName = textIn(context, error, 'toolName');
  const code = textIn(context, error, 'code');
  return fault(status, { ...read, ...(toolName === '' ? {} : { toolName }), ...(code === '' ? {} : { code }) });
}

/** What a thrown value says; it may be anything, and reading it may throw again. */
function readError(context: QuickJSContext, error: QuickJSHandle): ScriptFault {
  const kind = context.typeof(error);
  if (kind !== 'object') return { message: kind === 'string' ? context.getString(error).slice(0, 2000) : `${kind} was thrown` };
  const [name, message, stack] = [textIn(context, error, 'name'), textIn(context, error, 'message'), textIn(context, error, 'stack')];
  const at = /script\.js:(\d+)/.exec(stack);
  const line = at === null ? 0 : Number(at[1]) - linesBefore;
  return { ...(name === '' ? {} : { name }), message: message === '' ? 'the script has thrown' : message, ...(line > 0 ? { line } : {}) };
}
