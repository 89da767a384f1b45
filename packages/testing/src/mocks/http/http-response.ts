import { isRecord } from '@service/sdk/internal';
import { isAnyArrayBuffer } from 'node:util/types';
import { texts } from '../../texts.ts';

/** Answer of a mocked fetch. */
export interface HttpMockResponse {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, bytes, or JSON. */
  readonly body?: unknown;
  /** Milliseconds before the answer. */
  readonly delay?: number;
}

const responseKeys = new Set(['status', 'statusText', 'headers', 'body', 'delay']);

/** A fetch that fails before there is an answer. */
export class NetworkFailure {
  readonly message: string;
  /** Milliseconds before it fails. */
  readonly delay: number | undefined;

  constructor(message: string, delay?: number) {
    this.message = message;
    this.delay = delay;
  }
}

/** An object counts as a response when it has only keys of a response and a valid status; any other value is the JSON body. */
export function asResponse(value: unknown): HttpMockResponse | NetworkFailure | Response {
  if (value instanceof NetworkFailure) return value;
  // A copy, because the mock may answer again.
  if (value instanceof Response) return value.clone();
  return isResponse(value) ? value : { body: value };
}

function isResponse(value: unknown): value is HttpMockResponse {
  if (!isRecord(value)) return false;
  const keys = Object.keys(value);
  if (!keys.every((key) => responseKeys.has(key))) return false;
  const status: unknown = Reflect.get(value, 'status');
  return status === undefined || (Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599);
}

/** @throws {TypeError} `fetch failed: …` as fetch does when the network fails */
export function toResponse(answer: HttpMockResponse | NetworkFailure): Response {
  if (answer instanceof NetworkFailure) throw new TypeError(texts.fetchFailed(answer.message));
  const { body, headers = {}, status = 200, statusText = 'OK' } = answer;
  const all = new Headers(headers);
  if (body === undefined || [204, 205, 304].includes(status)) return new Response(null, { status, statusText, headers: all });
  const isAsItIs = typeof body === 'string' || isBytes(body);
  if (!all.has('content-type') && !isBytes(body)) all.set('content-type', isAsItIs ? 'text/plain' : 'application/json');
  return new Response(isAsItIs ? body : JSON.stringify(body), { status, statusText, headers: all });
}

const isBytes = (body: unknown): body is ArrayBuffer | NodeJS.ArrayBufferView<ArrayBuffer> | Blob | ReadableStream =>
  ArrayBuffer.isView(body) || isAnyArrayBuffer(body) || body instanceof Blob || body instanceof ReadableStream;

const problem = (status: number, statusText: string, message: string): HttpMockResponse => ({
  status,
  statusText,
  body: { error: message },
});

/**
 * Answers for `httpMock`.
 * @example
 * httpMock.interceptor().get('https://api.example.com/cities', httpResponse.serverError());
 */
export const httpResponse = {
  json: (body: unknown, status = 200): HttpMockResponse => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }),
  text: (body: string, status = 200): HttpMockResponse => ({ status, headers: { 'content-type': 'text/plain' }, body }),
  html: (body: string, status = 200): HttpMockResponse => ({ status, headers: { 'content-type': 'text/html' }, body }),
  error: (status: number, message = 'Error'): HttpMockResponse => problem(status, 'Error', message),
  notFound: (message = 'Not Found'): HttpMockResponse => problem(404, 'Not Found', message),
  unauthorized: (message = 'Unauthorized'): HttpMockResponse => problem(401, 'Unauthorized', message),
  forbidden: (message = 'Forbidden'): HttpMockResponse => problem(403, 'Forbidden', message),
  serverError: (message = 'Internal Server Error'): HttpMockResponse => problem(500, 'Internal Server Error', message),
  networkError: (message = 'network error'): NetworkFailure => new NetworkFailure(message),
  /** Any answer, later: a body, a response, or a network error. */
  delayed: (body: unknown, delay: number): HttpMockResponse | NetworkFailure =>
    body instanceof NetworkFailure ? new NetworkFailure(body.message, delay) : { ...(isResponse(body) ? body : { body }), delay },
} as const;
