import { isRecord } from '../std/index.ts';
import { functionPlatform } from './called-platform.ts';
import { createFetchHost } from './fetch.ts';
import type { FetchScope } from './fetch-exchange.ts';
import type { HostedServer } from './host.ts';
import { answerMalformed, isOnOwnHost } from './malformed-request.ts';

/** A server as the web handler of a function. */
export interface WebFunction {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The first request starts the server; later ones share it. */
export function createFunction(hosted: HostedServer): WebFunction {
  const answer = createFetchHost(hosted, {
    ...functionPlatform(),
    // The platform's edge sets it on every request and replaces what a client sent.
    peerAddress: (request) => request.headers.get('x-real-ip') ?? undefined,
  });
  return { fetch: async (request) => (isOnOwnHost(request) ? answer(request, {}, scopeOfRequest()) : answerMalformed()) };
}

/** The platform keeps what a request may use behind a global of this name; without it nothing outlives an answer. */
const requestContext = Symbol.for('@vercel/request-context');

const isHolder = (value: unknown): value is { get(): unknown } => isRecord(value) && typeof value['get'] === 'function';
const isScope = (value: unknown): value is FetchScope => isRecord(value) && typeof value['waitUntil'] === 'function';

function scopeOfRequest(): FetchScope {
  const holder: unknown = Reflect.get(globalThis, requestContext);
  const context = isHolder(holder) ? holder.get() : undefined;
  return isScope(context) ? context : {};
}
