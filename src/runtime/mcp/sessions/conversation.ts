import type { JsonObject } from '../../model/json.ts';
import { randomId } from '../../std/index.ts';
import { encodeNotification, encodeRequest } from '../json-rpc.ts';
import type { RequestId, RpcResponse } from '../json-rpc.ts';
import type { LogLevel } from '../log-levels.ts';
import type { Outlet } from '../outlet.ts';
import type { Revision } from '../revisions/revision.ts';

/** What `initialize` settled, and what has been agreed since. One per HTTP session or stdio process. */
export interface ConversationOpening {
  readonly id?: string;
  readonly revision: Revision;
  readonly clientInfo?: { readonly name: string; readonly version: string; readonly title?: string };
  readonly clientCapabilities: JsonObject;
  /** Whose conversation it is; a session id is never a credential. */
  readonly principal: string;
}

/** The client refused or failed a request of ours. */
export class ClientAnsweredError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The client did not answer within the question's time. */
export class AnswerTooLate extends Error {}

/** Nothing leads to the client at the moment: no stream, or one that it does not read. */
export class ClientUnreachable extends Error {}

interface Background {
  readonly outlet: Outlet;
  readonly close: () => void;
  /** Whether anybody is connected; a stream may outlive its connections. */
  readonly attended: () => boolean;
}

interface PendingQuestion {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (reason: Error) => void;
}

/** The live half of a session-based client: calls in flight, open questions, subscriptions, log level. */
export class Conversation {
  readonly opening: ConversationOpening;
  logLevel: LogLevel = 'info';
  readonly subscribedUris = new Set<string>();
  #background: Background | undefined;
  readonly #calls = new Map<RequestId, (reason: Error) => void>();
  readonly #questions = new Map<string, PendingQuestion>();
  #questionCount = 0;
  /** The halves of one session on two instances must not ask under one id: either would take the other's answer. */
  #questionTag: string | undefined;
  #ended = false;

  constructor(opening: ConversationOpening) {
    this.opening = opening;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Where messages go that belong to no call (the GET stream; stdout). */
  get background(): Outlet | undefined {
    return this.#background?.outlet;
  }

  /** Whether somebody is connected to the background stream. */
  get attended(): boolean {
    return this.#background?.attended() === true;
  }

  openBackground(outlet: Outlet, close: () => void, attended: () => boolean = () => true): void {
    this.#background = { outlet, close, attended };
  }

  closeBackground(outlet: Outlet): void {
    if (this.#background?.outlet === outlet) this.#background = undefined;
  }

  /** Closes the background stream; the conversation goes on. */
  endBackground(): void {
    this.#background?.close();
    this.#background = undefined;
  }

  get callCount(): number {
    return this.#calls.size;
  }

  /**
   * The signal of a call; undefined when one with this id is still running: two answers with one id could not be told apart. It is aborted
   * by a promise of the call's own, because on fetch platforms one request (a cancellation) must not touch what belongs to another.
   */
  beginCall(id: RequestId): AbortSignal | undefined {
    if (this.#calls.has(id)) return undefined;
    const controller = new AbortController();
    const cancelled = new Promise<Error>((resolve) => this.#calls.set(id, resolve));
    void cancelled.then((reason) => controller.abort(reason));
    return controller.signal;
  }

  endCall(id: RequestId): void {
    this.#calls.delete(id);
  }

  /** Unknown ids are ignored: the call may have ended while the cancellation was on its way. */
  cancelCall(id: RequestId, reason: string): void {
    this.#calls.get(id)?.(new Error(reason));
  }

  /** How many questions wait for an answer. */
  get questionCount(): number {
    return this.#questions.size;
  }

  /** Sends a request to the client and waits for the answer that a later message brings. @param way `ttlMs`: milliseconds to wait */
  ask(question: { method: string; params: JsonObject }, way: { outlet: Outlet; signal: AbortSignal; ttlMs?: number }): Promise<JsonObject> {
    this.#questionTag ??= randomId(6);
    const id = `q${++this.#questionCount}-${this.#questionTag}`;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const cancel = (reason: string, failure: Error): void => {
        settle();
        way.outlet.send(encodeNotification('notifications/cancelled', { requestId: id, reason }));
        reject(failure);
      };
      const giveUp = (): void => cancel('the call ended', new Error(`${question.method} was given up because the call ended`));
      const settle = (): void => {
        this.#questions.delete(id);
        clearTimeout(timer);
        way.signal.removeEventListener('abort', giveUp);
      };
      if (way.signal.aborted) {
        reject(new Error('the call has ended'));
        return;
      }
      this.#questions.set(id, {
        resolve: (result) => (settle(), resolve(result)),
        reject: (reason) => (settle(), reject(reason)),
      });
      way.signal.addEventListener('abort', giveUp, { once: true });
      if (way.ttlMs !== undefined)
        timer = setTimeout(() => cancel('no answer in time', new AnswerTooLate(`no answer to ${question.method} in time`)), way.ttlMs);
      if (!way.outlet.send(encodeRequest(id, question.method, question.params))) {
        settle();
        reject(new ClientUnreachable(`${question.method} cannot reach the client`));
      }
    });
  }

  /** An answer to one of our questions; answers to unknown ids are ignored. */
  acceptResponse(response: RpcResponse): void {
    const pending = this.#questions.get(String(response.id));
    if (pending === undefined) return;
    if (response.error === undefined) pending.resolve(response.result ?? {});
    else pending.reject(new ClientAnsweredError(response.error.code, response.error.message));
  }

  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const cancel of this.#calls.values()) cancel(new Error(reason));
    for (const pending of this.#questions.values()) pending.reject(new Error(reason));
    this.#calls.clear();
    this.endBackground();
  }
}
