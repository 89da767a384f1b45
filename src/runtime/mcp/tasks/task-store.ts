import type { TaskRecord } from './task-record.ts';

/** Why a task is not taken on. */
export type TaskRefusal = 'too-many-running' | 'full';

/**
 * Where tasks are kept. Every method may reach over a network; a store shared by several instances shows each of them the same records
 * and reports changes to all. Records end with their ttl and never earlier.
 */
export interface TaskStore {
  /**
   * Takes a record on, unless its quota has `maxRunning` unfinished ones. Once this resolves, `find` finds it on every instance.
   */
  add(record: TaskRecord, maxRunning: number): Promise<TaskRefusal | undefined>;
  /** `undefined` for an unknown id and for one past its ttl. */
  find(id: string): Promise<TaskRecord | undefined>;
  /**
   * One atomic step: no other change comes between reading and writing. `change` is pure and may run more than once.
   * @returns whether the record was changed
   */
  change(id: string, change: (record: TaskRecord) => TaskRecord | undefined): Promise<boolean>;
  /** Tasks with this list key, oldest first. */
  list(listKey: string): Promise<readonly TaskRecord[]>;
  /** Told of every change of one task from here on, whichever instance made it. Returns what ends it. */
  watch(id: string, listener: (record: TaskRecord) => void): () => void;
  close(): Promise<void>;
}
