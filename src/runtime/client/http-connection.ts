import { isJsonObject } from '../model/index.ts';
import type { Json, JsonObject, JsonSchema } from '../model/index.ts';
import type { Connection, SendOptions } from './connection.ts';
import { HttpWire, type HttpOptions } from './http-wire.ts';
import { messageText, resultOf } from './messages.ts';
import { modernRevision } from './revisions.ts';
import { routingHeaders } from './routing-headers.ts';

export interface HttpConnectionOptions extends HttpOptions {
  /** Schemas that are known before the server lists them, by name of the tool: headers may repeat arguments. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
}

/** 2026-07-28 over HTTP: one POST for each request. */
export class HttpConnection implements Connection {
  readonly #wire: HttpWire;
  readonly #schemas: Map<string, JsonSchema>;
  #lastId = 0;

  constructor(options: HttpConnectionOptions) {
    this.#wire = new HttpWire(options);
    this.#schemas = new Map(options.schemas);
  }

  async send(method: string, params: JsonObject, { onNotification, signal }: SendOptions): Promise<JsonObject> {
    const id = ++this.#lastId;
    const name = params['name'];
    const schema = typeof name === 'string' ? this.#schemas.get(name) : undefined;
    const headers = { 'mcp-protocol-version': modernRevision, ...routingHeaders(method, params, schema) };
    const response = await this.#wire.send({ method: 'POST', body: messageText({ id, method, params }), headers, signal });
    const answer = await this.#wire.answer(response, (message) => {
      if (message.kind === 'notification') onNotification?.(message.method, message.params);
    });
    const result = resultOf(answer);
    if (method === 'tools/list') this.#keepSchemas(result['tools']);
    return result;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #keepSchemas(tools: Json | undefined): void {
    for (const tool of Array.isArray(tools) ? tools : []) {
      if (!isJsonObject(tool)) continue;
      const { inputSchema, name } = tool;
      if (typeof name === 'string' && isJsonObject(inputSchema)) this.#schemas.set(name, inputSchema);
    }
  }
}
