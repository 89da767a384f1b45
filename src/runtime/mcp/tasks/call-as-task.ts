import type { Question } from '../../define/asking.ts';
import { listedError } from '../../errors/index.ts';
import { mayBeTask, type JsonObject, type ToolModel } from '../../model/index.ts';
import { viewerOf } from '../call/call-pipeline.ts';
import type { CallChannel } from '../call/call-request.ts';
import { copyRequestHeaders } from '../call/request-headers.ts';
import { declaresExtension, requireExtension } from '../capabilities.ts';
import type { Around, Method, MethodCall } from '../protocol.ts';
import { unknownTool } from '../methods/tools-call.ts';
import { RunningTask } from './running-task.ts';
import { describeTask, tasksExtension, type TaskRecord } from './task-record.ts';
import type { BegunTask, TaskRunner } from './task-runner.ts';

/** Stands before `tools/call`: the server alone decides whether an answer is a task, the client only says that it understands one. */
export function callAsTask(runner: TaskRunner): Around {
  return (call, next) => {
    // Begun as a task of 2025-11-25.
    if (call.channel instanceof RunningTask) return next(call);
    const tool = calledTool(call);
    return tool === undefined || !mayBeTask(tool) ? next(call) : callTaskTool({ runner, tool }, call, next);
  };
}

/** Finds the tool as the call itself does: another spelling of its name must not bypass the task rules. */
export function calledTool({ params: { name }, server }: MethodCall): ToolModel | undefined {
  return typeof name === 'string' ? server.runtime.registry.findTool(name)?.model : undefined;
}

/**
 * Admits the caller before a task exists: a refused caller must not get a task id, nor learn that a hidden tool exists.
 * @returns false for a tool that the plain call refuses
 */
export async function admitTask(tool: ToolModel, call: MethodCall): Promise<boolean> {
  const { name } = call.params;
  const { registry, pipeline } = call.server.runtime;
  const live = registry.findTool(tool.listedName);
  if (live === undefined || live.refuse !== undefined || tool.visibility === 'internal') return false;
  const unknown = (): Error => unknownTool(typeof name === 'string' ? name : tool.listedName);
  await pipeline.admission?.admit(live, { ...viewerOf(call), origin: 'client', unknown });
  return true;
}

async function callTaskTool({ runner, tool }: { runner: TaskRunner; tool: ToolModel }, call: MethodCall, next: Method): Promise<object> {
  if (!(await admitTask(tool, call))) return next(call);
  const required = tool.taskSupport === 'required';
  if (call.revision.opening !== 'envelope') {
    if (!required) return next(call);
    throw listedError(
      'TASK_AUGMENTATION_REQUIRED',
      `${tool.listedName} runs only as a task: a client of protocol version 2025-11-25 sends "task" in the params of tools/call`,
    );
  }
  if (required) requireExtension(call.clientCapabilities, tasksExtension);
  else if (!declaresExtension(call.clientCapabilities, tasksExtension)) return next(call);
  if (tool.taskStart === 'manual') return startWhereTold(runner, call, next);
  const task = await runner.begin(call);
  void runAsTask({ runner, task }, call, next);
  return created(task.record);
}

/** @returns settles when the end of the task has been written down */
export function runAsTask({ runner, task }: { runner: TaskRunner; task: BegunTask }, call: MethodCall, next: Method): Promise<void> {
  // The caller left before the task had an id, so no client can ever ask for it.
  if (call.channel.signal.aborted) task.channel.stop('the caller has gone');
  return runner.follow(task, runIn(call, task.channel, next), call);
}

/** Rounds of questions before the task are the call's own (`input_required`); `startTask()` ends the call and leaves the rest running. */
function startWhereTold(runner: TaskRunner, call: MethodCall, next: Method): Promise<object> {
  return new Promise((resolve, reject) => {
    const started: { work?: Promise<object> } = {};
    const channel = new HandoverChannel(call.channel, async () => {
      const task = await runner.begin(call);
      if (started.work !== undefined) void runner.follow(task, started.work, call);
      resolve(created(task.record));
      return task.channel;
    });
    started.work = runIn(call, channel, next);
    // After the handover these have no effect: the runner follows the work.
    started.work.then(resolve, reject);
  });
}

const created = (record: TaskRecord): JsonObject => ({ resultType: 'task', ...describeTask(record) });

/** Never throws where it is called: a handler that fails at once fails like one that fails later. */
async function runIn(call: MethodCall, channel: CallChannel, next: Method): Promise<object> {
  // The exchange ends before the task, so the task keeps a copy of its headers.
  return next({ ...call, sink: { send: () => false }, http: copyRequestHeaders(call.http), repeated: undefined, channel });
}

/** The channel of a call that becomes a task on its way: the caller's until `startTask()`, the task's from there on. */
class HandoverChannel implements CallChannel {
  readonly progressToken?: string | number;
  readonly #controller = new AbortController();
  readonly #begin: () => Promise<CallChannel>;
  #current: CallChannel;
  #handover: Promise<void> | undefined;
  #follow: () => void;

  constructor(caller: CallChannel, begin: () => Promise<CallChannel>) {
    this.#current = caller;
    this.#begin = begin;
    if (caller.progressToken !== undefined) this.progressToken = caller.progressToken;
    this.#follow = this.#listenTo(caller);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  notify(method: string, params: JsonObject): boolean {
    return this.#current.notify(method, params);
  }

  ask(question: Question): Promise<JsonObject> {
    return this.#current.ask(question);
  }

  startTask(): Promise<void> {
    return (this.#handover ??= this.#handOver());
  }

  async #handOver(): Promise<void> {
    this.signal.throwIfAborted();
    const task = await this.#begin();
    // From here on the caller may go; only the task's own end ends the work.
    this.#follow();
    this.#current = task;
    this.#follow = this.#listenTo(task);
  }

  #listenTo(channel: CallChannel): () => void {
    const stop = (): void => this.#controller.abort(channel.signal.reason);
    if (channel.signal.aborted) stop();
    else channel.signal.addEventListener('abort', stop, { once: true });
    return () => channel.signal.removeEventListener('abort', stop);
  }
}
