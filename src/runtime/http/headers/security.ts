import type { Json, JsonObject } from '../../model/index.ts';
import type { Environment } from '../../options/env.ts';
import type { HttpAnswer } from '../../web/exchange.ts';

/** Headers of every answer, names in lower case. */
export type FixedHeaders = Readonly<Record<string, string>>;

/** The defaults, for answers of a server whose options could not be read. */
export const standardSecurityHeaders: FixedHeaders = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };

/**
 * Headers that every answer carries, refusals included: an error page is content too. For each option: code, then variable, then default
 * (document 2, http.securityHeaders). Values were checked when options and variables were read.
 */
export function resolveSecurityHeaders(options: JsonObject = {}, environment: Environment): FixedHeaders {
  const headers = {
    'x-content-type-options': options.contentTypeOptions ?? environment.SERVICE_CONTENT_TYPE_OPTIONS ?? 'nosniff',
    'x-frame-options': options.frameOptions ?? environment.SERVICE_FRAME_OPTIONS ?? 'DENY',
    'strict-transport-security': options.hsts ?? environment.SERVICE_HSTS,
    ...resolvePolicy(recordOf(options.csp), environment),
  };
  const given: Readonly<Record<string, unknown>> =
    options.custom === undefined ? (environment.SERVICE_HEADERS_CUSTOM ?? {}) : recordOf(options.custom);
  const custom = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries([...Object.entries(headers), ...custom].filter(isSent));
}

const isSent = (header: readonly unknown[]): header is readonly [string, string] => typeof header[1] === 'string' && header[1] !== '';

/** Nothing is sent without directives: a policy of only a report address would protect nothing and look as if it did. */
function resolvePolicy(csp: JsonObject, environment: Environment): Record<string, string> {
  const { directives = environment.SERVICE_CSP_DIRECTIVES, enabled = environment.SERVICE_CSP_ENABLED } = csp;
  const { reportOnly = environment.SERVICE_CSP_REPORT_ONLY, reportUri = environment.SERVICE_CSP_REPORT_URI } = csp;
  const parts = Object.entries(directives ?? {}).map(([name, value]) => [name, value].flat().filter(Boolean).join(' '));
  if (enabled !== true || parts.length === 0) return {};
  if (typeof reportUri === 'string') parts.push(`report-uri ${reportUri}`);
  return { [`content-security-policy${reportOnly === true ? '-report-only' : ''}`]: parts.join('; ') };
}

const recordOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

export const uncached = { 'cache-control': 'no-store' } as const;

type SecureAnswer = (answer: HttpAnswer) => HttpAnswer;

/**
 * Adds headers to every answer. What an answer says itself wins: pages of sign-in and the page of an unknown path bring stricter policies
 * of their own.
 */
export function securing(fixed: FixedHeaders): SecureAnswer {
  const joined = new WeakMap<HttpAnswer['headers'], HttpAnswer['headers']>();
  /** Frozen headers are those that answers share; they are joined once. */
  const join = (own: HttpAnswer['headers']): HttpAnswer['headers'] => {
    const both = { ...fixed, ...own };
    if (Object.isFrozen(own)) joined.set(own, Object.freeze(both));
    return both;
  };
  return ({ body, bodyLength, headers, status }) => ({
    status,
    // A refusal that a cache keeps is told to others, and after its cause is gone.
    headers: status < 400 ? (joined.get(headers) ?? join(headers)) : { ...fixed, ...uncached, ...headers },
    ...(body === undefined ? {} : { body, bodyLength }),
  });
}
