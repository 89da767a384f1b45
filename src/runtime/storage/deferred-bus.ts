import { connectionError } from './connection-error.ts';
import type { Bus } from './bus.ts';

/** Channels that parts of a server hold before they are reached. */
export class DeferredBus implements Bus {
  readonly #connect: () => Promise<Bus>;
  #opened: Bus | undefined;

  constructor(connect: () => Promise<Bus>) {
    this.#connect = connect;
  }

  /** @throws {StorageConnectionError} */
  async open(): Promise<void> {
    this.#opened = await this.#connect();
  }

  publish = async (channel: string, text: string): Promise<void> => this.#bus.publish(channel, text);
  subscribe = async (channel: string, hear: (text: string) => void): Promise<() => Promise<void>> => this.#bus.subscribe(channel, hear);

  async close(): Promise<void> {
    const bus = this.#opened;
    this.#opened = undefined;
    await bus?.close();
  }

  get #bus(): Bus {
    if (this.#opened === undefined) throw connectionError('the bus', 'the server has not started, or is closing');
    return this.#opened;
  }
}
