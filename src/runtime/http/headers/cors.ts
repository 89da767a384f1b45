import type { Environment } from '../../options/env.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';

/** The decorator's `origin` when it is a function: functions are not part of a model. */
export type OriginCheck = (origin: string) => boolean | Promise<boolean>;

/** Which web pages may read answers. */
export interface CorsPolicy {
  /** Every page: `origin: true` or `*`. */
  readonly anyOrigin: boolean;
  readonly allows: OriginCheck;
  readonly credentials: boolean;
  /** Seconds. */
  readonly maxAge: number;
}

/** Seconds that browsers keep a preflight by default. */
const standardMaxAge = 300;

/** Without `http.cors` and without variables there are no CORS headers on any route. */
export const corsByVariables = ({
  SERVICE_CORS_CREDENTIALS,
  SERVICE_CORS_MAX_AGE,
  SERVICE_CORS_ORIGINS,
}: Environment): CorsPolicy | undefined =>
  SERVICE_CORS_ORIGINS &&
  listedCors(SERVICE_CORS_ORIGINS, { credentials: SERVICE_CORS_CREDENTIALS === true, maxAge: SERVICE_CORS_MAX_AGE });

/**
 * For the origins of a list, of which `*` is every one. That any origin may not send credentials has been checked with the options and
 * variables.
 */
export function listedCors(
  origins: readonly string[],
  { credentials, maxAge = standardMaxAge }: { readonly credentials: boolean; readonly maxAge: number | undefined },
): CorsPolicy {
  const allowed = new Set(origins.map((origin) => origin.toLowerCase()));
  const anyOrigin = allowed.has('*');
  return { anyOrigin, allows: (asked) => anyOrigin || allowed.has(asked.toLowerCase()), credentials, maxAge };
}

/** Whether the policy lets the page of this request read the answer; false without an `Origin`, and for several of them. */
export async function allowsOrigin(policy: CorsPolicy, exchange: HttpExchange): Promise<boolean> {
  const origin = exchange.header('origin');
  if (origin === undefined || origin.includes(',')) return false;
  // Only `true` allows: a function that answers something else by mistake must not open the server.
  return (await policy.allows(origin)) === true;
}

export const isPreflight = (exchange: HttpExchange): boolean =>
  exchange.method === 'OPTIONS' &&
  exchange.header('origin') !== undefined &&
  exchange.header('access-control-request-method') !== undefined;

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** Request headers of the protocol (facts, HTTP security). */
const allowedHeaders = ['authorization', 'content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id', 'traceparent', 'tracestate']; // prettier-ignore
const exposedHeaders = 'mcp-session-id, www-authenticate, retry-after';

/** The answer to a preflight, before credentials are asked for: browsers send none with it. */
export function answerPreflight(policy: CorsPolicy, exchange: HttpExchange, allowed: boolean): HttpAnswer {
  if (!allowed) return { status: 204, headers: { vary: 'Origin' } };
  const headers = {
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': [...allowedHeaders, ...askedParameters(exchange)].join(', '),
    'access-control-max-age': String(policy.maxAge),
    vary: 'Origin, Access-Control-Request-Headers',
  };
  return { status: 204, headers: { ...originHeaders(policy, exchange), ...headers } };
}

/** `mcp-param-*` and `x-service-*` headers are named by the server's own tools, so they cannot be listed beforehand. */
function askedParameters(exchange: HttpExchange): string[] {
  const asked = (exchange.header('access-control-request-headers') ?? '').toLowerCase().split(',');
  return asked.map((name) => name.trim()).filter((name) => /^(?:mcp-param|x-service)-[a-z0-9-]+$/.test(name));
}

/** Adds what lets an allowed page read the answer; `Vary` also for others, so that a cache does not mix them. */
export function withCors(
  policy: CorsPolicy,
  exchange: HttpExchange,
  { allowed, answer }: { allowed: boolean; answer: HttpAnswer },
): HttpAnswer {
  const said = answer.headers['vary'];
  const vary = said === undefined ? 'Origin' : `${typeof said === 'string' ? said : said.join(', ')}, Origin`;
  const own = allowed ? { ...originHeaders(policy, exchange), 'access-control-expose-headers': exposedHeaders } : {};
  return { ...answer, headers: { ...own, ...answer.headers, ...(policy.anyOrigin ? {} : { vary }) } };
}

function originHeaders(policy: CorsPolicy, exchange: HttpExchange): Record<string, string> {
  const origin = policy.anyOrigin ? '*' : (exchange.header('origin') ?? '');
  return { 'access-control-allow-origin': origin, ...(policy.credentials ? { 'access-control-allow-credentials': 'true' } : {}) };
}
