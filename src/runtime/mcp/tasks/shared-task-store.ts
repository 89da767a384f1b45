import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import * as rpcCodes from '../rpc-codes.ts';
import { RunningCount } from './running-count.ts';
import { TaskIndex } from './task-index.ts';
import { TaskWatches } from './task-watches.ts';
import { endTask } from './task-record.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskRefusal, TaskStore } from './task-store.ts';

export interface SharedTaskParts {
  readonly records: Store;
  readonly clock: Clock;
  /** Tells the other instances that a task has changed; at once, and without an answer. */
  readonly tell: (id: string) => void;
  /** Milliseconds between two looks at a task that somebody waits for: news of other instances may be lost, or there is no channel. */
  readonly lookMs: number;
  /** Name of this instance, kept alive in the store; absent where instances do not last (edge platforms). */
  readonly instance?: string;
}

/** As it is kept: the task, and the instance that runs it. */
interface Kept {
  readonly task: TaskRecord;
  readonly instance?: string;
}

/** What one caller may have kept within the life of a task; more than a client asks for, few enough to fill no store. */
const mostKept = 1000;
/** Three signs of life may be missed. */
const aliveMs = 30_000;
export const signOfLifeMs = 10_000;

/** Tasks that every instance sees and may steer. They end with their time to live; a run ends with its instance, and is then told so. */
export class SharedTaskStore implements TaskStore {
  readonly #parts: SharedTaskParts;
  readonly #running: RunningCount;
  readonly #index: TaskIndex;
  readonly #watches: TaskWatches;

  constructor(parts: SharedTaskParts) {
    this.#parts = parts;
    this.#running = new RunningCount(parts.records, parts.clock);
    this.#index = new TaskIndex(parts.records, parts.clock);
    this.#watches = new TaskWatches((id) => this.#look(id), parts.lookMs);
  }

  async add(task: TaskRecord, mostRunning: number): Promise<TaskRefusal | undefined> {
    const { instance, records } = this.#parts;
    const isRunning = async (id: string): Promise<boolean> => {
      const found = await this.find(id);
      return found !== undefined && found.outcome === undefined;
    };
    if (!(await this.#running.take(task, mostRunning, isRunning))) return 'too-many-running';
    try {
      if ((await records.increment(`made:${task.quota}`, 1, task.ttlMs)) > mostKept) {
        await this.#running.release(task);
        return 'full';
      }
      await records.set(task.id, JSON.stringify({ task, instance } satisfies { task: TaskRecord; instance: string | undefined }), {
        ttlMs: task.ttlMs,
      });
      if (task.listKey !== undefined) await this.#index.add(task.listKey, task);
      return undefined;
    } catch (failure) {
      // Best effort: the store is away, and the place ends by itself.
      await this.#running.release(task).catch(() => undefined);
      throw failure;
    }
  }

  async find(id: string): Promise<TaskRecord | undefined> {
    const kept = await this.#read(id);
    if (kept === undefined || !(await this.#isAbandoned(kept))) return kept?.task;
    const error = { code: rpcCodes.internalError, message: 'The instance that ran the task has ended' };
    await this.change(id, (task) => endTask(task, { status: 'failed', error }, this.#parts.clock()));
    return (await this.#read(id))?.task;
  }

  async list(listKey: string): Promise<readonly TaskRecord[]> {
    const found = await Promise.all((await this.#index.idsOf(listKey)).map((id) => this.find(id)));
    return found.filter((task) => task !== undefined);
  }

  async change(id: string, change: (task: TaskRecord) => TaskRecord | undefined): Promise<boolean> {
    const { clock, records } = this.#parts;
    for (;;) {
      const text = isTaskId(id) ? await records.get(id) : undefined;
      const kept = text === undefined ? undefined : this.#parse(text);
      const task = kept === undefined ? undefined : change(kept.task);
      if (text === undefined || kept === undefined || task === undefined) return false;
      const next = JSON.stringify({ ...kept, task });
      if (!(await records.compareAndSet(id, { expected: text, next, ttlMs: task.createdAt + task.ttlMs - clock() }))) continue;
      if (kept.task.outcome === undefined && task.outcome !== undefined) await this.#running.release(task);
      this.#watches.show(task);
      this.#parts.tell(id);
      return true;
    }
  }

  watch(id: string, listener: (task: TaskRecord) => void): () => void {
    return this.#watches.add(id, listener);
  }

  /** Another instance has changed it. */
  hear(id: string): void {
    if (this.#watches.has(id)) this.#look(id);
  }

  /** Says that the runs of this instance go on. */
  async signLife(): Promise<void> {
    const { instance, records } = this.#parts;
    if (instance !== undefined) await records.set(aliveKey(instance), '1', { ttlMs: aliveMs });
  }

  /** The records stay: other instances, and this one when it is back, go on showing them. */
  async close(): Promise<void> {
    this.#watches.clear();
  }

  /** What cannot be looked at now is looked at again. */
  #look(id: string): void {
    this.find(id).then(
      (task) => task !== undefined && this.#watches.show(task),
      () => undefined,
    );
  }

  async #read(id: string): Promise<Kept | undefined> {
    const text = isTaskId(id) ? await this.#parts.records.get(id) : undefined;
    return text === undefined ? undefined : this.#parse(text);
  }

  /** Written by an instance of this server alone, so its shape needs no check. A clock may be ahead of the store's. */
  #parse(text: string): Kept | undefined {
    const kept = JSON.parse(text) as Kept;
    return kept.task.createdAt + kept.task.ttlMs > this.#parts.clock() ? kept : undefined;
  }

  async #isAbandoned({ instance, task }: Kept): Promise<boolean> {
    if (task.outcome !== undefined || instance === undefined || instance === this.#parts.instance) return false;
    return (await this.#parts.records.get(aliveKey(instance))) === undefined;
  }
}

const aliveKey = (instance: string): string => `alive:${instance}`;

/** Ids come from clients, and the store holds other keys beside the tasks. */
const isTaskId = (id: string): boolean => /^[A-Za-z0-9_-]{1,100}$/.test(id);
