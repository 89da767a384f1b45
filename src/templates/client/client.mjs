/* A client without dependencies for browsers, Node and workers: fetch is all it needs. Written by `service generate client`. */
import { contract } from './contract.mjs';

export { contract };

const revision = '2026-07-28';
/** The revision of a request is refused; `data.supported` names others. */
const versionRefused = -32022;
const prefix = 'io.modelcontextprotocol/';

/** RFC 9110 section 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** A server that asks more often than this has lost its way. */
const mostRounds = 32;

/** The server refused or failed: a JSON-RPC error. */
export class RpcError extends Error {
  constructor({ code, message, data }, status) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

/** The tool ran and says that it failed. */
export class ToolError extends Error {
  constructor(tool, result) {
    super(textOf(result) || `${tool} failed`);
    this.name = 'ToolError';
    this.tool = tool;
    this.code = result._meta?.code;
    this.result = result;
  }
}

/** What answered does not speak the protocol, or wants a login. */
export class HttpError extends Error {
  constructor(response, text) {
    super(`HTTP ${response.status}${text === '' ? '' : `: ${text.slice(0, 200)}`}`);
    this.name = 'HttpError';
    this.status = response.status;
    this.headers = response.headers;
  }
}

export function connect({ url, fetch: send = globalThis.fetch, headers = {}, clientInfo, onElicit, onSample, onListRoots }) {
  const handlers = { 'elicitation/create': onElicit, 'sampling/createMessage': onSample, 'roots/list': onListRoots };
  const meta = {
    [`${prefix}protocolVersion`]: revision,
    [`${prefix}clientInfo`]: clientInfo ?? { name: `${contract.server.name}-client`, version: contract.server.version },
    [`${prefix}clientCapabilities`]: {
      ...(onElicit && { elicitation: {} }),
      ...(onSample && { sampling: {} }),
      ...(onListRoots && { roots: {} }),
    },
  };
  let lastId = 0;

  /** One message and its result; a server that names our revision among its own is asked once more. */
  async function exchange(method, params, options) {
    const answer = await attempt(method, params, options);
    const refused = answer.error?.code === versionRefused && answer.error.data?.supported?.includes(revision);
    const { error, result, status } = refused ? await attempt(method, params, options) : answer;
    if (error !== undefined) throw new RpcError(error, status);
    return result;
  }

  async function attempt(method, params, options) {
    lastId += 1;
    const id = lastId;
    const own = options.onProgress ? { ...meta, progressToken: id } : meta;
    const message = { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...params._meta, ...own } } };
    const given = typeof headers === 'function' ? await headers() : headers;
    const response = await send(url, {
      method: 'POST',
      headers: { ...given, ...routingHeaders(method, params) },
      body: JSON.stringify(message),
      ...(options.signal && { signal: options.signal }),
    });
    return { ...(await readAnswer(response, id, options)), status: response.status };
  }

  /** Also answers what the server asks before it can finish. */
  async function request(method, params = {}, options = {}) {
    let round = params;
    for (let count = 0; count < mostRounds; count += 1) {
      const result = await exchange(method, round, options);
      if (result.resultType === undefined || result.resultType === 'complete') return result;
      if (result.resultType !== 'input_required') throw new Error(`${method}: a result of type ${result.resultType} is not understood`);
      const { inputRequests = {}, requestState } = result;
      const inputResponses = {};
      for (const [key, asked] of Object.entries(inputRequests)) inputResponses[key] = await answerOf(asked);
      round = { ...params, inputResponses, ...(requestState !== undefined && { requestState }) };
    }
    throw new Error(`${method}: the server asked ${mostRounds} times`);
  }

  async function answerOf({ method, params }) {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handler === undefined) throw new Error(`The server asks for ${method}, and connect() was given nothing that answers it`);
    return handler(params ?? {});
  }

  async function callTool(name, input = {}, options = {}) {
    return request('tools/call', { name, arguments: input }, options);
  }

  async function result(name, input, options) {
    const answer = await callTool(name, input, options);
    if (answer.isError) throw new ToolError(name, answer);
    return contract.tools[name].structured ? answer.structuredContent : answer;
  }

  return {
    tools: Object.fromEntries(Object.keys(contract.tools).map((name) => [name, (input, options) => result(name, input, options)])),
    callTool,
    request,
    readResource: async (uri, options) => (await request('resources/read', { uri }, options)).contents,
    getPrompt: async (name, args = {}, options = {}) => request('prompts/get', { name, arguments: args }, options),
    listTools: async (options) => (await everyPage((params) => request('tools/list', params, options), 'tools')).filter(hasValidHeaders),
  };
}

async function everyPage(ask, key) {
  const items = [];
  let cursor;
  do {
    const page = await ask(cursor === undefined ? {} : { cursor });
    items.push(...page[key]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

/** The body says it all; these let proxies route without reading it. */
function routingHeaders(method, params) {
  const named = method === 'resources/read' ? params.uri : params.name;
  const marked = method === 'tools/call' ? (contract.tools[params.name]?.headers ?? []) : [];
  const values = marked.map(({ header, path }) => [header, path.reduce((at, key) => at?.[key], params.arguments)]);
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(typeof named === 'string' && { 'mcp-name': headerText(named) }),
    ...Object.fromEntries(
      values.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => [name, headerText(String(value))]),
    ),
  };
}

/** A tool that marks arguments wrongly must not be offered (SEP-2243): which header such an argument travels in would be a guess. */
function hasValidHeaders({ inputSchema }) {
  const names = new Set();
  const isValid = ({ properties = {} }) =>
    Object.values(properties).every((property) => {
      const { 'x-mcp-header': name, type } = property;
      if (name === undefined) return isValid(property);
      if (typeof name !== 'string' || !headerName.test(name) || names.has(name.toLowerCase())) return false;
      names.add(name.toLowerCase());
      return ['string', 'integer', 'boolean'].includes(type);
    });
  return isValid(inputSchema);
}

/** What a header cannot carry as it is goes as base64 of UTF-8. */
function headerText(text) {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}

async function readAnswer(response, id, options) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return readStream(response, id, options);
  const text = await response.text();
  const answer = parse(text);
  if (answer === undefined || answer.jsonrpc !== '2.0') throw new HttpError(response, text);
  return answer;
}

/** Notifications of this call, then its answer. */
async function readStream(response, id, { onProgress, onNotification }) {
  for await (const data of events(response.body)) {
    const message = parse(data);
    if (message === undefined) continue;
    if (message.id === id && message.method === undefined) return message;
    if (message.method === 'notifications/progress') onProgress?.(message.params);
    if (message.method !== undefined) onNotification?.(message);
  }
  throw new Error('The stream ended without an answer');
}

/** The data of each server-sent event. */
async function* events(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n/);
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
        else if (line === '' && data.length > 0) {
          yield data.join('\n');
          data = [];
        }
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parse(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const textOf = ({ content = [] }) =>
  content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
