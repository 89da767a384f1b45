import { type Awaitable, systemClock, type Clock, type GiveBack, type QuotaLimits } from '../../std/index.ts';
import { type QuotaCaller, CallerQuota } from '../principal.ts';
import type { RpcMessage, RpcRequest } from '../json-rpc.ts';
import { type Conversation, sessionBytes } from './conversation.ts';
import * as keptLimits from '../../options/kept-limits.ts';

/** Finds sessions by id. Asynchronous, so that a networked store can implement it. */
export interface SessionStore {
  /**
   * @param caller whose share of the room it takes
   * @returns false when the total or the caller's share is used up
   */
  add(id: string, conversation: Conversation, caller: QuotaCaller): Promise<boolean>;
  /** Finds a session and counts as use of it; undefined when it is unknown, ended, expired, or belongs to another caller. */
  find(id: string, principal: string): Promise<Conversation | undefined>;
  /** Keeps what a call agreed upon (log level, subscriptions), before the call is answered. */
  keep(conversation: Conversation): Awaitable<void>;
  /** Hands a notification or an answer on to the instance that waits for it. */
  relay(conversation: Conversation, message: Exclude<RpcMessage, RpcRequest>): void;
  end(id: string, reason: string): Promise<void>;
  /** Sessions that live on this instance. */
  eachLocal(visit: (conversation: Conversation) => void): void;
  close(): Promise<void>;
}

interface Entry {
  readonly conversation: Conversation;
  readonly giveBack: GiveBack;
  usedAt: number;
}

export interface MemorySessionLimits {
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idleMs: number;
  /** Limits for all sessions, and for those of one caller. */
  readonly bytes: QuotaLimits;
}

const defaultSessionLimits: MemorySessionLimits = { idleMs: 3_600_000, bytes: keptLimits.sessions };

/**
 * Sessions of one process. A session stays until it ends or expires: without room a newcomer is refused, because evicting would let one
 * caller end the sessions of others. The map keeps the order of last use, so expiry looks only at its head: no timer, no scan.
 */
export class MemorySessionStore implements SessionStore {
  readonly #entries = new Map<string, Entry>();
  readonly #idleMs: number;
  readonly #quota: CallerQuota;
  readonly #clock: Clock;

  constructor({ bytes, idleMs }: MemorySessionLimits = defaultSessionLimits, clock: Clock = systemClock) {
    this.#idleMs = idleMs;
    this.#quota = new CallerQuota(bytes, clock);
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  async add(id: string, conversation: Conversation, caller: QuotaCaller): Promise<boolean> {
    const now = this.#clock();
    this.#endExpired(now);
    const giveBack = this.#quota.take(caller, sessionBytes(conversation.opening));
    if (giveBack === undefined) return false;
    this.#entries.set(id, { conversation, giveBack, usedAt: now });
    return true;
  }

  /** One in use goes to the end, so that the next look does not meet it again. */
  #endExpired(now: number): void {
    for (const [id, entry] of this.#entries) {
      if (now - entry.usedAt < this.#idleMs) return;
      if (isInUse(entry)) this.#markUsed(id, entry);
      else this.#drop(id);
    }
  }

  #markUsed(id: string, entry: Entry): void {
    entry.usedAt = this.#clock();
    this.#entries.delete(id);
    this.#entries.set(id, entry);
  }

  async find(id: string, principal: string): Promise<Conversation | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.conversation.opening.principal !== principal) return undefined;
    if (this.#clock() - entry.usedAt >= this.#idleMs && !isInUse(entry)) {
      this.#drop(id);
      return undefined;
    }
    this.#markUsed(id, entry);
    return entry.conversation;
  }

  /** A session in memory is changed in place: there is nothing to write. */
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
    entry?.giveBack();
    entry?.conversation.end(reason);
  }
}

const isInUse = ({ conversation }: Entry): boolean => conversation.attended || conversation.callCount > 0;
