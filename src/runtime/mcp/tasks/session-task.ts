import type { JsonObject } from '../../model/index.ts';
import { randomId } from '../../std/index.ts';
import type { MethodCall } from '../protocol.ts';
import { sessionOwnerOf } from '../principal.ts';
import { statusOf, type TaskRecord, type TaskStatus } from './task-record.ts';

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
