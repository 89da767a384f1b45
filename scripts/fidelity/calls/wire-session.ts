import { BackgroundStream } from './background-stream.ts';
import { readBody, readEvents } from './event-stream.ts';
import {
  answerFrom,
  isEventStream,
  isObject,
  uncompressed,
  type Answer,
  type Era,
  type HeaderFields,
  type Json,
  type JsonObject,
} from './wire.ts';

/** Beyond what a machine with other work needs; a call that never ends is named in `uncalled`. */
const answerLimitMs = 60_000;
const metaKey = (name: string): string => `io.modelcontextprotocol/${name}`;
const capabilities: JsonObject = { elicitation: { form: {} }, sampling: {}, roots: {} };
const clientInfo: JsonObject = { name: 'fidelity', version: '1.0.0' };
/** Methods whose requests of 2026-07-28 repeat a parameter as a header (SEP-2243). */
const namedBy: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** One client of one endpoint: requests in order, one at a time. */
export class WireSession {
  readonly #url: string;
  readonly #era: Era;
  readonly #credential: HeaderFields;
  #session: HeaderFields = {};
  #lastId = 0;

  constructor(url: string, era: Era, credential: HeaderFields = {}) {
    this.#url = url;
    this.#era = era;
    this.#credential = credential;
  }

  /** Opens a session where the era has one; the answer is compared as any other. */
  async open(): Promise<Answer> {
    if (this.#era === '2026-07-28') return this.request('server/discover');
    const answer = await this.request('initialize', { protocolVersion: this.#era, capabilities, clientInfo });
    const id = answer.headers['mcp-session-id'];
    this.#session = { 'mcp-protocol-version': this.#era, ...(id === undefined ? {} : { 'mcp-session-id': id }) };
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' }, this.#session);
    return answer;
  }

  /** The GET stream of the session. */
  background(): Promise<BackgroundStream> {
    return BackgroundStream.open(this.#url, { ...this.#credential, ...this.#session });
  }

  /** Sends one request; questions of the server in between are answered in the same way every time. */
  async request(method: string, params: JsonObject = {}): Promise<Answer> {
    const id = ++this.#lastId;
    if (this.#era === '2025-06-18') return this.#post({ jsonrpc: '2.0', id, method, params }, this.#session);
    const name = params[namedBy[method] ?? ''];
    const headers = {
      'mcp-protocol-version': this.#era,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
    };
    const given = isObject(params['_meta']) ? params['_meta'] : {};
    const _meta = {
      ...given,
      [metaKey('protocolVersion')]: this.#era,
      [metaKey('clientCapabilities')]: capabilities,
      [metaKey('clientInfo')]: clientInfo,
    };
    return this.#post({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }, headers);
  }

  /** Ends the session. */
  async close(): Promise<Answer> {
    const headers = { ...uncompressed, ...this.#credential, ...this.#session };
    return this.#read(await sendAgain(this.#url, { method: 'DELETE', headers }));
  }

  async #post(message: JsonObject, headers: HeaderFields): Promise<Answer> {
    const response = await sendAgain(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...uncompressed,
        ...this.#credential,
        ...headers,
      },
      body: JSON.stringify(message),
    });
    return this.#read(response);
  }

  async #read(response: Response): Promise<Answer> {
    const messages: Json[] = [];
    if (!isEventStream(response)) messages.push(...readBody(await response.text()));
    else if (response.body !== null)
      for await (const message of readEvents(response.body)) {
        messages.push(message);
        await this.#answerQuestion(message);
      }
    return answerFrom(response, messages);
  }

  /** A server that asks in a session gets its answer with a request of its own. */
  async #answerQuestion(message: Json): Promise<void> {
    if (!isObject(message) || typeof message['method'] !== 'string' || message['id'] === undefined) return;
    const result = answerTo(message['method'], isObject(message['params']) ? message['params'] : {});
    await this.#post({ jsonrpc: '2.0', id: message['id'], result }, this.#session);
  }
}

/**
 * Sends a request, and once more when a kept connection was closed just as it was written: a busy machine sees the end too late, and clients
 * open another connection then (RFC 9112, 9.3.1). A server that has died refuses the second one.
 */
async function sendAgain(url: string, request: RequestInit): Promise<Response> {
  const send = (): Promise<Response> => fetch(url, { ...request, signal: AbortSignal.timeout(answerLimitMs) });
  try {
    return await send();
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    if (cause?.code !== 'UND_ERR_SOCKET' && cause?.code !== 'ECONNRESET') throw error;
    return send();
  }
}

/** A request beside the endpoint. */
export async function getPage(url: string): Promise<Answer> {
  const response = await fetch(url, { headers: uncompressed, redirect: 'manual', signal: AbortSignal.timeout(answerLimitMs) });
  return answerFrom(response, readBody(await response.text()));
}

/** The answer to a question of the server: forms are accepted with the first value that fits each field. */
export function answerTo(method: string, params: JsonObject): JsonObject {
  if (method === 'roots/list') return { roots: [{ uri: 'file:///fidelity', name: 'fidelity' }] };
  if (method === 'sampling/createMessage')
    return { role: 'assistant', content: { type: 'text', text: 'sampled' }, model: 'fidelity', stopReason: 'endTurn' };
  if (method !== 'elicitation/create') return {};
  const schema = isObject(params['requestedSchema']) ? params['requestedSchema'] : {};
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const content = Object.entries(properties).map(([name, property]) => [name, fieldValue(isObject(property) ? property : {})]);
  return { action: 'accept', content: Object.fromEntries(content) as JsonObject };
}

function fieldValue({ type, enum: choices, default: fallback, minimum }: JsonObject): Json {
  if (fallback !== undefined) return fallback;
  if (Array.isArray(choices)) return (choices as readonly Json[])[0] ?? null;
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? minimum : 1;
  return 'fidelity';
}

/** Texts that a header cannot carry are sent in base64 (SEP-2243). */
function headerText(text: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
