import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { invalidParams, listedError } from '../../errors/index.ts';
import { requireExtension } from '../capabilities.ts';
import type { ListenTopic, Method, MethodCall, OpenTopic } from '../protocol.ts';
import { optionalObject, requireText } from '../params.ts';
import { sessionOwnerOf } from '../principal.ts';
import { describeTaskFully, takeAnswers, type TaskRecord, tasksExtension } from './task-record.ts';
import type { TaskRunner } from './task-runner.ts';
import type { TaskStore } from './task-store.ts';

/** `tasks/get`, `tasks/update` and `tasks/cancel`; their headers are checked where those of every method are. */
export function createTaskMethods(runner: TaskRunner): Readonly<Record<string, Method>> {
  return {
    'tasks/get': async (call) => describeTaskFully(await findTask(runner.store, call)),
    'tasks/update': async (call) => {
      const { id } = await findTask(runner.store, call);
      const answers = readAnswers(call.params);
      await runner.store.change(id, (record) => takeAnswers(record, answers, runner.clock()));
      return {};
    },
    // The same answer for a task that has ended: the client cannot know which came first.
    'tasks/cancel': async (call) => {
      const { id } = await findTask(runner.store, call);
      await runner.end(id, { status: 'cancelled' });
      return {};
    },
  };
}

async function findTask(store: TaskStore, call: MethodCall): Promise<TaskRecord> {
  requireExtension(call.clientCapabilities, tasksExtension);
  return findOwnTask(store, call);
}

/** Another caller's task is an unknown one, told apart by nothing. @throws {ServiceError} TASK_NOT_FOUND */
export async function findOwnTask(store: TaskStore, call: MethodCall): Promise<TaskRecord> {
  const record = await store.find(requireText(call.params, 'taskId'));
  if (record !== undefined && record.owner === sessionOwnerOf(call.auth)) return record;
  throw unknownTask();
}

export const unknownTask = (): Error =>
  listedError('TASK_NOT_FOUND', 'Task not found: it never existed, has expired, or belongs to another caller');

/** Most answers in one request; a tool that asks for more can be answered in several. */
const maxAnswers = 1000;

function readAnswers(params: JsonObject): ReadonlyMap<string, JsonObject> {
  const responses = optionalObject(params, 'inputResponses');
  if (responses === undefined) throw invalidParams('"inputResponses" must be an object');
  const entries = Object.entries(responses);
  if (entries.length > maxAnswers) throw invalidParams(`"inputResponses" must have at most ${maxAnswers} members`);
  return new Map(
    entries.map(([key, answer]) => {
      if (!isJsonObject(answer)) throw invalidParams(`"inputResponses" must hold objects, but "${key}" is none`);
      return [key, answer];
    }),
  );
}

const maxTaskIds = 100;

/** `taskIds` of `subscriptions/listen`: each task as it is now, then after every change. */
export function createTaskTopic(store: TaskStore): ListenTopic {
  return {
    open: async (call, { taskIds: wanted }) => {
      if (wanted === undefined) return undefined;
      requireExtension(call.clientCapabilities, tasksExtension);
      const owner = sessionOwnerOf(call.auth);
      const records = await Promise.all(readTaskIds(wanted).map((id) => store.find(id)));
      const own = records.flatMap((record) => (record?.owner === owner ? [record.id] : []));
      return own.length > 0 ? { agreed: { taskIds: own }, begin: (deliver) => watchAll(store, own, deliver) } : undefined;
    },
  };
}

function readTaskIds(wanted: Json): readonly string[] {
  if (!Array.isArray(wanted) || wanted.length > maxTaskIds) throw invalidParams(`"taskIds" must be a list of at most ${maxTaskIds} ids`);
  const ids = wanted.map((id) => {
    if (typeof id !== 'string') throw invalidParams('"taskIds" must hold strings');
    return id;
  });
  return [...new Set(ids)];
}

function watchAll(store: TaskStore, ids: readonly string[], deliver: Parameters<OpenTopic['begin']>[0]): () => void {
  const told = new Map<string, string>();
  let ended = false;
  const tell = (record: TaskRecord): void => {
    const task = describeTaskFully(record);
    // A store that is looked at again and again shows the same state more than once.
    const text = JSON.stringify(task);
    if (told.get(record.id) === text) return;
    told.set(record.id, text);
    deliver('notifications/tasks', task);
  };
  const stops = ids.map((id) => store.watch(id, tell));
  // A task may have ended between its creation and this stream; without its present state a client would wait for ever.
  for (const id of ids) {
    void store.find(id).then((record) => {
      if (record !== undefined && !ended && !told.has(id)) tell(record);
    });
  }
  return () => {
    ended = true;
    for (const stop of stops) stop();
  };
}
