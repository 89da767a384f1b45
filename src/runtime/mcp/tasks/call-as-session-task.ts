import { invalidParams, listedError } from '../../errors/index.ts';
import { isJsonObject, mayBeTask } from '../../model/index.ts';
import type { Json, JsonObject, ToolModel } from '../../model/index.ts';
import type { Around, Method, MethodCall } from '../protocol.ts';
import { encodeNotification } from '../json-rpc.ts';
import { admitTask, calledTool, runAsTask } from './call-as-task.ts';
import { describeSessionTask, listKeyOf, sessionStatusOf } from './session-task.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskRunner } from './task-runner.ts';

/** Stands before `tools/call`: in 2025-11-25 the client decides by `params.task` whether an optional task is one. */
export function callAsSessionTask(runner: TaskRunner): Around {
  return (call, next) => {
    const { task } = call.params;
    const tool = call.revision.hasTasks !== true || task === undefined ? undefined : calledTool(call);
    return tool === undefined ? next(call) : beginSessionTask({ runner, tool, ttlMs: readTtl(task) }, call, next);
  };
}

interface WantedTask {
  readonly runner: TaskRunner;
  readonly tool: ToolModel;
  readonly ttlMs: number | undefined;
}

async function beginSessionTask({ runner, tool, ttlMs }: WantedTask, call: MethodCall, next: Method): Promise<object> {
  if (!(await admitTask(tool, call))) return next(call);
  if (!mayBeTask(tool)) {
    throw listedError('TASK_AUGMENTATION_NOT_SUPPORTED', `${tool.listedName} does not run as a task: call it without "task"`);
  }
  const task = await runner.begin(call, { ttlMs, listKey: listKeyOf(call) });
  const stopTelling = tellStatus(runner, task.record, call);
  void runAsTask({ runner, task }, call, next).then(stopTelling);
  return { task: describeSessionTask(task.record) };
}

/** @throws {ProtocolError} -32602 for a malformed `task` */
function readTtl(task: Json | undefined): number | undefined {
  if (!isJsonObject(task)) throw invalidParams('"task" must be an object');
  const { ttl } = task;
  if (ttl === undefined) return undefined;
  if (typeof ttl === 'number' && ttl >= 1) return Math.floor(ttl);
  throw invalidParams('"task.ttl" must be a number of milliseconds above 0');
}

/** Tells the session of each status that its task gets, while it has a stream to be told on. */
function tellStatus({ store }: TaskRunner, { id }: TaskRecord, { conversation }: MethodCall): () => void {
  let told = 'working';
  return store.watch(id, (record) => {
    const status = sessionStatusOf(record);
    if (status === told) return;
    told = status;
    const params: JsonObject = describeSessionTask(record);
    conversation?.background?.send(encodeNotification('notifications/tasks/status', params));
  });
}
