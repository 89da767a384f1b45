import type { AuthContext } from '../define/auth-context.ts';
import { newErrorId, StorageConnectionError } from '../errors/index.ts';
import { andThen, type Awaitable, type Logger } from '../std/index.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import { ForwardedExchange } from '../web/forwarded-exchange.ts';
import { answerForbidden, answerMethodNotAllowed, answerNotFoundPage } from './answers.ts';
import { answerJson } from '../web/json-answer.ts';
import { findRefusedHost } from './guards/host.ts';
import { isCrossSite, isOwnOrigin, isRefusedOrigin } from './guards/origin.ts';
import { allowsOrigin, answerPreflight, isPreflight, withCors } from './headers/cors.ts';
import type { CorsPolicy } from './headers/cors.ts';
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
  const secured = (exchange: HttpExchange, answer: HttpAnswer): HttpAnswer =>
    withSecurityHeaders(settings.securityHeaders, withoutKeeping(parts, exchange, answer));
  const forwarded = (received: HttpExchange): HttpExchange =>
    settings.trustedProxies > 0 ? new ForwardedExchange(received, settings.trustedProxies) : received;
  if (around === undefined && watches.length === 0) {
    return (received) => {
      const exchange = forwarded(received);
      return andThen(answerOrFail(parts, exchange), (answer) => secured(exchange, answer));
    };
  }
  const answerInner = async (exchange: HttpExchange): Promise<HttpAnswer> => answerOrFail(parts, exchange);
  return async (received) => {
    const exchange = forwarded(received);
    const ends = watches.map((watch) => watch(exchange, placeOf(parts, exchange)));
    const answered = around === undefined ? answerInner(exchange) : around(exchange, placeOf(parts, exchange), answerInner);
    const answer = secured(exchange, await answered);
    for (const end of ends) end(answer);
    return answer;
  };
}

/** Last of all, so that it holds for every answer of such a path and no other header replaces it. */
const withoutKeeping = ({ router }: HandlerParts, { path }: HttpExchange, answer: HttpAnswer): HttpAnswer =>
  router.marks(path, 'noStore') ? { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store', pragma: 'no-cache' } } : answer;

/** A store that is away is expected back; nothing was done that would have to be kept in it. */
const storeAway = { 'retry-after': '2', 'cache-control': 'no-store' } as const;

/** Like everything below: an answer that waits for nothing is made without a promise. */
function answerOrFail(parts: HandlerParts, exchange: HttpExchange): Awaitable<HttpAnswer> {
  try {
    const answer = answerExchange(parts, exchange);
    return answer instanceof Promise ? answer.catch((failure: unknown) => answerFailure(parts, failure)) : answer;
  } catch (failure) {
    return answerFailure(parts, failure);
  }
}

function answerFailure(parts: HandlerParts, failure: unknown): HttpAnswer {
  const errorId = newErrorId();
  parts.logger.error('request failed', { errorId, failure });
  if (failure instanceof StorageConnectionError) return answerJson(503, { error: 'Service Unavailable', errorId }, storeAway);
  return answerJson(500, { error: 'Internal Server Error', errorId });
}

function answerExchange(parts: HandlerParts, exchange: HttpExchange): Awaitable<HttpAnswer> {
  const { settings } = parts;
  // Before anything, health checks included: even those tell a rebound page that a server is here.
  const refusedHost = findRefusedHost(settings.hosts, exchange);
  if (refusedHost !== undefined) return answerForbidden(`Invalid ${refusedHost} header`);
  const ownForm = parts.router.marks(exchange.path, 'refusesCors') && isOwnOrigin(settings, exchange);
  if (!ownForm && isRefusedOrigin(settings.allowedOrigins, exchange)) return answerForbidden('Invalid Origin header');
  const { cors } = settings;
  return cors === undefined || parts.router.marks(exchange.path, 'refusesCors')
    ? answerGated(parts, exchange, false)
    : answerCrossOrigin(parts, cors, exchange);
}

function answerCrossOrigin(parts: HandlerParts, cors: CorsPolicy, exchange: HttpExchange): Awaitable<HttpAnswer> {
  return andThen(allowsOrigin(cors, exchange), (allowed) =>
    isPreflight(exchange)
      ? andThen(passGates(parts, exchange), (refusal) => refusal ?? answerPreflight(cors, exchange, allowed))
      : andThen(answerGated(parts, exchange, allowed), (answer) => withCors(cors, exchange, { allowed, answer })),
  );
}

function answerGated(parts: HandlerParts, exchange: HttpExchange, originAllowed: boolean): Awaitable<HttpAnswer> {
  const { settings } = parts;
  const isEndpoint = exchange.path === settings.entryPath;
  const guarded = isEndpoint || parts.guardedPaths.has(exchange.path);
  if (guarded && settings.hosts.hosts !== undefined && !originAllowed && isCrossSite(exchange)) {
    return answerForbidden('Cross-site request refused');
  }
  return andThen(passGates(parts, exchange), (refusal) => {
    if (refusal !== undefined) return refusal;
    return isEndpoint ? answerCaller(parts, exchange) : answerRoute(parts, exchange);
  });
}

/** Credentials before the body: who may not call is told so without a byte of the body being read (ruling 7). */
function answerCaller(parts: HandlerParts, exchange: HttpExchange): Awaitable<HttpAnswer> {
  return andThen(parts.identify(exchange), (verdict) =>
    'answer' in verdict
      ? verdict.answer
      : andThen(parts.endpoint({ exchange, auth: verdict.auth }), (answer) => untilExpiry(answer, verdict.auth, exchange)),
  );
}

async function answerRoute(parts: HandlerParts, exchange: HttpExchange): Promise<HttpAnswer> {
  const found = parts.router.find(exchange.method, exchange.path);
  if (found === undefined) return (parts.answerUnknown ?? answerUnknownPage)(exchange);
  if ('allow' in found) return answerMethodNotAllowed(found.allow);
  if (found.route.needsCaller !== true) return found.route.answer(exchange);
  const verdict = await parts.identify(exchange);
  return 'answer' in verdict ? verdict.answer : untilExpiry(await found.route.answer(exchange, verdict.auth), verdict.auth, exchange);
}

function passGates(parts: HandlerParts, exchange: HttpExchange): Awaitable<HttpAnswer | undefined> {
  const { gates } = parts;
  return gates === undefined || gates.length === 0 ? undefined : askGates(gates, { exchange, place: placeOf(parts, exchange) });
}

function askGates(gates: readonly Gate[], asked: Asked, from = 0): Awaitable<HttpAnswer | undefined> {
  for (let at = from; at < gates.length; at++) {
    const answer = gates[at]?.(asked.exchange, asked.place);
    if (answer instanceof Promise) return answer.then((settled) => settled ?? askGates(gates, asked, at + 1));
    if (answer !== undefined) return answer;
  }
  return undefined;
}

interface Asked {
  readonly exchange: HttpExchange;
  readonly place: RequestPlace;
}

function placeOf({ router, settings }: HandlerParts, exchange: HttpExchange): RequestPlace {
  const { path } = exchange;
  const kind = path === settings.entryPath ? 'endpoint' : router.find(exchange.method, path) === undefined ? 'unknown' : 'route';
  return { kind, unlimited: router.marks(path, 'unlimited') };
}

function answerUnknownPage(exchange: HttpExchange): HttpAnswer {
  return answerNotFoundPage(exchange.method, exchange.path);
}
