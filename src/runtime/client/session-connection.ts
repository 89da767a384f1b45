import type { RpcMessage } from '../mcp/json-rpc.ts';
import type { JsonObject } from '../model/index.ts';
import type { Connection, SendOptions, ServerFacts, ServerListener } from './connection.ts';
import { eventsOf } from './event-stream.ts';
import { initializeMessage, readHandshake, type Introduction } from './handshake.ts';
import { HttpWire, type HttpOptions } from './http-wire.ts';
import { messageText, readMessage, resultOf } from './messages.ts';
import { Replies } from './peer.ts';

/** Milliseconds for the end of a session to be told. */
const endMs = 2000;

/** Streamable HTTP of 2025: a session at one endpoint, and a stream for what the server says by itself. */
export class SessionConnection implements Connection {
  readonly session: ServerFacts;
  readonly #wire: HttpWire;
  readonly #listener: ServerListener;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ending = new AbortController();
  readonly #replies = new Replies();
  #lastId = 0;

  private constructor(wire: HttpWire, given: { session: ServerFacts; listener: ServerListener; headers: Record<string, string> }) {
    this.#wire = wire;
    this.#listener = given.listener;
    this.#headers = given.headers;
    this.session = given.session;
  }

  /** @throws {ClientError} when the server opens no session */
  static async open(
    options: HttpOptions,
    { introduction, listener, signal }: { introduction: Introduction; listener: ServerListener; signal: AbortSignal },
  ): Promise<SessionConnection> {
    const wire = new HttpWire(options);
    const response = await wire.send({ method: 'POST', body: initializeMessage(introduction), headers: {}, signal });
    const session = readHandshake(resultOf(await wire.answer(response, () => undefined)));
    const id = response.headers.get('mcp-session-id');
    const headers = { 'mcp-protocol-version': session.revision, ...(id === null ? {} : { 'mcp-session-id': id }) };
    const connection = new SessionConnection(wire, { session, listener, headers });
    await connection.#post(messageText({ method: 'notifications/initialized' }), signal).then(({ body: rest }) => rest?.cancel());
    // Without a session a server cannot say anything by itself.
    if (id !== null) await connection.#listen();
    return connection;
  }

  async send(method: string, params: JsonObject, { onNotification, signal }: SendOptions): Promise<JsonObject> {
    const id = ++this.#lastId;
    const cancel = (): void => void this.#tell(messageText({ method: 'notifications/cancelled', params: { requestId: id } }));
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const response = await this.#post(messageText({ id, method, params }), signal);
      return resultOf(await this.#wire.answer(response, (message) => this.#receive(message, onNotification)));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    if (this.#headers['mcp-session-id'] === undefined) return;
    const signal = AbortSignal.timeout(endMs);
    // A server may keep sessions that clients want to end, or be gone.
    await this.#wire.send({ method: 'DELETE', headers: this.#headers, signal }).then(
      ({ body }) => body?.cancel(),
      () => undefined,
    );
  }

  #post(body: string, signal: AbortSignal): Promise<Response> {
    return this.#wire.send({ method: 'POST', body, headers: this.#headers, signal });
  }

  /** A message without an answer; a server that is gone does not hear it. */
  async #tell(body: string): Promise<void> {
    await this.#post(body, this.#ending.signal).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  }

  #receive(message: RpcMessage, notified?: SendOptions['onNotification']): void {
    if (message.kind === 'notification') {
      this.#listener.notified(message.method, message.params);
      notified?.(message.method, message.params);
    } else if (message.kind === 'request') void this.#replies.answer(message, this.#listener, (reply) => this.#tell(reply));
  }

  /** Resolves when the server has answered: from then on nothing is missed. Servers without such a stream answer 405. */
  async #listen(): Promise<void> {
    const headers = { ...this.#headers, accept: 'text/event-stream' };
    const opened = this.#wire.send({ method: 'GET', headers, signal: this.#ending.signal });
    const listening = opened.then(
      (response) => {
        if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return void response.body?.cancel();
        void this.#follow(response);
      },
      () => undefined,
    );
    // Some servers send the head with the first event only.
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([listening, new Promise((resolve) => (timer = setTimeout(resolve, headMs)))]);
    clearTimeout(timer);
  }

  async #follow(response: Response): Promise<void> {
    try {
      for await (const { data } of eventsOf(response)) this.#receive(readMessage(data));
    } catch {
      // It was closed by us, or the server has gone: the next request says so.
    }
  }
}

/** Milliseconds that a client waits for the head of its listening stream. */
const headMs = 250;
