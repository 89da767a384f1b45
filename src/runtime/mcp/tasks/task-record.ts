import type { Json, JsonObject } from '../../model/index.ts';
import { randomId } from '../../std/index.ts';
import type { MethodCall } from '../protocol.ts';
import { sessionOwnerOf } from '../principal.ts';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** How a task ended; nothing changes afterwards. */
export type TaskOutcome =
  | { readonly status: 'completed'; readonly result: JsonObject }
  | { readonly status: 'failed'; readonly error: { readonly code: number; readonly message: string; readonly data?: Json } }
  | { readonly status: 'cancelled' };

export interface ClientError {
  readonly code: number;
  readonly message: string;
}

/** One background call as it is kept. JSON-serialisable, replaced as a whole, never mutated. */
export interface TaskRecord {
  /** Unguessable. */
  readonly id: string;
  /** Person and client that may read and control it; other callers get an error for an unknown task. */
  readonly owner: string;
  /** Key that unfinished tasks are counted by. */
  readonly quota: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Milliseconds after `createdAt` for which the task is kept, never less. */
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** Questions without an answer, by key; a key is used once in a task's life. */
  readonly inputRequests: Readonly<Record<string, JsonObject>>;
  /** Answers by key, kept so that the instance that runs the task finds them. */
  readonly answers: Readonly<Record<string, JsonObject>>;
  /** Errors that the client answered questions with, by key; absent where it has answered none so. */
  readonly refusals?: Readonly<Record<string, ClientError>>;
  /** Key of the `tasks/list` that shows the task; absent where the client's revision has no such method. */
  readonly listKey?: string;
  /** Absent while the task is running. */
  readonly outcome?: TaskOutcome;
}

export function statusOf(record: TaskRecord): TaskStatus {
  if (record.outcome !== undefined) return record.outcome.status;
  return Object.keys(record.inputRequests).length > 0 ? 'input_required' : 'working';
}

// Transitions are pure: a store may run one again when another instance was faster. `undefined` leaves the record as it is.

export function putQuestion(record: TaskRecord, question: { key: string; request: JsonObject }, now: number): TaskRecord | undefined {
  if (record.outcome !== undefined) return undefined;
  return { ...record, inputRequests: { ...record.inputRequests, [question.key]: question.request }, updatedAt: now };
}

export function withdrawQuestion(record: TaskRecord, key: string, now: number): TaskRecord | undefined {
  if (record.outcome !== undefined || !Object.hasOwn(record.inputRequests, key)) return undefined;
  return { ...record, inputRequests: without(record.inputRequests, new Set([key])), updatedAt: now };
}

/** Keys that are unknown or answered already are ignored. */
export function takeAnswers(record: TaskRecord, answers: ReadonlyMap<string, JsonObject>, now: number): TaskRecord | undefined {
  const taken = new Map([...answers].filter(([key]) => Object.hasOwn(record.inputRequests, key)));
  if (record.outcome !== undefined || taken.size === 0) return undefined;
  return {
    ...record,
    inputRequests: without(record.inputRequests, taken),
    answers: { ...record.answers, ...Object.fromEntries(taken) },
    updatedAt: now,
  };
}

/** The client answers a question with an error. */
export function refuseQuestion(record: TaskRecord, refused: { key: string; error: ClientError }, now: number): TaskRecord | undefined {
  const withdrawn = withdrawQuestion(record, refused.key, now);
  return withdrawn === undefined ? undefined : { ...withdrawn, refusals: { ...record.refusals, [refused.key]: refused.error } };
}

export function endTask(record: TaskRecord, outcome: TaskOutcome, now: number): TaskRecord | undefined {
  if (record.outcome !== undefined) return undefined;
  return { ...record, inputRequests: {}, answers: {}, ...(record.refusals === undefined ? {} : { refusals: {} }), outcome, updatedAt: now };
}

function without(entries: Readonly<Record<string, JsonObject>>, keys: { has(key: string): boolean }): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.has(key)));
}

/** The flat task of `CreateTaskResult`: no result, no error, no questions. */
export function describeTask(record: TaskRecord): JsonObject {
  return {
    taskId: record.id,
    status: statusOf(record),
    createdAt: new Date(record.createdAt).toISOString(),
    lastUpdatedAt: new Date(record.updatedAt).toISOString(),
    ttlMs: record.ttlMs,
    pollIntervalMs: record.pollIntervalMs,
  };
}

/** The task with what its status brings along, as in `tasks/get` and `notifications/tasks`. */
export function describeTaskFully(record: TaskRecord): JsonObject {
  const task = describeTask(record);
  const { outcome } = record;
  if (outcome === undefined) return task.status === 'input_required' ? { ...task, inputRequests: { ...record.inputRequests } } : task;
  if (outcome.status === 'completed') return { ...task, result: outcome.result };
  return outcome.status === 'failed' ? { ...task, error: { ...outcome.error } } : task;
}

/** Says in `_meta` which task a message belongs to. */
export const relatedTask = (taskId: string): JsonObject => ({ 'io.modelcontextprotocol/related-task': { taskId } });

/** In 2025-11-25 a task whose tool reports an error has failed. */
export function sessionStatusOf(record: TaskRecord): TaskStatus {
  const { outcome } = record;
  return outcome?.status === 'completed' && outcome.result.isError === true ? 'failed' : statusOf(record);
}

/** A task as 2025-11-25 writes it. */
export function describeSessionTask(record: TaskRecord): JsonObject {
  const { outcome } = record;
  return {
    taskId: record.id,
    status: sessionStatusOf(record),
    ...(outcome?.status === 'failed' ? { statusMessage: outcome.error.message } : {}),
    createdAt: new Date(record.createdAt).toISOString(),
    lastUpdatedAt: new Date(record.updatedAt).toISOString(),
    ttl: record.ttlMs,
    pollInterval: record.pollIntervalMs,
  };
}

/** Connections without a session id, such as stdio, by their conversation. */
const connectionIds = new WeakMap<object, string>();

/** Anonymous callers share an owner, so that each of their sessions has a list of its own. */
export function listKeyOf({ auth, conversation, sessionId }: MethodCall): string {
  if (!auth.isAnonymous) return sessionOwnerOf(auth);
  return JSON.stringify(['session', sessionId ?? connectionIdOf(conversation ?? {})]);
}

function connectionIdOf(conversation: object): string {
  const id = connectionIds.get(conversation) ?? randomId(24);
  connectionIds.set(conversation, id);
  return id;
}
