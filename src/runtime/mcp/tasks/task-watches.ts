import type { TaskRecord } from './task-record.ts';

interface Watch {
  readonly listener: (task: TaskRecord) => void;
  readonly timer: ReturnType<typeof setInterval>;
  /** Last status that was sent: only changes are sent. */
  told?: string;
}

/** Waiting callers, by the task that they watch. */
export class TaskWatches {
  readonly #look: (id: string) => void;
  readonly #lookMs: number;
  readonly #watches = new Map<string, Set<Watch>>();

  constructor(look: (id: string) => void, lookMs: number) {
    this.#look = look;
    this.#lookMs = lookMs;
  }

  has(id: string): boolean {
    return this.#watches.has(id);
  }

  /** The timer is the watch's own: on fetch platforms one request must not wait on a timer of another. */
  add(id: string, listener: (task: TaskRecord) => void): () => void {
    const timer = setInterval(() => this.#look(id), this.#lookMs);
    // A platform without processes has numbers here, and nothing to hold open.
    if (typeof timer === 'object') timer.unref();
    const watch: Watch = { listener, timer };
    const watches = this.#watches.get(id) ?? new Set();
    this.#watches.set(id, watches.add(watch));
    return () => {
      clearInterval(timer);
      watches.delete(watch);
      if (watches.size === 0 && this.#watches.get(id) === watches) this.#watches.delete(id);
    };
  }

  show(task: TaskRecord): void {
    const watches = this.#watches.get(task.id);
    if (watches === undefined) return;
    const text = JSON.stringify(task);
    for (const watch of watches) {
      if (watch.told === text) continue;
      watch.told = text;
      watch.listener(task);
    }
  }

  clear(): void {
    for (const watches of this.#watches.values()) for (const { timer } of watches) clearInterval(timer);
    this.#watches.clear();
  }
}
