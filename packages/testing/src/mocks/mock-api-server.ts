import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { JsonObject } from '@service/sdk/model';
import { messageOf, TestClientError } from '../errors.ts';
import { limits, texts } from '../texts.ts';
import { BodyRefused, parseBody, readBody } from './read-body.ts';

/** A request to a mock API. */
export interface MockRequest {
  /** Method of HTTP. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Values of `:name` segments. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** Headers, names in lower case. */
  readonly headers: IncomingMessage['headers'];
  /** Parsed when it is JSON, else the text; undefined when empty. */
  readonly body: unknown;
}

/** Answers a request to a mock API. */
export interface MockReply {
  /** Sets the status. @default 200 */
  status(code: number): MockReply;
  /** Sets one header. */
  header(name: string, value: string): MockReply;
  /** Sends JSON. */
  json(body: unknown): void;
  /** Sends text. */
  send(body: string): void;
}

interface RouteAddress {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Compared without the query; `:name` stands for one segment. */
  readonly path: string;
}

/** Exactly one of `response` and `handler`. */
export interface MockRoute extends RouteAddress {
  readonly response?: { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };
  readonly handler?: (request: MockRequest, reply: MockReply) => void | Promise<void>;
}

/** Options of {@link MockAPIServer}. */
export interface MockApiOptions {
  /** A free one when absent. */
  readonly port?: number;
  /** Served at `/openapi.json` and `/openapi.yaml`. */
  readonly openApiSpec: JsonObject;
  /** Routes of the API. */
  readonly routes?: readonly MockRoute[];
  /** 1048576 when absent. */
  readonly maxBodyBytes?: number;
  /** Milliseconds that a body may take; 10000 when absent. */
  readonly bodyTimeoutMs?: number;
  /** Prints every request to stderr. */
  readonly debug?: boolean;
}

/** Addresses of a mock API. */
export interface MockApiInfo {
  /** Address without a path. */
  readonly baseUrl: string;
  /** Port that it listens on. */
  readonly port: number;
  /** Address of its OpenAPI document. */
  readonly specUrl: string;
}

/**
 * An HTTP API that a server under test calls.
 * @example
 * const api = new MockAPIServer({ openApiSpec, routes: [{ method: 'GET', path: '/cities/:id', response: { body: { name: 'Oslo' } } }] });
 * const { baseUrl } = await api.start();
 */
export class MockAPIServer {
  readonly #options: MockApiOptions;
  #routes: MockRoute[] = [];
  #server: Server | undefined;
  #info: MockApiInfo | undefined;

  constructor(options: MockApiOptions) {
    this.#options = options;
    for (const route of options.routes ?? []) this.addRoute(route);
  }

  /** @throws {TestClientError} before it has started */
  get info(): MockApiInfo {
    if (this.#info === undefined) throw new TestClientError('The mock API server is not running. Call start() first.');
    return this.#info;
  }

  async start(): Promise<MockApiInfo> {
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#options.port ?? 0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    this.#info = { baseUrl, port, specUrl: `${baseUrl}/openapi.json` };
    return this.#info;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#info = undefined;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** @throws {TestClientError} for a route with both or neither of `handler` and `response` */
  addRoute(route: MockRoute): void {
    if ((route.handler === undefined) === (route.response === undefined))
      throw new TestClientError(texts.mockRoute(route.method, route.path));
    this.#routes.push(route);
  }

  clearRoutes(): void {
    this.#routes = [];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = `http://localhost${request.url ?? '/'}`;
    // Outside of the routes: a request for `//[` must not end the test run.
    if (!URL.canParse(address)) return sendJson(response, 400, { error: 'bad_request', message: 'The path is no part of a URL' });
    const url = new URL(address);
    const method = request.method ?? 'GET';
    if (this.#options.debug === true) process.stderr.write(`[MOCK API] ${method} ${url.pathname}\n`);
    try {
      const { bodyTimeoutMs = limits.mockBodyTimeoutMs, maxBodyBytes = limits.mockBodyBytes, openApiSpec } = this.#options;
      const body = parseBody(await readBody(request, { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs }));
      if (method === 'GET' && url.pathname === '/openapi.json') return sendJson(response, 200, openApiSpec);
      if (method === 'GET' && url.pathname === '/openapi.yaml')
        return void response.writeHead(200, { 'content-type': 'application/yaml' }).end(printYaml(openApiSpec));
      for (const route of this.#routes) {
        const params = route.method === method ? matchPath(route.path, url.pathname) : undefined;
        if (params === undefined) continue;
        const query = Object.fromEntries(url.searchParams);
        return await run(route, { method, path: url.pathname, params, query, headers: request.headers, body }, response);
      }
      sendJson(response, 404, { error: 'not_found', message: `No mock route for ${method} ${url.pathname}` });
    } catch (error) {
      if (error instanceof BodyRefused)
        return sendJson(response.setHeader('connection', 'close'), error.status, { error: error.code, message: error.message });
      if (response.headersSent) return failLate(response, `${method} ${url.pathname}`, error);
      sendJson(response, 500, { error: 'internal_error', message: messageOf(error) });
    }
  }
}

async function run(route: MockRoute, request: MockRequest, response: ServerResponse): Promise<void> {
  if (route.handler !== undefined) return route.handler(request, replyOf(response));
  const { body, headers = {}, status = 200 } = route.response ?? {};
  const isAsItIs = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const type = body instanceof Uint8Array ? 'application/octet-stream' : isAsItIs ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isAsItIs ? body : JSON.stringify(body));
}

/** A handler that fails after its answer is not awaited, so its failure must not end the test run. */
function failLate(response: ServerResponse, route: string, error: unknown): void {
  process.stderr.write(`[MOCK API] The handler of ${route} failed after it had answered: ${messageOf(error)}\n`);
  response.end();
}

function replyOf(response: ServerResponse): MockReply {
  const reply: MockReply = {
    status: (code) => {
      response.statusCode = code;
      return reply;
    },
    header: (name, value) => {
      response.setHeader(name, value);
      return reply;
    },
    json: (body) => sendJson(response, response.statusCode, body),
    send: (body) => void response.end(body),
  };
  return reply;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json');
  response.statusCode = status;
  response.end(JSON.stringify(body));
}

/** The values of `:name` segments; undefined when the path is another. */
function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('?', 1)[0]?.split('/') ?? [];
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decodeURIComponent(value);
    else if (segment !== value) return undefined;
  }
  return params;
}

/** JSON data as YAML, in blocks; texts in quotes, which YAML reads as JSON does. */
function printYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`;
}

function lines(value: unknown): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return ['[]'];
    return value.flatMap((item) => lines(item).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`));
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return ['{}'];
    return members.flatMap(([key, member]) => memberLines(JSON.stringify(key), member));
  }
  return [JSON.stringify(value) ?? 'null'];
}

function memberLines(key: string, member: unknown): string[] {
  const own = lines(member);
  const isBlock = typeof member === 'object' && member !== null && Object.keys(member).length > 0;
  return isBlock ? [`${key}:`, ...own.map((line) => `  ${line}`)] : [`${key}: ${own[0] ?? ''}`];
}
