import type { TaskRecord } from '../../src/runtime/mcp/tasks/task-record.ts';

/** A task of Ann that has just begun, for tests. */
export const record = (id: string, more: Partial<TaskRecord> = {}): TaskRecord => ({
  id,
  owner: 'ann',
  quota: 'ann',
  createdAt: 1000,
  updatedAt: 1000,
  ttlMs: 500,
  pollIntervalMs: 100,
  inputRequests: {},
  answers: {},
  ...more,
});
