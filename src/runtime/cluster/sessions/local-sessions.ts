import type { GiveBack } from '../../std/index.ts';
import type { Conversation } from '../../mcp/sessions/conversation.ts';
import type { SessionRecord, SessionState } from './session-record.ts';

/** The live half of a shared session on this instance. */
export interface LocalSession {
  readonly conversation: Conversation;
  /** Of a session that was opened here. */
  readonly giveBack?: GiveBack;
  /** The record as it was last read or written here. */
  base: SessionRecord;
  /** When the record's end was last moved here, in milliseconds since the epoch. */
  touchedAt: number;
}

/** Live halves by id, in the order of last use; one without a connection may be dropped, because its record restores it. */
export class LocalSessions {
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

export const isSameState = (left: SessionState, right: SessionState): boolean =>
  left.logLevel === right.logLevel && left.uris.length === right.uris.length && left.uris.every((uri, at) => uri === right.uris[at]);
