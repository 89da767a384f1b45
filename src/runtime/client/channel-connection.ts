import type { JsonObject } from '../model/index.ts';
import type { Connection, SendOptions, ServerFacts, ServerListener } from './connection.ts';
import { ClientError, ConnectionFailure } from './errors.ts';
import { initializeParams, readHandshake, type Introduction } from './handshake.ts';
import { Peer } from './peer.ts';

/** What a channel hears of its server. */
export interface ChannelListener {
  /** One message, as text. */
  readonly message: (text: string) => void;
  /** The server has gone. */
  readonly end: (why: string) => void;
}

/** Whole messages both ways: the lines of a process or a socket, or a server in this process. */
export interface Channel {
  /** Sends one message, as text. */
  readonly send: (text: string) => void;
  /** Ends the channel. */
  readonly close: () => Promise<void>;
}

/** Opens a channel and says where its messages go. */
export type OpenChannel = (listener: ChannelListener) => Channel;

/** A server at the other end of a channel, in either era. */
export class ChannelConnection implements Connection {
  readonly #peer = new Peer((text) => this.#channel.send(text));
  readonly #channel: Channel;
  session?: ServerFacts;

  constructor(open: OpenChannel) {
    this.#channel = open({
      message: (text) => {
        try {
          this.#peer.receive(text);
        } catch (failure) {
          this.#peer.end(failure instanceof Error ? failure : new ClientError(String(failure)));
        }
      },
      end: (why) => this.#peer.end(new ConnectionFailure(why)),
    });
  }

  send(method: string, params: JsonObject, options: SendOptions): Promise<JsonObject> {
    return this.#peer.send(method, params, options);
  }

  /** Begins a session of 2025 or before; the server then says and asks things by itself. */
  async initialize(introduction: Introduction, listener: ServerListener, signal: AbortSignal): Promise<void> {
    this.#peer.listener = listener;
    this.session = readHandshake(await this.#peer.send('initialize', initializeParams(introduction), { signal }));
    this.#peer.notify('notifications/initialized');
  }

  close(): Promise<void> {
    this.#peer.end(new ConnectionFailure('The client was closed'));
    return this.#channel.close();
  }
}
