import * as keptLimits from '../../options/kept-limits.ts';
import type { Clock, GiveBack, QuotaLimits } from '../../std/index.ts';
import type { Store } from '../../model/store.ts';
import { CallerQuota, type QuotaCaller } from '../../mcp/principal.ts';
import type { RpcMessage, RpcRequest } from '../../mcp/json-rpc.ts';
import { type Conversation, sessionBytes } from '../../mcp/sessions/conversation.ts';
import { issuedAt, type SessionIds } from '../../mcp/sessions/session-ids.ts';
import {
  applyState,
  mergeState,
  recordOf,
  type SessionRecord,
  sessionRecordStore,
  type SessionRecordStore,
  type SessionState,
  stateOf,
} from './session-record.ts';
import type { SessionStore } from '../../mcp/sessions/session-store.ts';

/** The live half of a shared session on this instance. */
interface LocalSession {
  readonly conversation: Conversation;
  /** Of a session that was opened here. */
  readonly giveBack?: GiveBack;
  /** The record as it was last read or written here. */
  base: SessionRecord;
  /** When the record's end was last moved here, in milliseconds since the epoch. */
  touchedAt: number;
}

/** Live halves by id, in the order of last use; one without a connection may be dropped, because its record restores it. */
class LocalSessions {
  readonly #sessions = new Map<string, LocalSession>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(id: string): LocalSession | undefined {
    const local = this.#sessions.get(id);
    if (local === undefined) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, local);
    return local;
  }

  put(id: string, local: LocalSession): void {
    this.#sessions.set(id, local);
  }

  /** Makes room by the longest unused; false when all are in use. */
  hasRoom(): boolean {
    if (this.#sessions.size < this.#most) return true;
    for (const [id, { conversation }] of this.#sessions) {
      if (conversation.attended || conversation.callCount > 0) continue;
      this.drop(id, 'the session made room for another one');
      return true;
    }
    return false;
  }

  drop(id: string, reason: string): void {
    const local = this.#sessions.get(id);
    this.#sessions.delete(id);
    local?.conversation.end(reason);
  }

  each(visit: (id: string, local: LocalSession) => void): void {
    for (const [id, local] of this.#sessions) visit(id, local);
  }
}

const isSameState = (left: SessionState, right: SessionState): boolean =>
  left.logLevel === right.logLevel && left.uris.length === right.uris.length && left.uris.every((uri, at) => uri === right.uris[at]);

/** What instances tell each other of the sessions that they share. */
export type SessionMessage =
  | { readonly kind: 'ended'; readonly id: string }
  | ({ readonly kind: 'state'; readonly id: string; readonly edits?: number } & SessionState)
  | { readonly kind: 'message'; readonly id: string; readonly message: Exclude<RpcMessage, RpcRequest> };

export interface SharedSessionOptions {
  readonly records: Store;
  readonly ids: SessionIds;
  /** Makes the live half anew; undefined for a revision that is not served any more. */
  readonly revive: (id: string, record: SessionRecord) => Conversation | undefined;
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idleMs: number;
  /** Milliseconds after which the id of a session brings it back nowhere; where it lives it ends by being unused alone. */
  readonly maxAgeMs: number;
  readonly maxLocal: number;
  /** Of the sessions that this instance opens within `idleMs`: all of them, and those of one caller. */
  readonly bytes?: QuotaLimits;
  readonly clock: Clock;
  /** To the other instances; at once, and without an answer. */
  readonly tell: (news: SessionMessage) => void;
}

/**
 * Sessions that outlive their instance. The record in the store says that a session exists and what was agreed; the live half (calls,
 * streams) is made on whichever instance is asked. Every request looks at the record, so that an ended session is ended everywhere.
 */
export class SharedSessionStore implements SessionStore {
  readonly #options: SharedSessionOptions;
  readonly #records: SessionRecordStore;
  readonly #locals: LocalSessions;
  /** Sessions that were opened here within their lifetime: a store does not tell how many of them it still has. */
  readonly #opened: CallerQuota;

  constructor(options: SharedSessionOptions) {
    this.#options = options;
    this.#records = sessionRecordStore(options.records, options.idleMs);
    this.#opened = new CallerQuota(options.bytes ?? keptLimits.sessions, options.clock);
    this.#locals = new LocalSessions(options.maxLocal);
  }

  async add(id: string, conversation: Conversation, caller: QuotaCaller): Promise<boolean> {
    if (!this.#locals.hasRoom()) return false;
    const { clock, idleMs } = this.#options;
    const giveBack = this.#opened.take(caller, sessionBytes(conversation.opening), idleMs);
    if (giveBack === undefined) return false;
    const record = recordOf(conversation, clock());
    try {
      await this.#records.set(id, record);
    } catch (failure) {
      giveBack();
      throw failure;
    }
    this.#locals.put(id, { conversation, giveBack, base: record, touchedAt: clock() });
    return true;
  }

  async find(id: string, principal: string): Promise<Conversation | undefined> {
    // What was never sealed here, and what is too old to be opened again, costs the store nothing.
    if (this.#locals.get(id) === undefined && !isYoung(await this.#options.ids.read(id, principal), this.#options)) return undefined;
    const record = await this.#records.find(id);
    if (record === undefined) {
      this.#locals.drop(id, 'the session ended or expired');
      return undefined;
    }
    if (record.principal !== principal) return undefined;
    const local = this.#locals.get(id) ?? this.#revive(id, record);
    if (local === undefined) return undefined;
    catchUp(local, record);
    await this.#touch(id, local);
    return local.conversation;
  }

  async keep(conversation: Conversation): Promise<void> {
    const { id = '' } = conversation.opening;
    const local = this.#locals.get(id);
    if (local === undefined || isSameState(local.base, stateOf(conversation))) return;
    let after = stateOf(conversation);
    const next = await this.#records.update(id, (record) => {
      after = stateOf(conversation);
      if (record === undefined) return undefined;
      return { ...mergeState(record, local.base, after), edits: (record.edits ?? 0) + 1 };
    });
    // Ended while the call ran: no request will ask for it again.
    if (next === undefined) return;
    if (!isFormer(next, local.base)) {
      applyState(conversation, mergeState(next, after, stateOf(conversation)));
      local.base = next;
    }
    const { edits, logLevel, uris } = next;
    this.#options.tell({ kind: 'state', id, logLevel, uris, edits });
  }

  relay({ opening }: Conversation, message: Exclude<RpcMessage, RpcRequest>): void {
    if (opening.id !== undefined) this.#options.tell({ kind: 'message', id: opening.id, message });
  }

  /** What another instance told. @param accept hands a message to the live half, which ignores what it does not wait for */
  hear(news: SessionMessage, accept: (conversation: Conversation, message: Exclude<RpcMessage, RpcRequest>) => void): void {
    const local = this.#locals.get(news.id);
    if (local === undefined) return;
    if (news.kind === 'ended') this.#locals.drop(news.id, 'the client ended the session');
    else if (news.kind === 'message') accept(local.conversation, news.message);
    else catchUp(local, { ...local.base, logLevel: news.logLevel, uris: news.uris, edits: news.edits });
  }

  async end(id: string, reason: string): Promise<void> {
    await this.#records.delete(id);
    this.#locals.get(id)?.giveBack?.();
    this.#locals.drop(id, reason);
    this.#options.tell({ kind: 'ended', id });
  }

  eachLocal(visit: (conversation: Conversation) => void): void {
    this.#locals.each((_id, { conversation }) => visit(conversation));
  }

  /** Sessions with an open stream or a running call are in use without a request; the live halves of others go. */
  async refresh(): Promise<void> {
    const { clock, idleMs } = this.#options;
    const inUse: [string, LocalSession][] = [];
    this.#locals.each((id, local) => {
      if (local.conversation.attended || local.conversation.callCount > 0) inUse.push([id, local]);
      else if (clock() - local.touchedAt >= idleMs) this.#locals.drop(id, 'the session expired');
    });
    for (const [id, local] of inUse) {
      if ((await this.#records.find(id)) === undefined) this.#locals.drop(id, 'the session ended or expired');
      else await this.#touch(id, local);
    }
  }

  /** The records stay: another instance, or this one when it is back, goes on with them. */
  async close(): Promise<void> {
    this.#locals.each((id) => this.#locals.drop(id, 'the server is closing'));
  }

  #revive(id: string, record: SessionRecord): LocalSession | undefined {
    const conversation = this.#locals.hasRoom() ? this.#options.revive(id, record) : undefined;
    if (conversation === undefined) return undefined;
    applyState(conversation, record);
    const local = { conversation, base: record, touchedAt: 0 };
    this.#locals.put(id, local);
    return local;
  }

  /** Moves the end of the record, seldom enough that most requests only read. Never brings back a record that was deleted. */
  async #touch(id: string, local: LocalSession): Promise<void> {
    const { clock, idleMs } = this.#options;
    const now = clock();
    if (now - local.touchedAt < idleMs / 20) return;
    local.touchedAt = now;
    await this.#records.update(id, (record) => record);
  }
}

const isYoung = (sealed: string | undefined, { clock, maxAgeMs }: SharedSessionOptions): boolean =>
  sealed !== undefined && clock() - issuedAt(sealed) <= maxAgeMs;

/** Instances hear of each other, and of the store, in no order: what was known before must not undo what came after. */
const isFormer = ({ edits }: SessionRecord, base: SessionRecord): boolean =>
  edits !== undefined && base.edits !== undefined && edits < base.edits;

/** Takes over what others agreed upon, and leaves alone what a call of this instance is about to keep. */
function catchUp(local: LocalSession, record: SessionRecord): void {
  if (isFormer(record, local.base)) return;
  if (!isSameState(local.base, record)) applyState(local.conversation, mergeState(record, local.base, stateOf(local.conversation)));
  local.base = record;
}
