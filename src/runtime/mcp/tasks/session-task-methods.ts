import { isJsonObject, type Json, type JsonObject, mayBeTask, type ToolModel } from '../../model/index.ts';
import { invalidParams, listedError, ProtocolError } from '../../errors/index.ts';
import type { Around, Method, MethodCall } from '../protocol.ts';
import { readCursor } from '../params.ts';
import { withObjectOutputOnly, without } from '../revisions/projection.ts';
import { ClientAnsweredError } from '../sessions/session-questions.ts';
import {
  describeSessionTask,
  listKeyOf,
  refuseQuestion,
  relatedTask,
  sessionStatusOf,
  takeAnswers,
  type TaskRecord,
} from './task-record.ts';
import { findOwnTask, unknownTask } from './task-methods.ts';
import type { TaskRunner } from './task-runner.ts';
import { encodeNotification } from '../json-rpc.ts';
import { admitTask, calledTool, runAsTask } from './call-as-task.ts';

/** The task methods of 2025-11-25. */
export function createSessionTaskMethods(runner: TaskRunner): ReadonlyMap<string, Method> {
  return new Map<string, Method>([
    ['tasks/get', async (call) => describeSessionTask(await findOwnTask(runner.store, call))],
    ['tasks/list', async (call) => pageOf(await runner.store.list(listKeyOf(call)), call)],
    ['tasks/cancel', (call) => cancelTask(runner, call)],
    [
      'tasks/result',
      async (call) => {
        const { id } = await findOwnTask(runner.store, call);
        return resultOf(await awaitTask(runner, call, id));
      },
    ],
  ]);
}

async function cancelTask(runner: TaskRunner, call: MethodCall): Promise<JsonObject> {
  const { store } = runner;
  const { id } = await findOwnTask(store, call);
  if (!(await runner.end(id, { status: 'cancelled' }))) {
    throw listedError('TASK_ALREADY_TERMINAL', 'The task has ended already: there is nothing to cancel');
  }
  const record = await store.find(id);
  if (record === undefined) throw unknownTask();
  return describeSessionTask(record);
}

/** The result that the call would have had without a task. */
function resultOf({ id, outcome }: TaskRecord): object {
  if (outcome?.status === 'failed') {
    const { code, data, message } = outcome.error;
    throw new ProtocolError(code, message, isJsonObject(data) ? { data } : {});
  }
  if (outcome?.status !== 'completed') throw invalidParams('The task was cancelled and has no result');
  const result = withObjectOutputOnly('tools/call', without(outcome.result, ['resultType']));
  return { ...result, _meta: { ...(isJsonObject(result._meta) ? result._meta : {}), ...relatedTask(id) } };
}

const pageSize = 100;

/** A cursor names the last task of a page by when it was made, so that it holds when that task is gone. */
function pageOf(records: readonly TaskRecord[], { params }: MethodCall): JsonObject {
  const { cursor } = readCursor(params);
  const after = cursor === undefined ? undefined : readTaskCursor(cursor);
  const sorted = records.toSorted((one, other) => (isAfter(one, other) ? 1 : -1));
  const left = after === undefined ? sorted : sorted.filter((record) => isAfter(record, after));
  const page = left.slice(0, pageSize);
  const last = page.at(-1);
  const nextCursor = last === undefined || left.length === page.length ? undefined : `${last.createdAt}.${last.id}`;
  return { tasks: page.map(describeSessionTask), nextCursor };
}

interface TaskCursor {
  readonly createdAt: number;
  readonly id: string;
}

const isAfter = ({ createdAt, id }: TaskRecord, cursor: TaskCursor): boolean =>
  createdAt > cursor.createdAt || (createdAt === cursor.createdAt && id > cursor.id);

function readTaskCursor(cursor: string): TaskCursor {
  const [, createdAt, id] = /^(\d{1,16})\.([\w-]{1,100})$/.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) throw invalidParams('"cursor" is not one of this server');
  return { createdAt: Number(createdAt), id };
}

/**
 * Waits until a task has ended, and asks the client meanwhile what the task asks. Each change only wakes this loop: on fetch platforms
 * another request, which changes the task, must not start the timers and questions of this one.
 * @throws {ServiceError} TASK_NOT_FOUND when the task expires
 */
async function awaitTask(runner: TaskRunner, call: MethodCall, id: string): Promise<TaskRecord> {
  const { signal } = call.channel;
  const over = new AbortController();
  let wake: () => void = () => undefined;
  const change = (): void => wake();
  const stopWatching = runner.store.watch(id, change);
  signal.addEventListener('abort', change, { once: true });
  const asker = new TaskAsker({ runner, call, id, signal: over.signal });
  let expiry: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => (wake = resolve));
      const record = await runner.store.find(id);
      signal.throwIfAborted();
      if (record === undefined) throw unknownTask();
      if (record.outcome !== undefined) return record;
      expiry ??= setTimeout(change, record.createdAt + record.ttlMs - runner.clock());
      asker.askNew(record);
      await changed;
    }
  } finally {
    clearTimeout(expiry);
    stopWatching();
    signal.removeEventListener('abort', change);
    over.abort(new Error('the task has ended'));
  }
}

interface AskedTask {
  readonly runner: TaskRunner;
  readonly call: MethodCall;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Puts the questions of a task to the client, as requests on the stream of one call. */
class TaskAsker {
  readonly #options: AskedTask;
  readonly #asked = new Set<string>();

  constructor(options: AskedTask) {
    this.#options = options;
  }

  askNew(record: TaskRecord): void {
    for (const [key, request] of Object.entries(record.inputRequests)) {
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      // A client that cannot be reached now is asked by its next tasks/result.
      this.#ask(key, request).catch((failure: unknown) => {
        this.#options.call.server.runtime.logger.debug('a question of a task has no answer', { failure });
      });
    }
  }

  async #ask(key: string, request: JsonObject): Promise<void> {
    const { call, id, runner, signal } = this.#options;
    const { rounds } = call.server.extensions;
    if (rounds === undefined || call.conversation === undefined) return;
    const questions = rounds.questionsOf(call.conversation);
    const params = isJsonObject(request.params) ? request.params : {};
    const meta = isJsonObject(params._meta) ? params._meta : {};
    const { method } = request;
    if (typeof method !== 'string') return;
    const question = { method, params: { ...params, _meta: { ...meta, ...relatedTask(id) } } };
    try {
      const answer = await questions.ask(question, { sink: call.sink, signal });
      await runner.store.change(id, (record) => takeAnswers(record, new Map([[key, answer]]), runner.clock()));
    } catch (failure) {
      if (!(failure instanceof ClientAnsweredError)) throw failure;
      const { code, message } = failure;
      await runner.store.change(id, (record) => refuseQuestion(record, { key, error: { code, message } }, runner.clock()));
    }
  }
}

/** Stands before `tools/call`: in 2025-11-25 the client decides by `params.task` whether an optional task is one. */
export function callAsSessionTask(runner: TaskRunner): Around {
  return (call, next) => {
    const { task } = call.params;
    const tool = call.revision.hasTasks !== true || task === undefined ? undefined : calledTool(call);
    return tool === undefined ? next(call) : beginSessionTask({ runner, tool, task }, call, next);
  };
}

interface WantedTask {
  readonly runner: TaskRunner;
  readonly tool: ToolModel;
  /** As the client sent it. */
  readonly task: Json | undefined;
}

async function beginSessionTask({ runner, task: wanted, tool }: WantedTask, call: MethodCall, next: Method): Promise<object> {
  if (!(await admitTask(tool, call))) return next(call);
  const ttlMs = readTtl(wanted);
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
