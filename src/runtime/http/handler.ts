import type { AuthContext } from '../define/auth-context.ts';
import { anonymousCaller } from '../define/create-auth-context.ts';
import { newErrorId, StorageConnectionError } from '../errors/index.ts';
import { andThen, type Awaitable, type Logger } from '../std/index.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import { trustForwardedHeaders } from '../web/request-origin.ts';
import { answerForbidden, answerMethodNotAllowed } from './answers.ts';
import { findRefusedHost, isCrossSite } from './guards/foreign-pages.ts';
import { allowsOrigin, answerPreflight, isPreflight, withCors, type CorsPolicy } from './headers/cors.ts';
import { uncached, type FixedHeaders } from './headers/security.ts';
import type { HttpSettings } from './http-settings.ts';
import type { Router } from './router.ts';
import type { untilExpiry } from './until-expiry.ts';

/** An exchange whose caller is known. */
export interface AuthenticatedExchange {
  readonly exchange: HttpExchange;
  readonly auth: AuthContext;
  /** Present where the session is not named by a header. */
  readonly sessionId?: string | undefined;
}

export interface HandlerOptions {
  readonly settings: HttpSettings;
  readonly router: Router;
  readonly logger: Logger;
  /** Names the caller or refuses. */
  readonly identify: (exchange: HttpExchange) => Awaitable<Identification>;
  readonly endpoint: (caller: AuthenticatedExchange) => Promise<HttpAnswer> | HttpAnswer;
  /** Paths that foreign pages must not reach beside the endpoint (`/sse`, `/message`). */
  readonly guardedPaths: ReadonlySet<string>;
  /** Put by features around every request, and around what is done once host and origin may pass. */
  readonly surroundRequest: (inner: HttpHandler) => HttpHandler;
  readonly surroundRoutes: (inner: HttpHandler) => HttpHandler;
  /** An unknown path; each host family has its own page. */
  readonly answerUnknown: (exchange: HttpExchange) => HttpAnswer;
}

/** The caller of a request, or the refusal. */
export type Identification =
  | { readonly answer: HttpAnswer }
  | {
      readonly auth: AuthContext;
      /** Present where callers are authenticated: ends streams with their token. */
      readonly untilExpiry?: typeof untilExpiry;
    };

/**
 * Makes every caller anonymous, on a server declared without `auth`. A server declared with it but built without its guard refuses every
 * caller.
 */
export function identifyNobody(declaresAuth: boolean): HandlerOptions['identify'] {
  if (declaresAuth) return () => Promise.reject(new Error('auth was not there when the server was built: build it again'));
  const anonymous = { auth: anonymousCaller };
  return () => anonymous;
}

/** The order of what happens to a request, on one page. An answer that waits for nothing is made without a promise. */
export function createHttpHandler(parts: HandlerOptions): HttpHandler {
  const { securityHeaders, trustedProxies } = parts.settings;
  const routed = parts.surroundRoutes((exchange) => answerRouted(parts, exchange));
  const secured = securing(securityHeaders);
  const failed = (failure: unknown): HttpAnswer => secured(answerFailure(parts.logger, failure));
  const handle = parts.surroundRequest((exchange) => {
    try {
      const answer = answerChecked(parts, exchange, routed);
      return answer instanceof Promise ? answer.then(secured).catch(failed) : secured(answer);
    } catch (failure) {
      return failed(failure);
    }
  });
  return (exchange) => {
    if (exchange.path !== '/' && exchange.path.endsWith('/')) dropTrailingSlash(exchange, parts.router);
    if (trustedProxies > 0) trustForwardedHeaders(exchange, trustedProxies);
    return handle(exchange);
  };
}

/** Runs once before every guard, so that guards compare the path that the router serves. */
function dropTrailingSlash(exchange: HttpExchange, router: Router): void {
  const path = router.canonicalPath(exchange.path);
  if (path !== exchange.path) Object.defineProperty(exchange, 'path', { value: path });
}

type SecureAnswer = (answer: HttpAnswer) => HttpAnswer;

/**
 * Adds headers to every answer. Headers of the answer win, because the page of an unknown path has a stricter policy, and custom headers
 * win over both unless the answer keeps its own.
 */
export function securing({ custom, sent }: FixedHeaders): SecureAnswer {
  // A cached refusal would reach other callers, and outlast its cause.
  const refused = { ...sent, ...uncached, ...custom };
  const joined = new WeakMap<HttpAnswer['headers'], HttpAnswer['headers']>();
  return ({ body, bodyLength, headers, keepsHeaders, status, working }) => {
    const isRefused = status >= 400;
    let all = isRefused ? undefined : joined.get(headers);
    if (all === undefined) {
      all = { ...(isRefused ? refused : sent), ...headers, ...(keepsHeaders !== true && custom) };
      // Frozen headers are those that answers of one kind share; they are joined once.
      if (!isRefused && Object.isFrozen(headers)) joined.set(headers, Object.freeze(all));
    }
    return { status, headers: all, body, bodyLength, working };
  };
}

/** A store that is away is expected back; nothing was done that would have to be kept in it. */
const storeAway = { 'retry-after': '2' } as const;

function answerFailure(logger: Logger, failure: unknown): HttpAnswer {
  const errorId = newErrorId();
  logger.error('request failed', { errorId, failure });
  return failure instanceof StorageConnectionError
    ? answerJson(503, { error: 'Service Unavailable', errorId }, storeAway)
    : answerJson(500, { error: 'Internal Server Error', errorId });
}

function answerChecked(parts: HandlerOptions, exchange: HttpExchange, routed: HttpHandler): Awaitable<HttpAnswer> {
  const { router, settings } = parts;
  // Before anything, health checks included: even those tell a rebound page that a server is here.
  const refusedHost = findRefusedHost(settings.hosts, exchange);
  if (refusedHost !== undefined) return answerForbidden(`Invalid ${refusedHost} header`);
  const judgesOrigin = router.originRules.get(exchange.path);
  if (judgesOrigin?.(exchange) !== true && settings.refusesOrigin?.(exchange) === true) return answerForbidden('Invalid Origin header');
  const { cors } = settings;
  if (cors !== undefined && judgesOrigin === undefined) return answerCrossOrigin(cors, exchange, { parts, routed });
  return isForeign(parts, exchange) ? refuseForeign() : routed(exchange);
}

async function answerCrossOrigin(
  cors: CorsPolicy,
  exchange: HttpExchange,
  { parts, routed }: { readonly parts: HandlerOptions; readonly routed: HttpHandler },
): Promise<HttpAnswer> {
  const allowed = await allowsOrigin(cors, exchange);
  if (isPreflight(exchange)) return parts.surroundRoutes(() => answerPreflight(cors, exchange, allowed))(exchange);
  const answer = !allowed && isForeign(parts, exchange) ? refuseForeign() : await routed(exchange);
  return withCors(cors, exchange, { allowed, answer });
}

const refuseForeign = (): HttpAnswer => answerForbidden('Cross-site request refused');

/** A page of another site, at a path that acts without being asked twice. */
const isForeign = ({ guardedPaths, settings }: HandlerOptions, exchange: HttpExchange): boolean =>
  settings.hosts.hosts !== undefined && (exchange.path === settings.entryPath || guardedPaths.has(exchange.path)) && isCrossSite(exchange);

/** Checks credentials before it reads the body: a refused caller's body stays unread. */
function answerRouted(parts: HandlerOptions, exchange: HttpExchange): Awaitable<HttpAnswer> {
  const { method, path } = exchange;
  if (path === parts.settings.entryPath) return answerNamed(parts, exchange, (auth) => parts.endpoint({ exchange, auth }));
  const found = parts.router.find(method, path);
  if (found === undefined) return parts.answerUnknown(exchange);
  if ('allow' in found) return answerMethodNotAllowed(found.allow);
  const { route } = found;
  return route.needsCaller === true ? answerNamed(parts, exchange, (auth) => route.answer(exchange, auth)) : route.answer(exchange);
}

function answerNamed(
  { identify }: HandlerOptions,
  exchange: HttpExchange,
  answerTo: (auth: AuthContext) => Awaitable<HttpAnswer>,
): Awaitable<HttpAnswer> {
  return andThen(identify(exchange), (verdict) => {
    if ('answer' in verdict) return verdict.answer;
    const answering = answerTo(verdict.auth);
    const { auth, untilExpiry } = verdict;
    return untilExpiry === undefined ? answering : andThen(answering, (answer) => untilExpiry(answer, auth, exchange));
  });
}
