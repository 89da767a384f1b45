import type { JsonObject, JsonSchema } from '../model/index.ts';
import type { Connection, SendOptions } from './connection.ts';
import { HttpWire, type HttpOptions } from './http-wire.ts';
import { messageText, resultOf } from './messages.ts';
import { modernRevision } from './handshake.ts';
import { RoutingHeaders } from './routing-headers.ts';

export interface HttpConnectionOptions extends HttpOptions {
  /** Schemas that are known before the server lists them, by name of the tool: headers may repeat arguments. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
}

/** 2026-07-28 over HTTP: one POST for each request. */
export class HttpConnection implements Connection {
  readonly #wire: HttpWire;
  readonly #routing: RoutingHeaders;
  #lastId = 0;

  constructor(options: HttpConnectionOptions) {
    this.#wire = new HttpWire(options);
    this.#routing = new RoutingHeaders(options.schemas);
  }

  async send(method: string, params: JsonObject, { onNotification, signal }: SendOptions): Promise<JsonObject> {
    const id = ++this.#lastId;
    const headers = { 'mcp-protocol-version': modernRevision, ...this.#routing.of(method, params) };
    const response = await this.#wire.send({ method: 'POST', body: messageText({ id, method, params }), headers, signal });
    const answer = await this.#wire.answer(response, (message) => {
      if (message.kind === 'notification') onNotification?.(message.method, message.params);
    });
    const result = resultOf(answer);
    if (method === 'tools/list') this.#routing.learn(result);
    return result;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
