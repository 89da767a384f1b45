import type { Conversation } from '../../mcp/sessions/conversation.ts';
import type { Awaitable, Logger } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerCall, type RunCall } from './answer-call.ts';
import type { EventStore, StreamKey } from './event-store.ts';
import { LazyEventStream } from './event-stream.ts';
import type { MessageSink } from '../../mcp/client-channel.ts';

interface LiveStreams {
  count: number;
  readonly byId: Map<string, ResumableStream>;
}

/** `<stream>-<number>`: an id names its stream and the position in it. */
const eventIdForm = /^([0-9a-z]{1,24})-(\d{1,12})$/;

/** Prefix of streams for messages outside of calls, which another instance can continue. */
export const backgroundMark = 'g';

/** Of the events of a call that another instance runs: a connection follows them for ten seconds. */
const maxBetweenLooksMs = 1000;
const maxLooks = 13;

/** The resumable streams of every session on this instance. */
export class SessionStreams {
  readonly #store: EventStore;
  readonly #logger: Logger;
  readonly #live = new WeakMap<Conversation, LiveStreams>();

  readonly #tag: string;

  /** @param tag of this instance, where events are shared by several */
  constructor(store: EventStore, logger: Logger, tag = '') {
    this.#store = store;
    this.#logger = logger;
    this.#tag = tag;
  }

  /** A new stream, known until it is finished or discarded; its events are kept longer. */
  open(session: Conversation, kind: 'call' | 'background' = 'call'): ResumableStream {
    const live = this.#of(session);
    const streamId = `${this.#tag === '' || kind === 'call' ? '' : backgroundMark}${this.#tag}${++live.count}`;
    const stream = new ResumableStream({
      key: { sessionId: session.opening.id ?? '', streamId },
      store: this.#store,
      logger: this.#logger,
      primes: session.opening.revision.primesStreams,
      release: () => void live.byId.delete(streamId),
    });
    live.byId.set(streamId, stream);
    return stream;
  }

  /** The rest of a stream, or undefined when its events are unknown or no longer kept. */
  async resume(session: Conversation, lastEventId: string): Promise<HttpAnswer | undefined> {
    const [, streamId, numeral] = eventIdForm.exec(lastEventId) ?? [];
    if (streamId === undefined) return undefined;
    const number = Number(numeral);
    const live = this.#of(session).byId.get(streamId);
    if (live !== undefined) {
      return new Promise((resolve, reject) => {
        live.resume(number, resolve).then((found) => {
          if (!found) resolve(undefined);
        }, reject);
      });
    }
    const key = { sessionId: session.opening.id ?? '', streamId };
    const missed = await this.#store.after(key, number);
    if (missed === undefined) return undefined;
    return new Promise((resolve) => {
      const connection = new LazyEventStream(resolve);
      // Comes back by the same id when there is nothing to hear yet.
      if (session.opening.revision.primesStreams) connection.priming = primingOf(lastEventId);
      connection.open();
      const isOver = sendAll(connection, { streamId, number }, missed);
      // No other instance sends on this stream: its instance is gone, or the client has left it.
      if (streamId.startsWith(backgroundMark)) return session.attended ? connection.finish() : this.goOn(session, connection);
      if (isOver || this.#store.begin === undefined) connection.finish();
      else void this.#follow(connection, key, number + missed.length);
    });
  }

  /** Sends what another instance keeps of a call that it runs, until its answer. Where that takes longer, the client comes back. */
  async #follow(connection: LazyEventStream, key: StreamKey, last: number): Promise<void> {
    let [isOver, number] = [false, last];
    connection.onEnd = () => (isOver = true);
    try {
      for (let looks = 0; !isOver && looks < maxLooks; looks++) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(maxBetweenLooksMs, 100 * 2 ** looks)));
        const more = (await this.#store.after(key, number)) ?? [];
        isOver = sendAll(connection, { streamId: key.streamId, number }, more) || isOver;
        number += more.length;
      }
    } catch (failure) {
      this.#logger.warn('a stream of another instance could not be continued', { failure });
    }
    connection.finish();
  }

  /** Continues the background stream of a session as a new stream on an open connection. */
  goOn(session: Conversation, connection: LazyEventStream): void {
    session.endBackground();
    const stream = this.open(session, 'background');
    stream.adopt(connection);
    session.openBackground(
      stream,
      () => stream.finish(),
      () => stream.attended,
    );
    connection.keepAlive();
  }

  /** Answers a call on a stream of its own, for which the client may come back. */
  answer(session: Conversation, run: RunCall): Awaitable<HttpAnswer> {
    const stream = this.open(session);
    const runOn: RunCall = async (sink) => {
      const answer = await run(sink);
      // Answered with plain JSON: there is no stream to resume.
      if (!stream.opened) stream.discard();
      return answer;
    };
    return answerCall(runOn, (open) => {
      const connection = stream.connect(open);
      // Opened at once, so that a client that loses any answer can resume.
      if (session.opening.revision.primesStreams) connection.open();
      return stream;
    });
  }

  /** A new background stream replaces the old one; messages sent while the client is away are kept. */
  openBackground(session: Conversation): Promise<HttpAnswer> {
    return new Promise((resolve) => this.goOn(session, new LazyEventStream(resolve)));
  }

  async forget(session: Conversation): Promise<void> {
    this.#live.delete(session);
    await this.#store.forget(session.opening.id ?? '');
  }

  #of(session: Conversation): LiveStreams {
    const found = this.#live.get(session) ?? { count: 0, byId: new Map<string, ResumableStream>() };
    this.#live.set(session, found);
    return found;
  }
}

/** Sends messages after a number; whether the last of them is the answer, which ends the stream of a call. */
function sendAll(
  connection: LazyEventStream,
  { number, streamId }: { readonly streamId: string; readonly number: number },
  messages: readonly string[],
): boolean {
  for (const [at, message] of messages.entries()) connection.send(message, `${streamId}-${number + at + 1}`);
  const last = messages.at(-1);
  return last !== undefined && !Object.hasOwn(JSON.parse(last) as object, 'method');
}

interface ResumableStreamOptions {
  readonly key: StreamKey;
  readonly store: EventStore;
  readonly logger: Logger;
  /** Whether the client's revision knows events without data (2025-11-25). */
  readonly primes: boolean;
  /** Called after the last message. */
  readonly release: () => void;
}

/** An event without data, whose id the client comes back by (MCP 2025-11-25, transports). */
const primingOf = (id: string): string => `id: ${id}\ndata:\n\n`;

/**
 * An event stream that outlives its connections: events without a connection are kept, and a client that reconnects with the id of its last
 * event gets the rest (MCP 2025-11-25, transports, resumability).
 */
class ResumableStream implements MessageSink {
  readonly #options: ResumableStreamOptions;
  #connection: LazyEventStream | undefined;
  #last = 0;
  #finished = false;
  #left = false;
  /** The last one that is on its way to the client, or is kept for one that has gone. */
  #sent = 0;
  /** Settles when every message so far is kept; undefined until one has to be kept before it is sent. */
  #keeping: Promise<unknown> | undefined;

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

  /** Continues on a connection that another stream may have opened: its client must not come back by an id of that one. */
  adopt(connection: LazyEventStream): void {
    void this.#begin();
    this.#attach(connection, 0);
    if (connection.opened && connection.priming !== undefined) connection.control(connection.priming);
  }

  send(message: string): boolean {
    if (this.#finished) return false;
    const { kept, number } = this.#keep(message);
    if (this.#options.store.begin === undefined) this.#deliver(message, number);
    else {
      // A client that has an id comes back by it, and another instance knows only what is kept. The stream is open meanwhile.
      this.#connection?.open();
      this.#keeping = Promise.all([this.#keeping, kept]).then(() => this.#deliver(message, number));
    }
    return true;
  }

  #deliver(message: string, number: number): void {
    // A client that came back meanwhile has it from the store.
    if (number <= this.#sent) return;
    this.#sent = number;
    this.#connection?.send(message, this.#idOf(number));
  }

  /** Sends the last message, if any, and ends the stream. */
  finish(message?: string): void {
    if (this.#finished) return;
    const number = message === undefined ? undefined : this.#keep(message).number;
    this.#finished = true;
    const end = (): void => {
      if (number === undefined || number <= this.#sent) this.#connection?.finish();
      else this.#connection?.finish(message, this.#idOf(number));
      this.#options.release();
    };
    if (this.#keeping === undefined) end();
    else void this.#keeping.then(end);
  }

  /** Ends a stream that sent nothing. */
  discard(): void {
    this.#finished = true;
    this.#options.release();
  }

  /** Ends the connection but not the stream: the client comes back after `retryMs`. */
  closeForNow(retryMs: number): boolean {
    if (this.#finished || !this.#options.primes) return false;
    const connection = this.#connection;
    connection?.open();
    connection?.control(`retry: ${Math.max(0, Math.trunc(retryMs))}\n\n`);
    const begun = this.#leave();
    if (begun === undefined) connection?.finish();
    else void begun.then(() => connection?.finish());
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
    this.#sent = after + missed.length;
    // An older connection is abandoned: the client has reconnected.
    this.#connection?.finish();
    const connection = this.#attach(new LazyEventStream(open), after);
    connection.open();
    for (const [at, message] of missed.entries()) connection.send(message, this.#idOf(after + at + 1));
    if (this.#finished) connection.finish();
    return true;
  }

  #attach(connection: LazyEventStream, after: number): LazyEventStream {
    if (this.#options.primes) connection.priming = primingOf(this.#idOf(after));
    connection.onEnd = () => {
      if (this.#connection === connection) void this.#leave();
    };
    this.#connection = connection;
    return connection;
  }

  /** The client has gone, and may come back to another instance. */
  #leave(): Promise<void> | undefined {
    this.#left = true;
    this.#connection = undefined;
    return this.#finished || this.#last > 0 ? undefined : this.#begin();
  }

  /** Where instances share their events: the id that opened the stream is one that all of them know. */
  #begin(): Promise<void> | undefined {
    const { key, logger, primes, store } = this.#options;
    if (!primes) return undefined;
    return store.begin?.(key).catch((failure: unknown) => logger.warn('the beginning of a stream could not be kept', { failure }));
  }

  #keep(message: string): { readonly number: number; readonly kept: Promise<void> } {
    const number = ++this.#last;
    const { key, logger, store } = this.#options;
    const warn = (failure: unknown): void => logger.warn('an event could not be kept', { failure });
    return { number, kept: store.append(key, number, message).catch(warn) };
  }

  #idOf(number: number): string {
    return `${this.#options.key.streamId}-${number}`;
  }
}
