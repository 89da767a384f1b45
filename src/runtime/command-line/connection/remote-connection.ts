import { isJsonObject, parseJsonObject } from '../../model/index.ts';
import { revision20260728 } from '../../mcp/revisions/2026-07-28.ts';
import type { Json, JsonObject, JsonSchema } from '../../model/index.ts';
import { CommandFailure } from '../failures.ts';
import type { Connection, SendOptions } from './connection.ts';
import { readEvents } from './event-stream.ts';
import { readMessage, resultOf } from './connection.ts';
import { readBody } from './read-body.ts';
import { routingHeaders } from './request-headers.ts';

export interface RemoteOptions {
  /** The MCP endpoint. */
  readonly url: URL;
  /** The current access token; `renew` after the server refused the last one. Undefined: there is none (any more). */
  readonly token: (renew: boolean) => Promise<string | undefined>;
  /** Schemas that the build knows, by name of the tool: headers may repeat arguments. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** What to type to sign in. */
  readonly signInHint: string;
}

/** The server answered 401. */
export class SignInNeeded extends CommandFailure {}

/** Bytes of an answer that is no stream. */
const maxAnswerBytes = 256 * 1024 * 1024;

/** A server elsewhere, over HTTP: one POST for each request. */
export class RemoteConnection implements Connection {
  readonly #options: RemoteOptions;
  readonly #schemas: Map<string, JsonSchema>;
  #lastId = 0;

  constructor(options: RemoteOptions) {
    this.#options = options;
    this.#schemas = new Map(options.schemas);
  }

  async send(method: string, params: JsonObject, options: SendOptions): Promise<JsonObject> {
    const result = await this.#request(method, params, options);
    if (method === 'tools/list') this.#keepSchemas(result['tools']);
    return result;
  }

  #keepSchemas(tools: Json | undefined): void {
    for (const tool of Array.isArray(tools) ? tools : []) {
      if (!isJsonObject(tool)) continue;
      const { inputSchema, name } = tool;
      if (typeof name === 'string' && isJsonObject(inputSchema)) this.#schemas.set(name, inputSchema);
    }
  }

  async #request(method: string, params: JsonObject, options: SendOptions): Promise<JsonObject> {
    const id = ++this.#lastId;
    const name = params['name'];
    const schema = typeof name === 'string' ? this.#schemas.get(name) : undefined;
    const request = { body: JSON.stringify({ jsonrpc: '2.0', id, method, params }), headers: routingHeaders(method, params, schema) };
    const first = await this.#post(request, await this.#options.token(false), options.signal);
    if (first.status !== 401 && first.status !== 403) return this.#read(first, options);
    await first.body?.cancel();
    const renewed = first.status === 401 ? await this.#options.token(true) : undefined;
    const second = renewed === undefined ? first : await this.#post(request, renewed, options.signal);
    if (second.status === 401) throw new SignInNeeded(`${this.#options.url.href} asks for a sign-in`, { hint: this.#options.signInHint });
    if (second.status === 403)
      throw new CommandFailure(`${this.#options.url.href} refuses this call: the sign-in does not allow it`, {
        hint: this.#options.signInHint,
      });
    return this.#read(second, options);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #post(
    { body, headers }: { readonly body: string; readonly headers: Record<string, string> },
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    const { url } = this.#options;
    try {
      return await fetch(url, {
        method: 'POST',
        body,
        // A token must not follow to another server.
        redirect: 'error',
        signal,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': revision20260728.version,
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw new CommandFailure(`${url.href} cannot be reached: ${causeOf(cause)}`, {
        hint: 'Check the address, and that the server is running',
        cause,
      });
    }
  }

  async #read(response: Response, { onNotification }: SendOptions): Promise<JsonObject> {
    const type = response.headers.get('content-type') ?? '';
    try {
      if (type.startsWith('text/event-stream')) return await readStream(response, onNotification);
      const text = await readBody(response, maxAnswerBytes);
      if (type.startsWith('application/json') && isMessage(text)) return resultOf(readMessage(text));
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      throw new CommandFailure(`${this.#options.url.href} broke off its answer: ${causeOf(cause)}`, { cause });
    }
    throw new CommandFailure(`${this.#options.url.href} answered with status ${response.status} and no MCP message`, {
      hint: 'Check that the address is that of the MCP endpoint, path included',
    });
  }
}

async function readStream({ body }: Response, onNotification: SendOptions['onNotification']): Promise<JsonObject> {
  for await (const text of readEvents(body ?? [])) {
    const message = readMessage(text);
    if (message.kind === 'response') return resultOf(message);
    if (message.kind === 'notification') onNotification?.(message.method, message.params);
  }
  throw new CommandFailure('The server ended the stream without an answer');
}

const isMessage = (text: string): boolean => parseJsonObject(text)?.['jsonrpc'] === '2.0';

/** `fetch` hides what happened in its cause. */
export function causeOf(failure: unknown): string {
  const inner = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  if (!(inner instanceof Error)) return String(inner);
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  return inner.message === '' ? code : inner.message;
}
