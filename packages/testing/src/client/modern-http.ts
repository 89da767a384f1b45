import { envelopeOf, maxRounds, nextRound, RoutingHeaders } from '@service/sdk/internal';
import { isJsonObject } from '@service/sdk/model';
import type { Json, JsonObject } from '@service/sdk/model';
import { limits, modernRevision } from '../texts.ts';
import type { Connection, ConnectionOptions, OpenConnection, ServerFacts } from './connection.ts';
import { handshakeId, readServerInfo } from './handshake.ts';
import { failure, type JsonRpcNotification, type JsonRpcRequest, type JsonRpcResponse } from './messages.ts';
import { asFailure, firstResult, Wire } from './wire.ts';

/** Error code for a request whose headers and body disagree. */
const headerMismatch = -32_020;
/** Ids of retries and of listening streams; ids of tests are small. */
const firstOwnId = 1_000_000;

/** 2026-07-28: no session, every request says who sends it; what the server asks comes as a result and is answered by a retry. */
export const openModernHttp: OpenConnection = async (options) => {
  const wire = new Wire(options);
  try {
    const discover: JsonRpcRequest = { jsonrpc: '2.0', id: handshakeId, method: 'server/discover' };
    const result = firstResult(await wire.exchange(options.url, withEnvelope(discover, options)));
    return new ModernHttp(wire, options, readDiscovery(result));
  } catch (error) {
    wire.close();
    throw error;
  }
};

function readDiscovery({ _meta, capabilities, instructions }: JsonObject): ServerFacts {
  return {
    protocolVersion: modernRevision,
    serverInfo: readServerInfo(isJsonObject(_meta) ? _meta['io.modelcontextprotocol/serverInfo'] : undefined),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

class ModernHttp implements Connection {
  readonly facts: ServerFacts;
  readonly sessionId = undefined;
  readonly #wire: Wire;
  readonly #options: ConnectionOptions;
  readonly #routing = new RoutingHeaders();
  #lastId = firstOwnId;

  constructor(wire: Wire, options: ConnectionOptions, facts: ServerFacts) {
    this.#wire = wire;
    this.#options = options;
    this.facts = facts;
  }

  get lastHeaders(): Readonly<Record<string, string>> {
    return this.#wire.lastHeaders;
  }

  async send(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    let round = request;
    for (let count = 0; count < maxRounds; count += 1) {
      const response = await this.#withHeaders(round);
      const { result } = response;
      if (result?.['resultType'] !== 'input_required') return { ...response, id: request.id };
      this.#lastId += 1;
      round = { ...request, id: this.#lastId, params: { ...request.params, ...(await nextRound(result, this.#options.answer)) } };
    }
    return failure(request.id, -32_000, `${request.method}: the server asked ${maxRounds} times`);
  }

  async notify(notification: JsonRpcNotification): Promise<void> {
    const { body, headers } = withEnvelope(notification, this.#options);
    await this.#wire.exchange(this.#options.url, { body, headers });
  }

  sendRaw(body: string): Promise<JsonRpcResponse> {
    return asFailure(0, async () => {
      const headers = { 'mcp-protocol-version': modernRevision };
      return (await this.#wire.exchange(this.#options.url, { body, headers })).response;
    });
  }

  /** Opens a stream of changes; resolves when the server has confirmed it. */
  async listen(notifications: JsonObject): Promise<void> {
    this.#lastId += 1;
    const request: JsonRpcRequest = { jsonrpc: '2.0', id: this.#lastId, method: 'subscriptions/listen', params: { notifications } };
    const answer = await this.#wire.openByPost(this.#options.url, withEnvelope(request, this.#options));
    await new Promise<void>((resolve) => {
      void this.#wire
        .follow(answer, ({ method }) => {
          resolve();
          return method === 'notifications/subscriptions/acknowledged';
        })
        .then(resolve);
    });
  }

  close(): Promise<void> {
    this.#wire.close();
    return Promise.resolve();
  }

  /** A call of a tool that was not listed may lack parameter headers: the client then lists the tools and sends it again. */
  async #withHeaders(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    const response = await this.#once(request);
    const isRefused = response.error?.code === headerMismatch && request.method === 'tools/call';
    if (!isRefused || this.#routing.knows(request.params?.['name'])) return response;
    await this.#learnTools();
    return this.#once(request);
  }

  async #learnTools(): Promise<void> {
    let cursor: Json | undefined;
    const seen = new Set<Json>();
    do {
      this.#lastId += 1;
      const params: JsonObject = cursor === undefined ? {} : { cursor };
      const { result } = await this.#once({ jsonrpc: '2.0', id: this.#lastId, method: 'tools/list', params });
      cursor = result?.['nextCursor'];
      if (cursor === undefined || seen.has(cursor)) return;
      seen.add(cursor);
    } while (seen.size < limits.pages);
  }

  async #once(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    const response = await asFailure(request.id, async () => {
      const posted = withEnvelope(request, this.#options);
      const headers = { ...posted.headers, ...this.#routing.of(request.method, request.params ?? {}) };
      return (await this.#wire.exchange(this.#options.url, { ...posted, headers })).response;
    });
    if (request.method === 'tools/list') this.#routing.learn(response.result ?? {});
    return response;
  }
}

/** The message with who sends it in `_meta`, and the headers that proxies route by (SEP-2243). */
function withEnvelope<T extends JsonRpcRequest | JsonRpcNotification>(
  message: T,
  options: ConnectionOptions,
): { body: string; headers: Record<string, string>; id?: JsonRpcRequest['id'] } {
  const { method, params = {} } = message;
  const own = isJsonObject(params['_meta']) ? params['_meta'] : {};
  return {
    body: JSON.stringify({ ...message, params: { ...params, _meta: { ...envelopeOf(options), ...own } } }),
    headers: { 'mcp-protocol-version': modernRevision, ...new RoutingHeaders().of(method, params) },
    ...('id' in message ? { id: message.id } : {}),
  };
}
