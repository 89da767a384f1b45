import type { JsonObject } from '../model/index.ts';
import type { Connection, SendOptions, ServerFacts, ServerListener } from './connection.ts';
import { ConnectionFailure, NotMcpAnswer } from './errors.ts';
import { eventsOf } from './event-stream.ts';
import { initializeParams, readHandshake, type Introduction } from './handshake.ts';
import { HttpWire, shownAddress, type HttpOptions } from './http-wire.ts';
import { Peer } from './peer.ts';

interface Opening {
  readonly introduction: Introduction;
  readonly listener: ServerListener;
  readonly signal: AbortSignal;
}

/** The transport of 2024-11-05: answers come on a stream, requests go to the address that its first event names. */
export class PairConnection implements Connection {
  readonly #wire: HttpWire;
  readonly #url: URL;
  readonly #peer = new Peer((text) => this.#post(text));
  readonly #ending = new AbortController();
  #endpoint: URL | undefined;
  #session: ServerFacts | undefined;

  private constructor(options: HttpOptions) {
    this.#wire = new HttpWire(options);
    this.#url = options.url;
  }

  /** @param options with the address of the stream @throws {ClientError} */
  static async open(options: HttpOptions, opening: Opening): Promise<PairConnection> {
    const connection = new PairConnection(options);
    try {
      await connection.#open(opening);
      return connection;
    } catch (failure) {
      await connection.close();
      throw failure;
    }
  }

  get session(): ServerFacts {
    if (this.#session === undefined) throw new ConnectionFailure('The session is not open yet');
    return this.#session;
  }

  send(method: string, params: JsonObject, options: SendOptions): Promise<JsonObject> {
    return this.#peer.send(method, params, options);
  }

  close(): Promise<void> {
    this.#ending.abort();
    return Promise.resolve();
  }

  async #open({ introduction, listener, signal }: Opening): Promise<void> {
    const headers = { accept: 'text/event-stream' };
    const response = await this.#wire.send({ method: 'GET', headers, signal: AbortSignal.any([signal, this.#ending.signal]) });
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      await response.body?.cancel();
      throw this.#wire.notMcp(response);
    }
    this.#peer.listener = listener;
    this.#endpoint = await new Promise<URL>((resolve, reject) => {
      void this.#follow(response, { endpoint: resolve, failed: reject });
    });
    this.#session = readHandshake(await this.#peer.send('initialize', initializeParams(introduction), { signal }));
    this.#peer.notify('notifications/initialized');
  }

  async #follow(response: Response, on: { endpoint: (url: URL) => void; failed: (failure: Error) => void }): Promise<void> {
    let why: Error = new ConnectionFailure(`${this.#wire.address} ended its stream`);
    try {
      for await (const { data, event } of eventsOf(response))
        if (event === 'endpoint') on.endpoint(this.#endpointOf(data));
        else this.#peer.receive(data);
    } catch (failure) {
      if (failure instanceof NotMcpAnswer) why = failure;
    }
    on.failed(why);
    this.#peer.end(why);
  }

  /** A token must not follow to another server. */
  #endpointOf(data: string): URL {
    const endpoint = URL.canParse(data, this.#url.href) ? new URL(data, this.#url) : undefined;
    if (endpoint?.origin !== this.#url.origin)
      throw new NotMcpAnswer(
        `${this.#wire.address} names an endpoint of another server${endpoint === undefined ? '' : `, ${shownAddress(endpoint)}`}`,
      );
    return endpoint;
  }

  async #post(body: string): Promise<void> {
    const response = await this.#wire.send({ method: 'POST', url: this.#endpoint, body, headers: {}, signal: this.#ending.signal });
    await response.body?.cancel();
    if (!response.ok) throw this.#wire.notMcp(response);
  }
}
