import type { JsonRpcRequest, JsonRpcResponse } from '../client/messages.ts';
import { texts } from '../texts.ts';
import type { ClientMocks } from './client-mocks.ts';
import type { ResponseBody } from './mock-response.ts';
import { pause } from './pause.ts';

export interface RequestContext {
  readonly request: JsonRpcRequest;
  readonly meta: { readonly timestamp: number; readonly transport: string; readonly sessionId: string | undefined };
}

export type RequestAction =
  | { readonly action: 'passthrough' }
  | { readonly action: 'modify'; readonly request: JsonRpcRequest }
  | { readonly action: 'mock'; readonly response: ResponseBody }
  /** The call rejects with this object. */
  | { readonly action: 'error'; readonly error: Error };

export interface ResponseContext {
  readonly request: JsonRpcRequest;
  readonly response: JsonRpcResponse;
  readonly durationMs: number;
}

export type ResponseAction = { readonly action: 'passthrough' } | { readonly action: 'modify'; readonly response: JsonRpcResponse };

/** Sees a request before it is sent: lets it pass, changes it or answers it. */
export type RequestInterceptor = (context: RequestContext) => RequestAction | Promise<RequestAction>;
/** Sees a response before the test gets it: lets it pass or changes it. */
export type ResponseInterceptor = (context: ResponseContext) => ResponseAction | Promise<ResponseAction>;

/** A request that goes on, or its answer. */
export type Intercepted = { readonly request: JsonRpcRequest } | { readonly response: JsonRpcResponse };

/** Interceptors between one client and its server: `mcp.intercept`. */
export class ClientInterceptors {
  #requests: RequestInterceptor[] = [];
  #responses: ResponseInterceptor[] = [];
  readonly #mocks: ClientMocks;

  constructor(mocks: ClientMocks) {
    this.#mocks = mocks;
  }

  /** Sees every request that no mock answers. Returns what takes it away again. */
  request(interceptor: RequestInterceptor): () => void {
    this.#requests.push(interceptor);
    return () => {
      this.#requests = this.#requests.filter((other) => other !== interceptor);
    };
  }

  /** Sees every response, those of mocks too. */
  response(interceptor: ResponseInterceptor): () => void {
    this.#responses.push(interceptor);
    return () => {
      this.#responses = this.#responses.filter((other) => other !== interceptor);
    };
  }

  delay(ms: number): () => void {
    return this.request(interceptors.delay(ms));
  }

  /** Requests of a method reject. */
  failMethod(method: string, message: string = texts.intercepted(method)): () => void {
    return this.request(interceptors.failWhen(({ request }) => request.method === method, message));
  }

  clear(): void {
    this.#requests = [];
    this.#responses = [];
  }

  /** The client's mocks too. */
  clearAll(): void {
    this.clear();
    this.#mocks.clear();
  }

  async onRequest(context: RequestContext): Promise<Intercepted> {
    let { request } = context;
    for (const interceptor of this.#requests) {
      const result = await interceptor({ ...context, request });
      if (result.action === 'error') throw result.error;
      if (result.action === 'mock') return { response: { ...result.response, jsonrpc: '2.0', id: request.id } };
      if (result.action === 'modify') ({ request } = result);
    }
    return { request };
  }

  async onResponse(context: ResponseContext): Promise<JsonRpcResponse> {
    let { response } = context;
    for (const interceptor of this.#responses) {
      const result = await interceptor({ ...context, response });
      if (result.action === 'modify') ({ response } = result);
    }
    return response;
  }
}

/**
 * Ready-made interceptors.
 * @example
 * mcp.intercept.request(interceptors.modifyMethod('tools/call', (request) => ({ ...request, params: { name: 'other' } })));
 */
export const interceptors = {
  logger:
    (write: (line: string) => void = writeLine): RequestInterceptor =>
    ({ request }) => {
      write(`--> ${request.method} ${JSON.stringify(request.params ?? {})}`);
      return { action: 'passthrough' };
    },
  delay:
    (ms: number): RequestInterceptor =>
    async () => {
      await pause(ms);
      return { action: 'passthrough' };
    },
  failWhen:
    (when: (context: RequestContext) => boolean, message: string): RequestInterceptor =>
    (context) =>
      when(context) ? { action: 'error', error: new Error(message) } : { action: 'passthrough' },
  modifyMethod:
    (method: string, change: (request: JsonRpcRequest) => JsonRpcRequest): RequestInterceptor =>
    ({ request }) =>
      request.method === method ? { action: 'modify', request: change(request) } : { action: 'passthrough' },
  responseLogger:
    (write: (line: string) => void = writeLine): ResponseInterceptor =>
    ({ durationMs, request, response }) => {
      write(`<-- ${request.method} ${response.error === undefined ? 'ok' : `error ${response.error.code}`} (${Math.round(durationMs)} ms)`);
      return { action: 'passthrough' };
    },
  modifyResponse:
    (method: string, change: (response: JsonRpcResponse) => JsonRpcResponse): ResponseInterceptor =>
    ({ request, response }) =>
      request.method === method ? { action: 'modify', response: change(response) } : { action: 'passthrough' },
} as const;

function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
