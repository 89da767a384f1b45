import type { MessageSink } from '../../mcp/client-channel.ts';
import type { AnswerStream, HttpAnswer } from '../../web/exchange.ts';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Some proxies collect a stream until it ends unless told otherwise.
  'x-accel-buffering': 'no',
} as const;

/** Milliseconds; proxies commonly close a connection that is silent for 30 or 60 seconds. */
const keepAliveMs = 25_000;

/** Characters kept for a reader that is behind; beyond that notifications are dropped, so that it cannot fill the memory. */
const maxPending = 1024 * 1024;

/**
 * An event stream that comes into being with its first message. A call that sends nothing before its answer never opens one and is
 * answered with plain JSON in one write.
 */
export class LazyEventStream implements MessageSink {
  readonly #open: (answer: HttpAnswer) => void;
  readonly #extraHeaders: Readonly<Record<string, string>>;
  #stream: AnswerStream | undefined;
  #pending: string[] = [];
  #pendingLength = 0;
  #opened = false;
  #finished = false;
  #waiting = false;
  #keepAliveTimer: ReturnType<typeof setInterval> | undefined;
  onEnd: (() => void) | undefined;
  /** Written first of all, when set before the stream opens. */
  priming: string | undefined;

  constructor(open: (answer: HttpAnswer) => void, extraHeaders: Readonly<Record<string, string>> = {}) {
    this.#open = open;
    this.#extraHeaders = extraHeaders;
  }

  get opened(): boolean {
    return this.#opened;
  }

  /**
   * Drops messages for which a slow reader has no room; a single long message always has room.
   * @param id named by clients that come back; absent where nothing can be resumed
   */
  send(message: string, id?: string): boolean {
    if (this.#finished || this.#stream?.ended === true) return false;
    if (this.#pendingLength > 0 && this.#pendingLength + message.length > maxPending) return false;
    this.#queue(frameOf(message, id));
    return true;
  }

  /** A comment: keeps proxies from closing an idle stream. */
  keepAlive(): void {
    if (!this.#finished && this.#pendingLength === 0) this.#queue(':\n\n');
  }

  /** A field for the reader itself. */
  control(frame: string): void {
    if (!this.#finished) this.#queue(frame);
  }

  /** Opens the stream before there is a message. */
  open(): void {
    if (this.#opened) return;
    this.#opened = true;
    if (this.priming !== undefined) {
      this.#pending.unshift(this.priming);
      this.#pendingLength += this.priming.length;
    }
    const headers = { ...streamHeaders, ...this.#extraHeaders };
    this.#open({ status: 200, headers, keepsHeaders: true, body: (stream) => this.#attach(stream) });
  }

  /** Sends the last message, if any, and closes. */
  finish(message?: string, id?: string): void {
    if (this.#finished) return;
    if (message !== undefined) this.#queue(frameOf(message, id));
    this.#finished = true;
    this.#flush();
  }

  #queue(frame: string): void {
    this.#pending.push(frame);
    this.#pendingLength += frame.length;
    this.open();
    this.#flush();
  }

  #attach(stream: AnswerStream): void {
    this.#stream = stream;
    this.#keepAliveTimer = setInterval(() => this.keepAlive(), keepAliveMs);
    stream.onEnd(() => {
      clearInterval(this.#keepAliveTimer);
      this.#pending = [];
      this.#pendingLength = 0;
      this.onEnd?.();
    });
    this.#flush();
  }

  #flush(): void {
    const stream = this.#stream;
    if (stream === undefined || this.#waiting || stream.ended) return;
    while (this.#pending.length > 0) {
      const frame = this.#pending.shift() ?? '';
      this.#pendingLength -= frame.length;
      if (!stream.write(frame)) {
        this.#waitForReader(stream);
        return;
      }
    }
    if (this.#finished) stream.end();
  }

  #waitForReader(stream: AnswerStream): void {
    this.#waiting = true;
    void stream.whenDrained().then(() => {
      this.#waiting = false;
      this.#flush();
    });
  }
}

function frameOf(message: string, id: string | undefined): string {
  return id === undefined ? `event: message\ndata: ${message}\n\n` : `id: ${id}\nevent: message\ndata: ${message}\n\n`;
}
