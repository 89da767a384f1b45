import type { Store } from '../../model/store.ts';
import type { EventStore, StreamKey, EventStoreLimits } from '../../http/transports/event-store.ts';

/** Messages that every instance can send again: one value a message, and one that names the last of a stream. */
export class SharedEventStore implements EventStore {
  readonly #store: Store;
  readonly #limits: EventStoreLimits;
  /** The end of the queue of each stream: the name of the last message must not go back. */
  readonly #writing = new Map<string, Promise<void>>();

  /** @param limits `maxEvents` of one stream: no instance knows how many there are of all */
  constructor(store: Store, limits: EventStoreLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  append(key: StreamKey, number: number, message: string): Promise<void> {
    return this.#inTurn(eventStreamName(key), (name) => this.#write(name, number, message));
  }

  begin(key: StreamKey): Promise<void> {
    const { ttlMs } = this.#limits;
    return this.#inTurn(eventStreamName(key), async (name) => {
      await this.#store.compareAndSet(name, { expected: undefined, next: '0', ttlMs });
    });
  }

  #inTurn(name: string, step: (name: string) => Promise<void>): Promise<void> {
    const before = this.#writing.get(name) ?? Promise.resolve();
    const write = before.catch(() => undefined).then(() => step(name));
    this.#writing.set(name, write);
    const forget = (): void => {
      if (this.#writing.get(name) === write) this.#writing.delete(name);
    };
    write.then(forget, forget);
    return write;
  }

  async after(key: StreamKey, number: number): Promise<readonly string[] | undefined> {
    const name = eventStreamName(key);
    await this.#writing.get(name)?.catch(() => undefined);
    const last = Number((await this.#store.get(name)) ?? -1);
    // Also a client that names a number far back must not make us ask for more than is kept.
    if (number > last || last - number > this.#limits.maxEvents) return undefined;
    const missed = Array.from({ length: last - number }, (_, at) => this.#store.get(`${name}:${number + 1 + at}`));
    const messages = (await Promise.all(missed)).filter((message) => message !== undefined);
    // A gap must not be taken for silence.
    return messages.length === missed.length ? messages : undefined;
  }

  /** Nobody can ask for them without the session; they go at their end. */
  async forget(): Promise<void> {}

  async #write(name: string, number: number, message: string): Promise<void> {
    const { maxEvents, ttlMs } = this.#limits;
    await this.#store.set(`${name}:${number}`, message, { ttlMs });
    await this.#store.set(name, String(number), { ttlMs });
    if (number > maxEvents) await this.#store.delete(`${name}:${number - maxEvents}`);
  }
}

export const eventStreamName = ({ sessionId, streamId }: StreamKey): string => `${sessionId}:${streamId}`;
