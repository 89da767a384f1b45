import type { ClientInfo } from '../../define/call-frame.ts';
import type { JsonObject } from '../../model/json.ts';
import type { GiveBack } from '../../std/index.ts';
import type { Reader } from '../call/call-pipeline.ts';
import type { RequestId } from '../json-rpc.ts';
import type { LogLevel, MessageSink } from '../client-channel.ts';
import type { Revision } from '../protocol.ts';
import type { SessionQuestions } from './session-questions.ts';
import { parsedBytes } from '../principal.ts';

/** The result of `initialize`. One per HTTP session or stdio process. */
export interface ConversationOpening {
  readonly id?: string;
  readonly revision: Revision;
  readonly clientInfo?: ClientInfo;
  readonly clientCapabilities: JsonObject;
  /** Owner of the conversation; a session id is never a credential. */
  readonly principal: string;
}

interface Background {
  readonly sink: MessageSink;
  readonly close: () => void;
  /** Whether a client is connected; a stream may outlive its connections. */
  readonly attended: () => boolean;
}

/** The live half of a session-based client: calls in flight, open questions, subscriptions, log level. */
export class Conversation {
  readonly opening: ConversationOpening;
  logLevel: LogLevel = 'info';
  readonly subscribedUris = new Set<string>();
  readonly takenRoom = new Map<string, GiveBack>();
  /** Where what is read is guarded: who subscribes, as last seen. */
  reader?: Reader;
  #background: Background | undefined;
  readonly #calls = new Map<RequestId, (reason: Error) => void>();
  questions: SessionQuestions | undefined;
  #ended = false;

  constructor(opening: ConversationOpening) {
    this.opening = opening;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Sink of messages that belong to no call (the GET stream; stdout). */
  get background(): MessageSink | undefined {
    return this.#background?.sink;
  }

  /** Whether a client is connected to the background stream. */
  get attended(): boolean {
    return this.#background?.attended() === true;
  }

  openBackground(sink: MessageSink, close: () => void, attended: () => boolean = () => true): void {
    this.#background = { sink, close, attended };
  }

  closeBackground(sink: MessageSink): void {
    if (this.#background?.sink === sink) this.#background = undefined;
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

  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const cancel of this.#calls.values()) cancel(new Error(reason));
    this.questions?.end(reason);
    this.#calls.clear();
    for (const giveBack of this.takenRoom.values()) giveBack();
    this.endBackground();
  }
}

/** Bytes of an open session whose client declared nothing: its objects, its id, and its entries in maps and quotas. */
const baseBytes = 2_000;

/** Bytes that a session keeps. */
export const sessionBytes = ({ clientCapabilities, clientInfo }: ConversationOpening): number =>
  baseBytes + parsedBytes([clientCapabilities, clientInfo]);
