import type { Awaitable } from '../std/index.ts';

/**
 * The internal HTTP request. Hosts make it (from node:http, or from `Request` on fetch platforms), and all code between host and protocol
 * uses only this type, so that no layer below `hosts/` depends on a platform.
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
  /** Aborted when the client disconnects before the end of the answer. */
  readonly signal: AbortSignal;
  /** Aborts the work for this request, as if its client had disconnected. */
  abort?(): void;
  /** Keeps the platform from ending work that continues after the answer. Absent where the platform never ends it. */
  waitUntil?(work: Promise<unknown>): void;
  /** The slot of this request; set by a concurrency limiter. */
  hold?: WorkHold | undefined;
  /**
   * Value of a header (name in lower case). Repeated headers are joined with `, `, each of them: two `Host` headers are an attack (request
   * smuggling), and no host name, origin or token has a comma.
   */
  header(name: string): string | undefined;
  /** Calls back for each header as `(lowerCaseName, value)`. */
  eachHeader(visit: (name: string, value: string) => void): void;
  /**
   * The whole body as text, read at most once and on demand. Synchronous when all of it has arrived.
   * @param limit maximum of bytes
   * @throws {BodyTooLarge} as soon as the announced or the received length passes the limit
   */
  text(limit: number): Awaitable<string>;
  /**
   * The whole body as bytes, instead of `text`.
   * @throws {BodyTooLarge} as `text`
   */
  bytes(limit: number): Awaitable<Uint8Array>;
}

/** A slot that is held while a request runs, and while the author's work continues after its caller gave up. */
export interface WorkHold {
  /** @param maxMs milliseconds; undefined without a limit */
  lastUntil(work: PromiseLike<unknown>, maxMs: number | undefined): void;
}

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Whether custom headers do not replace its own: what they say is part of how it works, or its author has written them. */
  readonly keepsHeaders?: true;
  readonly body?: string | Uint8Array | StreamBody;
  /** Bytes of a text body as UTF-8, where they are known: hosts need not count them. */
  readonly bodyLength?: number | undefined;
  /** Accepted work that continues after the answer: concurrency limits count it until it settles. Never rejects. */
  readonly working?: Promise<void> | undefined;
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
  /** Runs once when either side has ended the stream. */
  onEnd(listener: () => void): void;
}

/** Handler of a host's requests. Never rejects: every failure is an answer. */
export type HttpHandler = (exchange: HttpExchange) => HttpAnswer | Promise<HttpAnswer>;
