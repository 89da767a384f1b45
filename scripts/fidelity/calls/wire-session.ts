/** JSON as it stands on the wire. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The two generations of the protocol: sessions with `initialize`, and requests that stand for themselves. */
export const eras = ['2025-06-18', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

/** What came back for one request, before normalisation. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Messages of the body in their order; a body that is no JSON is one text. */
  readonly messages: readonly Json[];
}

/** Beyond what a machine with other work needs; a call that never ends is named in `uncalled`. */
const answerLimitMs = 120_000;
/** The local platform of workers would compress, as the real one's edge does and no server of ours. */
const plain = { 'accept-encoding': 'identity' };
const metaKey = (name: string): string => `io.modelcontextprotocol/${name}`;
const capabilities: JsonObject = { elicitation: { form: {} }, sampling: {}, roots: {} };
const clientInfo: JsonObject = { name: 'fidelity', version: '1.0.0' };
/** Methods whose requests of 2026-07-28 repeat a parameter as a header (SEP-2243). */
const namedBy: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One client of one server: requests in order, one at a time. */
export class WireSession {
  readonly #url: string;
  readonly #era: Era;
  #session: Readonly<Record<string, string>> = {};
  #lastId = 0;

  constructor(url: string, era: Era) {
    this.#url = url;
    this.#era = era;
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

  /** Ends the session where there is one. */
  async close(): Promise<void> {
    if (this.#session['mcp-session-id'] === undefined) return;
    await fetch(this.#url, { method: 'DELETE', headers: this.#session, signal: AbortSignal.timeout(answerLimitMs) });
  }

  async #post(message: JsonObject, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...plain, ...headers },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const messages = await this.#readMessages(response);
    return { status: response.status, headers: Object.fromEntries(response.headers), messages };
  }

  async #readMessages(response: Response): Promise<Json[]> {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return readBody(await response.text());
    const messages: Json[] = [];
    let rest = '';
    if (response.body === null) return messages;
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const message of events.flatMap(readEvent)) {
        messages.push(message);
        await this.#answerQuestion(message);
      }
    }
    return messages;
  }

  /** A server that asks in a session gets its answer with a request of its own. */
  async #answerQuestion(message: Json): Promise<void> {
    if (!isObject(message) || typeof message['method'] !== 'string' || message['id'] === undefined) return;
    const result = answerTo(message['method'], isObject(message['params']) ? message['params'] : {});
    await this.#post({ jsonrpc: '2.0', id: message['id'], result }, this.#session);
  }
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
  // eslint-disable-next-line no-control-regex
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function readBody(text: string): Json[] {
  if (text === '') return [];
  try {
    return [JSON.parse(text) as Json];
  } catch {
    return [text];
  }
}

function readEvent(event: string): Json[] {
  const data = event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5));
  return readBody(data.join('\n'));
}
