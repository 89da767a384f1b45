/* One operation of an HTTP API as a request, without React. */
import { textOfJson } from '@service/sdk/model';
import { page } from '../components/dom.ts';
import type { JsonSchema } from '../core/standard-schema.ts';

/** An operation that becomes a tool. */
export interface ApiOperation {
  /** Name of the tool after the prefix. */
  readonly operationId: string;
  readonly method:
    | 'get'
    | 'put'
    | 'post'
    | 'delete'
    | 'options'
    | 'head'
    | 'patch'
    | 'GET'
    | 'PUT'
    | 'POST'
    | 'DELETE'
    | 'OPTIONS'
    | 'HEAD'
    | 'PATCH';
  /** Path with `{parameters}`; they are arguments of these names. Other arguments go into the query, `body` into the body. */
  readonly path: string;
  readonly description?: string | undefined;
  /** @default the parameters of the path, as texts, and any others */
  readonly inputSchema?: JsonSchema | undefined;
}

/** A request that an operation makes. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string | undefined;
}

/** Sends requests in place of `fetch`, with what a page has around it: retries, tokens, a log. */
export interface HttpClient {
  /** @returns the status, and the body as JSON or as text */
  request(request: HttpRequest): Promise<{ readonly status: number; readonly data: unknown }>;
}

/** Arguments of a call. */
export type OperationArguments = Readonly<Record<string, unknown>>;

const parameter = /\{([^{}]+)\}/g;

/** Names of the parameters of a path. */
export const pathParameters = (path: string): readonly string[] => [...path.matchAll(parameter)].map(([, name = '']) => name);

/**
 * @param baseUrl of the API; a path of its own stays
 * @throws {TypeError} for a parameter that is missing, or that would lead to another path
 */
export function operationRequest(
  { method, path }: ApiOperation,
  {
    args,
    baseUrl,
    headers,
  }: { readonly args: OperationArguments; readonly baseUrl: string; readonly headers: Readonly<Record<string, string>> },
): HttpRequest {
  const inPath = new Set(pathParameters(path));
  const filled = path.replace(parameter, (_all, name: string) => pathPart(name, args[name]));
  const url = new URL(baseUrl.replace(/\/+$/, '') + (filled.startsWith('/') ? filled : `/${filled}`), pageAddress());
  for (const [name, value] of Object.entries(args))
    if (name !== 'body' && !inPath.has(name))
      for (const one of [value].flat()) if (one !== undefined && one !== null) url.searchParams.append(name, textOfJson(one));
  const body =
    args['body'] === undefined ? {} : { body: JSON.stringify(args['body']), headers: { 'content-type': 'application/json', ...headers } };
  return { method: method.toUpperCase(), url: url.href, headers, ...body };
}

/** A relative `baseUrl` is below the page. */
const pageAddress = (): string | undefined => page.location?.href;

function pathPart(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new TypeError(`The argument "${name}" is part of the path: it must be a text, a number or a boolean`);
  const text = String(value);
  // These two lead to another path, and cannot be encoded (WHATWG URL, section 4.3).
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`The argument "${name}" is part of the path: "${text}" cannot stand there`);
  return encodeURIComponent(text);
}

/** Sends by `fetch`. */
export const fetchClient = (send: typeof globalThis.fetch): HttpClient => ({
  request: async ({ url, ...init }) => {
    const answer = await send(url, init);
    const text = await answer.text();
    return { status: answer.status, data: /[/+]json\b/.test(answer.headers.get('content-type') ?? '') ? jsonOf(text) : text };
  },
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
