import { systemClock, type Clock } from '../../std/index.ts';

/** One stream of one session. */
export interface StreamKey {
  readonly sessionId: string;
  readonly streamId: string;
}

/** Keeps what went out on event streams, so that a client that comes back hears what it missed. Asynchronous: a networked store fits too. */
export interface EventStore {
  /** Keeps a message under its number; numbers of a stream rise by one from 1. */
  append(stream: StreamKey, number: number, message: string): Promise<void>;
  /** Keeps that a stream is there before it has a message; absent where all of its connections come to one process, which knows it. */
  begin?(stream: StreamKey): Promise<void>;
  /** Messages after a number, in order; undefined when some of them are no longer kept. */
  after(stream: StreamKey, number: number): Promise<readonly string[] | undefined>;
  /** The session ended: its messages cannot be resumed any more. */
  forget(sessionId: string): Promise<void>;
}

export interface EventStoreLimits {
  /** Maximum over all sessions. */
  readonly maxEvents: number;
  /** Milliseconds that a message is kept. */
  readonly ttlMs: number;
}

/** Characters of all kept messages together: many large results must not fill the memory before they are many. */
const maxCharacters = 64 * 1024 * 1024;

interface StreamRecord {
  readonly key: StreamKey;
  /** Number of the oldest kept message. */
  first: number;
  readonly entries: Entry[];
}

interface Entry {
  readonly message: string;
  readonly keptAt: number;
  readonly stream: StreamRecord;
}

/** Messages of one process. The set keeps their order over all streams, so that the oldest go first: no timer, no scan. */
export class MemoryEventStore implements EventStore {
  readonly #limits: EventStoreLimits;
  readonly #clock: Clock;
  readonly #order = new Set<Entry>();
  readonly #sessions = new Map<string, Map<string, StreamRecord>>();
  #characters = 0;

  constructor(limits: EventStoreLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get size(): number {
    return this.#order.size;
  }

  async append(key: StreamKey, number: number, message: string): Promise<void> {
    const { sessionId, streamId } = key;
    const streams = this.#sessions.get(sessionId) ?? new Map<string, StreamRecord>();
    this.#sessions.set(sessionId, streams);
    const stream = streams.get(streamId) ?? { key, first: number, entries: [] };
    streams.set(streamId, stream);
    const entry = { message, keptAt: this.#clock(), stream };
    stream.entries.push(entry);
    this.#order.add(entry);
    this.#characters += message.length;
    this.#evict();
  }

  async after({ sessionId, streamId }: StreamKey, number: number): Promise<readonly string[] | undefined> {
    this.#evict();
    const stream = this.#sessions.get(sessionId)?.get(streamId);
    if (stream === undefined || number + 1 < stream.first || number >= stream.first + stream.entries.length) return undefined;
    return stream.entries.slice(number + 1 - stream.first).map((entry) => entry.message);
  }

  async forget(sessionId: string): Promise<void> {
    for (const stream of this.#sessions.get(sessionId)?.values() ?? []) for (const entry of stream.entries) this.#drop(entry);
    this.#sessions.delete(sessionId);
  }

  #evict(): void {
    const oldest = this.#clock() - this.#limits.ttlMs;
    for (const entry of this.#order) {
      if (entry.keptAt > oldest && this.#order.size <= this.#limits.maxEvents && this.#characters <= maxCharacters) return;
      entry.stream.entries.shift();
      entry.stream.first++;
      this.#drop(entry);
      if (entry.stream.entries.length === 0) this.#dropStream(entry.stream.key);
    }
  }

  #dropStream({ sessionId, streamId }: StreamKey): void {
    const streams = this.#sessions.get(sessionId);
    streams?.delete(streamId);
    if (streams?.size === 0) this.#sessions.delete(sessionId);
  }

  #drop(entry: Entry): void {
    if (this.#order.delete(entry)) this.#characters -= entry.message.length;
  }
}
