import type { MessageSink } from '../../mcp/message-sink.ts';
import type { Logger } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import type { EventStore, StreamKey } from './event-store.ts';
import { LazyEventStream } from './event-stream.ts';

export interface ResumableStreamOptions {
  readonly key: StreamKey;
  readonly store: EventStore;
  readonly logger: Logger;
  /** Whether the client's revision knows events without data (2025-11-25). */
  readonly primes: boolean;
  /** Called after the last message. */
  readonly release: () => void;
}

/**
 * An event stream that outlives its connections: events without a connection are kept, and a client that reconnects with the id of its last
 * event gets the rest (MCP 2025-11-25, transports, resumability).
 */
export class ResumableStream implements MessageSink {
  readonly #options: ResumableStreamOptions;
  #connection: LazyEventStream | undefined;
  #last = 0;
  #finished = false;
  #left = false;

  constructor(options: ResumableStreamOptions) {
    this.#options = options;
  }

  /** Whether a client is connected at the moment. */
  get attended(): boolean {
    return this.#connection?.opened === true;
  }

  /** Whether the first request was answered with an event stream. */
  get opened(): boolean {
    return this.#left || this.#connection?.opened === true;
  }

  /** The first connection; it opens with its first event. */
  connect(open: (answer: HttpAnswer) => void): LazyEventStream {
    return this.#attach(new LazyEventStream(open), 0);
  }

  /** Continues on a connection that another stream has opened. */
  adopt(connection: LazyEventStream): void {
    this.#attach(connection, 0);
  }

  send(message: string): boolean {
    if (this.#finished) return false;
    const number = this.#keep(message);
    this.#connection?.send(message, this.#idOf(number));
    return true;
  }

  /** Sends the last message, if any, and ends the stream. */
  finish(message?: string): void {
    if (this.#finished) return;
    const id = message === undefined ? undefined : this.#idOf(this.#keep(message));
    this.#finished = true;
    this.#connection?.finish(message, id);
    this.#options.release();
  }

  /** Ends a stream that sent nothing. */
  discard(): void {
    this.#finished = true;
    this.#options.release();
  }

  /** Ends the connection but not the stream: the client comes back after `retryMs`. */
  closeForNow(retryMs: number): boolean {
    if (this.#finished || !this.#options.primes) return false;
    this.#connection?.open();
    this.#connection?.control(`retry: ${Math.max(0, Math.trunc(retryMs))}\n\n`);
    this.#connection?.finish();
    this.#left = true;
    this.#connection = undefined;
    return true;
  }

  /** Reconnects a client. False when messages that it missed are no longer kept. */
  async resume(after: number, open: (answer: HttpAnswer) => void): Promise<boolean> {
    const missed: string[] = [];
    while (after + missed.length < this.#last) {
      const kept = await this.#options.store.after(this.#options.key, after + missed.length);
      if (kept === undefined || kept.length === 0) return false;
      missed.push(...kept);
    }
    // An older connection is abandoned: the client has reconnected.
    this.#connection?.finish();
    const connection = this.#attach(new LazyEventStream(open), after);
    connection.open();
    for (const [at, message] of missed.entries()) connection.send(message, this.#idOf(after + at + 1));
    if (this.#finished) connection.finish();
    return true;
  }

  #attach(connection: LazyEventStream, after: number): LazyEventStream {
    if (this.#options.primes) connection.priming = `id: ${this.#idOf(after)}\ndata:\n\n`;
    connection.onEnd = () => {
      if (this.#connection !== connection) return;
      this.#left = true;
      this.#connection = undefined;
    };
    this.#connection = connection;
    return connection;
  }

  #keep(message: string): number {
    const number = ++this.#last;
    const { key, logger, store } = this.#options;
    store.append(key, number, message).catch((failure: unknown) => logger.warn('an event could not be kept', { failure }));
    return number;
  }

  #idOf(number: number): string {
    return `${this.#options.key.streamId}-${number}`;
  }
}
