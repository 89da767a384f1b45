import { isJsonObject } from '../../model/index.ts';
import { invalidParams, listedError } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { requireExtension } from '../extensions.ts';
import type { Method, MethodCall } from '../protocol.ts';
import { optionalObject, requireText } from '../params.ts';
import { sessionOwnerOf } from '../principal.ts';
import { describeTaskFully, takeAnswers, tasksExtension } from './task-record.ts';
import type { TaskRecord } from './task-record.ts';
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
