import { initializeMessage } from '@service/sdk/internal';
import { clearTimeout, setTimeout } from '../clock.ts';
import { ConnectionError, TimeoutError } from '../errors.ts';
import { legacyRevision, texts } from '../texts.ts';
import type { Connection, ConnectionOptions, OpenConnection, ServerFacts } from './connection.ts';
import { handshakeId, initializedBody, readFacts } from './handshake.ts';
import { asResponse, type JsonRpcNotification, type JsonRpcRequest, type JsonRpcResponse, type RequestId } from './messages.ts';
import { asFailure, Wire } from './wire.ts';

/** The transport of 2024-11-05: answers come on `GET /sse`, requests go to the endpoint that its first event names. */
export const openSsePair: OpenConnection = async (options) => {
  const wire = new Wire(options);
  try {
    const url = sseUrl(options.url);
    const answer = await wire.open(url);
    if (answer.status !== 200) {
      answer.body.resume();
      throw new ConnectionError(texts.sseFailed(url.href, `HTTP ${answer.status} ${answer.statusText}`), answer.status);
    }
    const replies = new PendingReplies(options.timeoutMs);
    const endpoint = new Promise<URL>((resolve, reject) => {
      void wire
        .follow(answer, (message, event, data) => {
          if (event === 'endpoint') resolve(new URL(data, url));
          const response = asResponse(message);
          if (response !== undefined) replies.settle(response);
          return event === 'endpoint' || response !== undefined;
        })
        .then(() => {
          reject(new ConnectionError(texts.sseFailed(url.href, 'the stream ended')));
          replies.end();
        });
    });
    return await SsePair.open(wire, { options, endpoint: await endpoint, replies });
  } catch (error) {
    wire.close();
    throw error;
  }
};

/** `/sse` below the path of the endpoint. */
function sseUrl(endpoint: URL): URL {
  const url = new URL(endpoint);
  url.pathname = `${endpoint.pathname.replace(/\/$/, '')}/sse`;
  return url;
}

/** Requests whose answers are still to come on the stream. */
class PendingReplies {
  readonly #pending = new Map<RequestId, { resolve: (response: JsonRpcResponse) => void; reject: (error: Error) => void }>();
  readonly #timeoutMs: () => number;

  constructor(timeoutMs: () => number) {
    this.#timeoutMs = timeoutMs;
  }

  async wait(id: RequestId, post: () => Promise<void>): Promise<JsonRpcResponse> {
    const timeoutMs = this.#timeoutMs();
    let timer: NodeJS.Timeout | undefined;
    const reply = new Promise<JsonRpcResponse>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      timer = setTimeout(() => reject(new TimeoutError(texts.requestTimeout(timeoutMs))), timeoutMs);
    });
    try {
      const [, response] = await Promise.all([post(), reply]);
      return response;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  settle(response: JsonRpcResponse): void {
    const { id } = response;
    if (typeof id === 'string' || typeof id === 'number') this.#pending.get(id)?.resolve(response);
  }

  end(): void {
    for (const { reject } of this.#pending.values()) reject(new ConnectionError('The SSE stream ended'));
  }
}

class SsePair implements Connection {
  readonly facts: ServerFacts;
  readonly sessionId: string | undefined;
  readonly #wire: Wire;
  readonly #endpoint: URL;
  readonly #replies: PendingReplies;

  private constructor(wire: Wire, given: { endpoint: URL; replies: PendingReplies; facts: ServerFacts }) {
    this.#wire = wire;
    this.#endpoint = given.endpoint;
    this.#replies = given.replies;
    this.facts = given.facts;
    this.sessionId = given.endpoint.searchParams.get('sessionId') ?? undefined;
  }

  static async open(wire: Wire, given: { options: ConnectionOptions; endpoint: URL; replies: PendingReplies }): Promise<SsePair> {
    const { endpoint, options, replies } = given;
    wire.replyTo = { url: endpoint, headers: {} };
    const { error, result } = await replies.wait(handshakeId, () => post(wire, endpoint, initializeMessage(options, legacyRevision)));
    if (result === undefined) throw new ConnectionError(error?.message ?? 'no result');
    await post(wire, endpoint, initializedBody);
    return new SsePair(wire, { endpoint, replies, facts: readFacts(result) });
  }

  get lastHeaders(): Readonly<Record<string, string>> {
    return this.#wire.lastHeaders;
  }

  send(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    const body = JSON.stringify(request);
    return asFailure(request.id, () => this.#replies.wait(request.id, () => post(this.#wire, this.#endpoint, body)));
  }

  async notify(notification: JsonRpcNotification): Promise<void> {
    await post(this.#wire, this.#endpoint, JSON.stringify(notification));
  }

  sendRaw(body: string): Promise<JsonRpcResponse> {
    return asFailure(0, async () => (await this.#wire.exchange(this.#endpoint, { body })).response);
  }

  close(): Promise<void> {
    this.#wire.close();
    return Promise.resolve();
  }
}

/** @throws {ConnectionError} when the message is not taken */
async function post(wire: Wire, url: URL, body: string): Promise<void> {
  const { answer, response } = await wire.exchange(url, { body });
  if (answer.status >= 400)
    throw new ConnectionError(response?.error?.message ?? `HTTP ${answer.status} ${answer.statusText}`, answer.status);
}
