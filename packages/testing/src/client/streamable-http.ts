import { initializeMessage } from '@service/sdk/internal';
import { clearTimeout, setTimeout } from '../clock.ts';
import { legacyRevision } from '../texts.ts';
import type { Connection, ConnectionOptions, OpenConnection, ServerFacts } from './connection.ts';
import { handshakeId, initializedBody, readFacts } from './handshake.ts';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts';
import { asFailure, firstResult, Wire } from './wire.ts';

/** Milliseconds that a client waits for the head of its listening stream, which some servers send with the first event only. */
const listenHeadMs = 250;

/** Streamable HTTP of 2025-06-18: one endpoint, a session, a GET stream for what the server says by itself. */
export const openStreamableHttp: OpenConnection = async (options) => {
  const wire = new Wire(options);
  try {
    const first = await wire.exchange(options.url, { body: initializeMessage(options, legacyRevision), id: handshakeId });
    const facts = readFacts(firstResult(first));
    const session = first.answer.headers['mcp-session-id'];
    const connection = new StreamableHttp(wire, { options, facts, sessionId: typeof session === 'string' ? session : undefined });
    await connection.start();
    return connection;
  } catch (error) {
    wire.close();
    throw error;
  }
};

class StreamableHttp implements Connection {
  readonly facts: ServerFacts;
  readonly sessionId: string | undefined;
  readonly #wire: Wire;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(wire: Wire, given: { options: ConnectionOptions; facts: ServerFacts; sessionId: string | undefined }) {
    this.#wire = wire;
    this.#url = given.options.url;
    this.facts = given.facts;
    this.sessionId = given.sessionId;
    this.#headers = {
      'mcp-protocol-version': given.facts.protocolVersion,
      ...(given.sessionId === undefined ? {} : { 'mcp-session-id': given.sessionId }),
    };
    wire.replyTo = { url: this.#url, headers: this.#headers };
  }

  get lastHeaders(): Readonly<Record<string, string>> {
    return this.#wire.lastHeaders;
  }

  async start(): Promise<void> {
    await this.#post(initializedBody);
    // Without a session the server cannot send messages by itself.
    if (this.sessionId !== undefined) await this.#listen();
  }

  send(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    const { id } = request;
    return asFailure(id, async () => {
      const posted = { body: JSON.stringify(request), headers: this.#headers, id };
      return (await this.#wire.exchange(this.#url, posted)).response;
    });
  }

  async notify(notification: JsonRpcNotification): Promise<void> {
    await this.#post(JSON.stringify(notification));
  }

  sendRaw(body: string): Promise<JsonRpcResponse> {
    return asFailure(0, () => this.#post(body));
  }

  async close(): Promise<void> {
    if (this.sessionId !== undefined) await this.#wire.delete(this.#url, this.#headers);
    this.#wire.close();
  }

  async #post(body: string): Promise<JsonRpcResponse | undefined> {
    return (await this.#wire.exchange(this.#url, { body, headers: this.#headers })).response;
  }

  async #listen(): Promise<void> {
    const opened = this.#wire.open(this.#url, this.#headers).then(
      (answer) => {
        const isStream = String(answer.headers['content-type'] ?? '').startsWith('text/event-stream');
        if (!isStream) return void answer.body.resume();
        void this.#wire.follow(answer, () => false);
      },
      () => undefined,
    );
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([opened, new Promise((resolve) => (timer = setTimeout(resolve, listenHeadMs)))]);
    clearTimeout(timer);
  }
}
