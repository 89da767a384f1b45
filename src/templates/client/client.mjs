/* What `service generate client` writes, bundled with the one client of MCP. */
import { Client } from '@service/sdk/client';
import { eventsOf, RoutingHeaders } from '@service/sdk/internal';
import { parseJsonObject } from '@service/sdk/model';
import { contract } from './contract.mjs';

export { contract };

const revision = '2026-07-28';
/** The revision of a request is refused; `data.supported` names others. */
const versionRefused = -32022;

/** RFC 9110 section 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

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

/** One POST for each message; everything else is the client's. */
function openConnection({ url, fetch: send = globalThis.fetch, headers = {} }) {
  const marked = Object.entries(contract.tools).map(([name, tool]) => [name, tool.headers ?? []]);
  const routing = new RoutingHeaders(new Map(marked));
  let lastId = 0;

  async function exchange(method, params, { onNotification, signal }) {
    lastId += 1;
    const id = lastId;
    const given = typeof headers === 'function' ? await headers() : headers;
    const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': revision };
    const response = await send(url, {
      method: 'POST',
      headers: { ...given, ...own, ...routing.of(method, params) },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal,
    });
    const { error, result } = await readAnswer(response, id, onNotification);
    if (error !== undefined) throw new RpcError(error, response.status);
    if (![undefined, 'complete', 'input_required'].includes(result.resultType))
      throw new Error(`${method}: a result of type ${result.resultType} is not understood`);
    return result;
  }

  return {
    /** A server that names our revision among its own is asked once more. */
    send: (...message) =>
      exchange(...message).catch((error) => {
        if (error.code === versionRefused && error.data?.supported?.includes(revision)) return exchange(...message);
        throw error;
      }),
  };
}

export function connect({ clientInfo, onElicit, onSample, onListRoots, ...way }) {
  const handlers = { 'elicitation/create': onElicit, 'sampling/createMessage': onSample, 'roots/list': onListRoots };
  const client = new Client(openConnection(way), {
    ...(clientInfo ?? { name: `${contract.server.name}-client`, version: contract.server.version }),
    capabilities: {
      ...(onElicit && { elicitation: {} }),
      ...(onSample && { sampling: {} }),
      ...(onListRoots && { roots: {} }),
      extensions: {},
    },
    signal: AbortSignal.any([]),
    answer: async (method, params) => {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (handler === undefined) throw new Error(`The server asks for ${method}, and connect() was given nothing that answers it`);
      return handler(params);
    },
  });
  let lastProgressToken = 0;

  /** Also answers what the server asks before it can finish. */
  async function request(method, params = {}, { onNotification, onProgress, signal } = {}) {
    const token = onProgress && { _meta: { ...params._meta, progressToken: (lastProgressToken += 1) } };
    const notified = (heard, about) => {
      if (heard === 'notifications/progress') onProgress?.(about);
      onNotification?.({ jsonrpc: '2.0', method: heard, params: about });
    };
    return client.request(method, { ...params, ...token }, { onNotification: notified, ...(signal && { signal }) });
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
    listTools: async (options) => (await client.listTools(options)).filter(hasValidHeaders),
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

/** Notifications of this call on a stream, then its answer. */
async function readAnswer(response, id, onNotification) {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    const text = await response.text();
    const answer = parseJsonObject(text);
    if (answer?.jsonrpc !== '2.0') throw new HttpError(response, text);
    return answer;
  }
  for await (const { data } of eventsOf(response)) {
    const message = parseJsonObject(data);
    if (message?.id === id && message.method === undefined) return message;
    if (message?.method !== undefined) onNotification?.(message.method, message.params);
  }
  throw new Error('The stream ended without an answer');
}

const textOf = ({ content = [] }) =>
  content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
