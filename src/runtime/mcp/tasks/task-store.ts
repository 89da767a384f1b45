import type { TaskRecord } from './task-record.ts';
import { type Clock, systemClock } from '../../std/index.ts';

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
  /** Subscribes to changes of one task, made by any instance. Returns the function that unsubscribes. */
  watch(id: string, listener: (record: TaskRecord) => void): () => void;
  close(): Promise<void>;
}

/** A finished task may not be forgotten before its ttl, so what bounds the memory is to refuse new ones. */
export interface MemoryTaskLimits {
  readonly tasks: number;
  /** Characters of results, as JSON. */
  readonly resultLength: number;
  /** Part of both that one caller may take, so that none can shut out the others. */
  readonly share: number;
}

const defaultLimits: MemoryTaskLimits = { tasks: 10_000, resultLength: 64 * 1024 * 1024, share: 0.1 };

interface Usage {
  tasks: number;
  running: number;
  resultLength: number;
}

/** Tasks of one process; they end with it. */
export class MemoryTaskStore implements TaskStore {
  readonly #clock: Clock;
  readonly #limits: MemoryTaskLimits;
  /** In order of creation. */
  readonly #records = new Map<string, TaskRecord>();
  readonly #usage = new Map<string, Usage>();
  readonly #total: Usage = { tasks: 0, running: 0, resultLength: 0 };
  readonly #watchers = new Map<string, Set<(record: TaskRecord) => void>>();

  constructor(options: { clock?: Clock; limits?: Partial<MemoryTaskLimits> } = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  async add(record: TaskRecord, maxRunning: number): Promise<TaskRefusal | undefined> {
    this.#forgetExpired();
    const own = this.#usage.get(record.quota) ?? { tasks: 0, running: 0, resultLength: 0 };
    if (own.running >= maxRunning) return 'too-many-running';
    if (this.#isFull(this.#total, 1) || this.#isFull(own, this.#limits.share)) return 'full';
    this.#records.set(record.id, record);
    this.#usage.set(record.quota, own);
    this.#count(record.quota, { tasks: 1, running: 1, resultLength: 0 });
    return undefined;
  }

  async find(id: string): Promise<TaskRecord | undefined> {
    return this.#live(id);
  }

  async list(listKey: string): Promise<readonly TaskRecord[]> {
    return [...this.#records.values()].filter((record) => record.listKey === listKey && !this.#isExpired(record));
  }

  async change(id: string, change: (record: TaskRecord) => TaskRecord | undefined): Promise<boolean> {
    // Nothing is awaited between reading and writing: that is what makes it one step.
    const record = this.#live(id);
    const changed = record === undefined ? undefined : change(record);
    if (record === undefined || changed === undefined) return false;
    this.#records.set(id, changed);
    if (record.outcome === undefined && changed.outcome !== undefined) {
      this.#count(record.quota, { tasks: 0, running: -1, resultLength: resultLengthOf(changed) });
    }
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
    for (const record of this.#records.values()) this.#forget(record);
    this.#watchers.clear();
  }

  #live(id: string): TaskRecord | undefined {
    const record = this.#records.get(id);
    if (record === undefined || !this.#isExpired(record)) return record;
    this.#forget(record);
    return undefined;
  }

  #isExpired(record: TaskRecord): boolean {
    return this.#clock() >= record.createdAt + record.ttlMs;
  }

  #isFull(usage: Usage, share: number): boolean {
    return usage.tasks >= this.#limits.tasks * share || usage.resultLength >= this.#limits.resultLength * share;
  }

  #forgetExpired(): void {
    for (const record of this.#records.values()) {
      if (this.#isExpired(record)) this.#forget(record);
    }
  }

  #forget(record: TaskRecord): void {
    this.#records.delete(record.id);
    const running = record.outcome === undefined ? -1 : 0;
    this.#count(record.quota, { tasks: -1, running, resultLength: -resultLengthOf(record) });
  }

  #count(quota: string, change: Usage): void {
    const own = this.#usage.get(quota);
    for (const usage of own === undefined ? [this.#total] : [this.#total, own]) {
      usage.tasks += change.tasks;
      usage.running += change.running;
      usage.resultLength += change.resultLength;
    }
    if (own?.tasks === 0) this.#usage.delete(quota);
  }
}

const resultLengthOf = ({ outcome }: TaskRecord): number => (outcome === undefined ? 0 : JSON.stringify(outcome).length);
