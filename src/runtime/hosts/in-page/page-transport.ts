import type { Channel, OpenChannel } from '../../client/channel-connection.ts';
import { ServiceError } from '../../errors/index.ts';

/** A connection as clients of the official SDK take it. Messages are copied: neither side holds an object of the other. */
export class PageTransport {
  /** Called once the connection has ended. */
  onclose?: (() => void) | undefined;
  /** Called with a message that cannot be read. */
  onerror?: ((error: Error) => void) | undefined;
  /** Called with each message of the server. */
  onmessage?: ((message: object) => void) | undefined;
  readonly #open: OpenChannel;
  #channel: Channel | undefined;
  #ended: string | undefined;

  constructor(open: OpenChannel) {
    this.#open = open;
  }

  /** Connects. */
  async start(): Promise<void> {
    this.#channel = this.#open({
      message: (text) => {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'object' && value !== null) this.onmessage?.(value);
      },
      end: (why) => {
        this.#ended = why;
        this.onclose?.();
      },
    });
  }

  /** Sends a message. @throws {ServiceError} once the connection has ended */
  async send(message: object): Promise<void> {
    if (this.#channel === undefined || this.#ended !== undefined)
      throw new ServiceError('SERVER_ERROR', this.#ended ?? 'start() the transport first', { expose: true });
    this.#channel.send(JSON.stringify(message));
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    await this.#channel?.close();
  }
}
