import type { JsonObject } from '../../model/index.ts';
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
export function resolveSecurityHeaders(options: JsonObject | undefined, environment: Environment): FixedHeaders {
  const { hsts, contentTypeOptions, frameOptions } = options ?? {};
  const headers: Record<string, string> = {};
  const set = (name: string, value: unknown): void => {
    if (typeof value === 'string' && value !== '') headers[name] = value;
  };
  set(
    'x-content-type-options',
    contentTypeOptions ?? environment.SERVICE_CONTENT_TYPE_OPTIONS ?? standardSecurityHeaders['x-content-type-options'],
  );
  set('x-frame-options', frameOptions ?? environment.SERVICE_FRAME_OPTIONS ?? standardSecurityHeaders['x-frame-options']);
  set('strict-transport-security', hsts ?? environment.SERVICE_HSTS);
  const policy = resolvePolicy(objectAt(options, 'csp'), environment);
  if (policy !== undefined) headers[policy.name] = policy.value;
  const custom = objectAt(options, 'custom') ?? environment.SERVICE_HEADERS_CUSTOM ?? {};
  for (const [name, value] of Object.entries(custom)) set(name.toLowerCase(), value);
  return headers;
}

function wordsOf(value: unknown): string[] {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  return words.filter((word): word is string => typeof word === 'string' && word !== '');
}

/** Nothing is sent without directives: a policy of only a report address would protect nothing and look as if it did. */
function resolvePolicy(csp: JsonObject | undefined, environment: Environment): { name: string; value: string } | undefined {
  if ((csp?.enabled ?? environment.SERVICE_CSP_ENABLED) !== true) return undefined;
  const directives = Object.entries(objectAt(csp, 'directives') ?? environment.SERVICE_CSP_DIRECTIVES ?? {});
  if (directives.length === 0) return undefined;
  const reportUri = csp?.reportUri ?? environment.SERVICE_CSP_REPORT_URI;
  const parts = directives.map(([name, value]) => [name, ...wordsOf(value)].join(' '));
  if (typeof reportUri === 'string') parts.push(`report-uri ${reportUri}`);
  const reportOnly = (csp?.reportOnly ?? environment.SERVICE_CSP_REPORT_ONLY) === true;
  return { name: reportOnly ? 'content-security-policy-report-only' : 'content-security-policy', value: parts.join('; ') };
}

function objectAt(options: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = options?.[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

export const uncached = { 'cache-control': 'no-store' } as const;

/** What an answer says itself wins: pages of sign-in and the page of an unknown path bring stricter policies of their own. */
export function withSecurityHeaders(headers: FixedHeaders, answer: HttpAnswer): HttpAnswer {
  return {
    status: answer.status,
    // A refusal that a cache keeps is told to others, and after its cause is gone.
    headers: answer.status < 400 ? joinHeaders(headers, answer.headers) : { ...headers, ...uncached, ...answer.headers },
    ...(answer.body === undefined ? {} : { body: answer.body, bodyLength: answer.bodyLength }),
  };
}

const joined = new WeakMap<FixedHeaders, WeakMap<HttpAnswer['headers'], HttpAnswer['headers']>>();

/** Frozen headers are those that answers share; with the same fixed ones they are joined once. */
function joinHeaders(fixed: FixedHeaders, own: HttpAnswer['headers']): HttpAnswer['headers'] {
  if (!Object.isFrozen(own)) return { ...fixed, ...own };
  let known = joined.get(fixed);
  if (known === undefined) joined.set(fixed, (known = new WeakMap()));
  let both = known.get(own);
  if (both === undefined) known.set(own, (both = Object.freeze({ ...fixed, ...own })));
  return both;
}
