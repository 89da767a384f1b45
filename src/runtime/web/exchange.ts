import type { Awaitable } from '../std/index.ts';

/**
 * The one interior HTTP type. Hosts build it (node:http directly, `Request` on fetch platforms); everything between host and protocol
 * speaks only this, so that no layer below `hosts/` can lean on a platform.
 */
export interface HttpExchange {
  /** Upper case, as received. */
  readonly method: string;
  /** Path without query, as received (percent-encoding untouched, no dot-segment removal). */
  readonly path: string;
  /** Text after `?`, without it; empty when absent. */
  readonly query: string;
  /** Address of the peer; absent on Unix sockets and where the platform hides it. */
  readonly peerAddress?: string | undefined;
  readonly secure: boolean;
  /** Aborted when the client is gone before the answer ended. */
  readonly signal: AbortSignal;
  /** Ends what is done for this request, as if its client had gone away. */
  abort?(): void;
  /** Keeps the platform from ending work that goes on after the answer. Absent where nothing ends it. */
  waitUntil?(work: Promise<unknown>): void;
  /** What is kept taken for this request; put there by who counts how many run at once. */
  hold?: WorkHold | undefined;
  /**
   * Value of a header (name in lower case). Repeated headers are joined with `, `, each of them: two `Host` headers are an attack (request
   * smuggling), and no host name, origin or token has a comma.
   */
  header(name: string): string | undefined;
  /** Calls back for each header as `(lowerCaseName, value)`. */
  eachHeader(visit: (name: string, value: string) => void): void;
  /**
   * The whole body as text, read at most once and only when asked for. There at once when all of it has arrived.
   * @param limit most bytes to accept
   * @throws {BodyTooLarge} as soon as the announced or the received length passes the limit
   */
  text(limit: number): Awaitable<string>;
  /**
   * The whole body as it is, in place of `text`.
   * @throws {BodyTooLarge} as `text`
   */
  bytes(limit: number): Awaitable<Uint8Array>;
}

/** Lasts as long as a request, and as the author's work of it that goes on although its caller gave up. */
export interface WorkHold {
  /** @param maxMs milliseconds; undefined without a limit */
  lastUntil(work: PromiseLike<unknown>, maxMs: number | undefined): void;
}

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | StreamBody;
  /** Bytes of a text body as UTF-8, where they are known: hosts need not count them. */
  readonly bodyLength?: number | undefined;
  /** What was accepted and goes on after the answer: limits of what runs at once count it until it settles. Never rejects. */
  readonly working?: Promise<void>;
}

/** Called once with the open stream; an event stream writes whole frames. */
export type StreamBody = (stream: AnswerStream) => void;

export interface AnswerStream {
  /**
   * False: the reader is behind; wait for `whenDrained` before producing more. After the stream ended a write does nothing.
   * A property, so that a host which takes texts alone is a type error.
   */
  readonly write: (chunk: string | Uint8Array) => boolean;
  end(): void;
  readonly ended: boolean;
  whenDrained(): Promise<void>;
  /** Runs once when the stream is over, whoever ended it. */
  onEnd(listener: () => void): void;
}

/** What a host calls for each request. Never rejects: every failure is an answer. */
export type HttpHandler = (exchange: HttpExchange) => HttpAnswer | Promise<HttpAnswer>;
