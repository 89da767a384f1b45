import { systemClock } from '../../std/index.ts';
import type { Clock } from '../../std/index.ts';
import type { Conversation } from './conversation.ts';
import type { SessionStore } from './session-store.ts';

interface Entry {
  readonly conversation: Conversation;
  usedAt: number;
}

export interface MemorySessionLimits {
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idleMs: number;
  readonly mostSessions: number;
}

const defaultSessionLimits: MemorySessionLimits = { idleMs: 3_600_000, mostSessions: 10_000 };

/**
 * Sessions of one process. The map keeps the order of last use, so expiry and eviction look only at its head: no timer, no scan.
 */
export class MemorySessionStore implements SessionStore {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: MemorySessionLimits;
  readonly #clock: Clock;

  constructor(limits: MemorySessionLimits = defaultSessionLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  async add(id: string, conversation: Conversation): Promise<boolean> {
    this.#expire();
    if (this.#entries.size >= this.#limits.mostSessions && !this.#evictOldest()) return false;
    this.#entries.set(id, { conversation, usedAt: this.#clock() });
    return true;
  }

  async find(id: string, principal: string): Promise<Conversation | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.conversation.opening.principal !== principal) return undefined;
    if (this.#isExpired(entry)) {
      this.#drop(id, entry, 'the session expired');
      return undefined;
    }
    entry.usedAt = this.#clock();
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry.conversation;
  }

  /** What was agreed is where it is used. */
  keep(): void {}

  /** There is no other instance. */
  relay(): void {}

  async end(id: string, reason: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#drop(id, entry, reason);
  }

  eachLocal(visit: (conversation: Conversation) => void): void {
    for (const entry of this.#entries.values()) visit(entry.conversation);
  }

  async close(): Promise<void> {
    for (const [id, entry] of this.#entries) this.#drop(id, entry, 'the server is closing');
  }

  #isExpired(entry: Entry): boolean {
    const { conversation } = entry;
    return !conversation.attended && conversation.callCount === 0 && this.#clock() - entry.usedAt >= this.#limits.idleMs;
  }

  #expire(): void {
    for (const [id, entry] of this.#entries) {
      if (this.#clock() - entry.usedAt < this.#limits.idleMs) return;
      if (this.#isExpired(entry)) this.#drop(id, entry, 'the session expired');
    }
  }

  /** The longest unused session makes room, unless it is in use: a flood of `initialize` must not end live work. */
  #evictOldest(): boolean {
    for (const [id, entry] of this.#entries) {
      if (entry.conversation.attended || entry.conversation.callCount > 0) continue;
      this.#drop(id, entry, 'the session made room for a newer one');
      return true;
    }
    return false;
  }

  #drop(id: string, entry: Entry, reason: string): void {
    this.#entries.delete(id);
    entry.conversation.end(reason);
  }
}
