import { networkOf, systemClock } from '../../std/index.ts';
import type { Clock } from '../../std/index.ts';
import type { Conversation } from './conversation.ts';
import type { SessionStore } from './session-store.ts';

interface Entry {
  readonly conversation: Conversation;
  readonly from: string;
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

  async add(id: string, conversation: Conversation, from = ''): Promise<boolean> {
    const now = this.#clock();
    for (const [idle, entry] of this.#entries) {
      if (now - entry.usedAt < this.#limits.idleMs) break;
      if (!isInUse(entry)) this.#drop(idle);
    }
    if (this.#entries.size >= this.#limits.mostSessions && !this.#makeRoom()) return false;
    this.#entries.set(id, { conversation, from, usedAt: now });
    return true;
  }

  /**
   * The longest unused sessions of whoever has most of them go: a flood of `initialize` ends neither live work nor anybody else's sessions.
   * Some at once, because looking at all of them for every newcomer is what a flood would like.
   */
  #makeRoom(): boolean {
    const owners = new Map<string, string[]>();
    let most: string[] = [];
    for (const [id, entry] of this.#entries) {
      if (isInUse(entry)) continue;
      const owner = entry.conversation.opening.principal + networkOf(entry.from);
      const ids = owners.get(owner) ?? [];
      owners.set(owner, ids);
      if (ids.push(id) > most.length) most = ids;
    }
    for (const id of most.slice(0, 1 + most.length / 100)) this.#drop(id);
    return most.length > 0;
  }

  async find(id: string, principal: string): Promise<Conversation | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.conversation.opening.principal !== principal) return undefined;
    const now = this.#clock();
    if (now - entry.usedAt >= this.#limits.idleMs && !isInUse(entry)) {
      this.#drop(id);
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

  /** @param reason for calls that run; an unused session has none */
  #drop(id: string, reason = 'the session expired'): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.conversation.end(reason);
  }
}

const isInUse = ({ conversation }: Entry): boolean => conversation.attended || conversation.callCount > 0;
