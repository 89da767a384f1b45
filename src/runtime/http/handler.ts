import type { AuthContext } from '../define/auth-context.ts';
import { newErrorId, StorageConnectionError } from '../errors/index.ts';
import type { Logger } from '../std/index.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import { ForwardedExchange } from '../web/forwarded-exchange.ts';
import { answerForbidden, answerMethodNotAllowed, answerNotFoundPage } from './answers.ts';
import { answerJson } from '../web/json-answer.ts';
import { findRefusedHost } from './guards/host.ts';
import { isCrossSite, isRefusedOrigin } from './guards/origin.ts';
import { allowsOrigin, answerPreflight, isPreflight, withCors } from './headers/cors.ts';
import { withSecurityHeaders } from './headers/security.ts';
import type { HttpSettings } from './http-settings.ts';
import type { AroundRequest, Gate, RequestPlace, RequestWatch } from './request-place.ts';
import type { Router } from './router.ts';
import type { AuthenticatedExchange } from './transports/call-origin.ts';
import { untilExpiry } from './until-expiry.ts';

export interface HandlerParts {
  readonly settings: HttpSettings;
  readonly router: Router;
  readonly logger: Logger;
  /** Names the caller or refuses. */
  readonly identify: (exchange: HttpExchange) => Promise<Verdict> | Verdict;
  readonly endpoint: (caller: AuthenticatedExchange) => Promise<HttpAnswer> | HttpAnswer;
  /** Paths that foreign pages must not reach beside the endpoint (`/sse`, `/message`). */
  readonly guardedPaths: ReadonlySet<string>;
  /** Run on every request that may be answered, in order; the first answer ends it. */
  readonly gates?: readonly Gate[];
  /** Told of every request and of its answer. */
  readonly watches?: readonly RequestWatch[];
  readonly around?: AroundRequest | undefined;
  /** An unknown path; each host family has its own page. */
  readonly answerUnknown?: (exchange: HttpExchange) => HttpAnswer;
}

export type Verdict = { readonly answer: HttpAnswer } | { readonly auth: AuthContext };

/** The order of what happens to a request, on one page. */
export function createHttpHandler(parts: HandlerParts): HttpHandler {
  const { around, settings, watches = [] } = parts;
  const answerInner = (exchange: HttpExchange): Promise<HttpAnswer> => answerOrFail(parts, exchange);
  return async (received) => {
    const exchange = settings.trustedProxies > 0 ? new ForwardedExchange(received, settings.trustedProxies) : received;
    const ends = watches.map((watch) => watch(exchange, placeOf(parts, exchange)));
    const answered = around === undefined ? answerInner(exchange) : around(exchange, placeOf(parts, exchange), answerInner);
    const answer = withSecurityHeaders(settings.securityHeaders, withoutKeeping(parts, exchange, await answered));
    for (const end of ends) end(answer);
    return answer;
  };
}

/** Last of all, so that it holds for every answer of such a path and no other header replaces it. */
const withoutKeeping = ({ router }: HandlerParts, { path }: HttpExchange, answer: HttpAnswer): HttpAnswer =>
  router.marks(path, 'noStore') ? { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store', pragma: 'no-cache' } } : answer;

/** A store that is away is expected back; nothing was done that would have to be kept in it. */
const storeAway = { 'retry-after': '2', 'cache-control': 'no-store' } as const;

async function answerOrFail(parts: HandlerParts, exchange: HttpExchange): Promise<HttpAnswer> {
  try {
    return await answerExchange(parts, exchange);
  } catch (failure) {
    const errorId = newErrorId();
    parts.logger.error('request failed', { errorId, failure });
    if (failure instanceof StorageConnectionError) return answerJson(503, { error: 'Service Unavailable', errorId }, storeAway);
    return answerJson(500, { error: 'Internal Server Error', errorId });
  }
}

function answerExchange(parts: HandlerParts, exchange: HttpExchange): Promise<HttpAnswer> {
  const { settings } = parts;
  // Before anything, health checks included: even those tell a rebound page that a server is here.
  const refusedHost = findRefusedHost(settings.hosts, exchange);
  if (refusedHost !== undefined) return Promise.resolve(answerForbidden(`Invalid ${refusedHost} header`));
  if (isRefusedOrigin(settings.allowedOrigins, exchange)) return Promise.resolve(answerForbidden('Invalid Origin header'));
  const { cors } = settings;
  return cors === undefined || parts.router.marks(exchange.path, 'refusesCors')
    ? answerGated(parts, exchange, false)
    : answerCrossOrigin({ ...parts, cors }, exchange);
}

async function answerCrossOrigin(
  parts: HandlerParts & { readonly cors: NonNullable<HttpSettings['cors']> },
  exchange: HttpExchange,
): Promise<HttpAnswer> {
  const { cors } = parts;
  const allowed = await allowsOrigin(cors, exchange);
  if (isPreflight(exchange)) {
    const refusal = await passGates(parts, exchange);
    return refusal ?? answerPreflight(cors, exchange, allowed);
  }
  return withCors(cors, exchange, { allowed, answer: await answerGated(parts, exchange, allowed) });
}

async function answerGated(parts: HandlerParts, exchange: HttpExchange, originAllowed: boolean): Promise<HttpAnswer> {
  const { settings } = parts;
  const isEndpoint = exchange.path === settings.entryPath;
  const guarded = isEndpoint || parts.guardedPaths.has(exchange.path);
  if (guarded && settings.hosts.hosts !== undefined && !originAllowed && isCrossSite(exchange)) {
    return answerForbidden('Cross-site request refused');
  }
  const refusal = await passGates(parts, exchange);
  if (refusal !== undefined) return refusal;
  // Credentials before the body: who may not call is told so without a byte of the body being read (ruling 7).
  if (isEndpoint) {
    const verdict = await parts.identify(exchange);
    return 'answer' in verdict
      ? verdict.answer
      : untilExpiry(await parts.endpoint({ exchange, auth: verdict.auth }), verdict.auth, exchange);
  }
  return answerRoute(parts, exchange);
}

async function answerRoute(parts: HandlerParts, exchange: HttpExchange): Promise<HttpAnswer> {
  const found = parts.router.find(exchange.method, exchange.path);
  if (found === undefined) return (parts.answerUnknown ?? answerUnknownPage)(exchange);
  if ('allow' in found) return answerMethodNotAllowed(found.allow);
  if (found.route.needsCaller !== true) return found.route.answer(exchange);
  const verdict = await parts.identify(exchange);
  return 'answer' in verdict ? verdict.answer : untilExpiry(await found.route.answer(exchange, verdict.auth), verdict.auth, exchange);
}

async function passGates(parts: HandlerParts, exchange: HttpExchange): Promise<HttpAnswer | undefined> {
  if (parts.gates === undefined || parts.gates.length === 0) return undefined;
  const place = placeOf(parts, exchange);
  for (const gate of parts.gates) {
    const answer = await gate(exchange, place);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function placeOf({ router, settings }: HandlerParts, exchange: HttpExchange): RequestPlace {
  const { path } = exchange;
  const kind = path === settings.entryPath ? 'endpoint' : router.find(exchange.method, path) === undefined ? 'unknown' : 'route';
  return { kind, unlimited: router.marks(path, 'unlimited') };
}

function answerUnknownPage(exchange: HttpExchange): HttpAnswer {
  return answerNotFoundPage(exchange.method, exchange.path);
}
