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
    const now = this.#clock();
    for (const [idle, entry] of this.#entries) {
      if (now - entry.usedAt < this.#limits.idleMs) break;
      if (!isInUse(entry)) this.#drop(idle, 'the session expired');
    }
    if (this.#entries.size >= this.#limits.mostSessions) {
      // The longest unused session makes room, unless it is in use: a flood of `initialize` must not end live work.
      const unused = [...this.#entries].find(([, entry]) => !isInUse(entry));
      if (unused === undefined) return false;
      this.#drop(unused[0], 'the session made room for a newer one');
    }
    this.#entries.set(id, { conversation, usedAt: now });
    return true;
  }

  async find(id: string, principal: string): Promise<Conversation | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.conversation.opening.principal !== principal) return undefined;
    const now = this.#clock();
    if (now - entry.usedAt >= this.#limits.idleMs && !isInUse(entry)) {
      this.#drop(id, 'the session expired');
      return undefined;
    }
    entry.usedAt = now;
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry.conversation;
  }

  /** What was agreed is where it is used. */
  keep(): void {}

  /** There is no other instance. */
  relay(): void {}

  async end(id: string, reason: string): Promise<void> {
    this.#drop(id, reason);
  }

  eachLocal(visit: (conversation: Conversation) => void): void {
    for (const entry of this.#entries.values()) visit(entry.conversation);
  }

  async close(): Promise<void> {
    for (const id of this.#entries.keys()) this.#drop(id, 'the server is closing');
  }

  #drop(id: string, reason: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.conversation.end(reason);
  }
}

const isInUse = ({ conversation }: Entry): boolean => conversation.attended || conversation.callCount > 0;
