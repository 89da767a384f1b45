import type { Clock } from '../../std/index.ts';
import { systemClock } from '../../std/index.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskRefusal, TaskStore } from './task-store.ts';

/** A finished task may not be forgotten before its ttl, so what bounds the memory is to refuse new ones. */
const mostTasks = 10_000;

/** Tasks of one process; they end with it. */
export class MemoryTaskStore implements TaskStore {
  readonly #clock: Clock;
  readonly #most: number;
  /** In order of creation; with one ttl for all, also in order of expiry. */
  readonly #records = new Map<string, TaskRecord>();
  readonly #running = new Map<string, number>();
  readonly #watchers = new Map<string, Set<(record: TaskRecord) => void>>();

  constructor(options: { clock?: Clock; mostTasks?: number } = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#most = options.mostTasks ?? mostTasks;
  }

  async add(record: TaskRecord, mostRunning: number): Promise<TaskRefusal | undefined> {
    this.#forgetExpired();
    if (this.#records.size >= this.#most) return 'full';
    const running = this.#running.get(record.quota) ?? 0;
    if (running >= mostRunning) return 'too-many-running';
    this.#records.set(record.id, record);
    this.#running.set(record.quota, running + 1);
    return undefined;
  }

  async find(id: string): Promise<TaskRecord | undefined> {
    return this.#live(id);
  }

  #live(id: string): TaskRecord | undefined {
    const record = this.#records.get(id);
    if (record === undefined || !this.#isExpired(record)) return record;
    this.#forget(record);
    return undefined;
  }

  async change(id: string, change: (record: TaskRecord) => TaskRecord | undefined): Promise<boolean> {
    // Nothing is awaited between reading and writing: that is what makes it one step.
    const record = this.#live(id);
    const changed = record === undefined ? undefined : change(record);
    if (record === undefined || changed === undefined) return false;
    this.#records.set(id, changed);
    if (record.outcome === undefined && changed.outcome !== undefined) this.#release(record.quota);
    for (const listener of this.#watchers.get(id) ?? []) listener(changed);
    return true;
  }

  watch(id: string, listener: (record: TaskRecord) => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(listener));
    return () => {
      watchers.delete(listener);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  async close(): Promise<void> {
    this.#records.clear();
    this.#running.clear();
    this.#watchers.clear();
  }

  #isExpired(record: TaskRecord): boolean {
    return this.#clock() >= record.createdAt + record.ttlMs;
  }

  #forgetExpired(): void {
    for (const record of this.#records.values()) {
      if (!this.#isExpired(record)) return;
      this.#forget(record);
    }
  }

  #forget(record: TaskRecord): void {
    this.#records.delete(record.id);
    if (record.outcome === undefined) this.#release(record.quota);
  }

  #release(quota: string): void {
    const left = (this.#running.get(quota) ?? 1) - 1;
    if (left > 0) this.#running.set(quota, left);
    else this.#running.delete(quota);
  }
}
