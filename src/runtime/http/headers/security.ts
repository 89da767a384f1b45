import type { Json, JsonObject } from '../../model/index.ts';
import type { Awaitable, Logger } from '../../std/index.ts';
import type { HttpAnswer, HttpHandler } from '../../web/exchange.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer, names in lower case. */
export interface FixedHeaders {
  /** Custom ones too. */
  readonly sent: Headers;
  /** Those that win over an answer's own. */
  readonly custom?: Headers;
}

/** The defaults, for answers of a server whose options could not be read. */
export const standardSecurityHeaders: FixedHeaders = { sent: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' } };

/** Settings of the headers, from variables or from options in the code. */
export interface HeaderChoices {
  readonly SERVICE_CONTENT_TYPE_OPTIONS?: Json | undefined;
  readonly SERVICE_FRAME_OPTIONS?: Json | undefined;
  readonly SERVICE_HSTS?: Json | undefined;
  readonly SERVICE_HEADERS_CUSTOM?: JsonObject | undefined;
  readonly SERVICE_CSP_DIRECTIVES?: JsonObject | undefined;
  readonly SERVICE_CSP_ENABLED?: Json | undefined;
  readonly SERVICE_CSP_REPORT_ONLY?: Json | undefined;
  readonly SERVICE_CSP_REPORT_URI?: Json | undefined;
}

/**
 * Headers that every answer carries, refusals included: an error page is content too. Values were checked
 * when options and variables were read.
 */
export function resolveSecurityHeaders(choices: HeaderChoices): FixedHeaders {
  const headers = {
    'x-content-type-options': choices.SERVICE_CONTENT_TYPE_OPTIONS ?? 'nosniff',
    'x-frame-options': choices.SERVICE_FRAME_OPTIONS ?? 'DENY',
    'strict-transport-security': choices.SERVICE_HSTS,
    ...resolvePolicy(choices),
  };
  const custom = sentOf(choices.SERVICE_HEADERS_CUSTOM ?? {});
  // Without it a shared cache would give the answer for one page to another.
  if (custom['vary'] !== undefined) custom['vary'] += ', Origin';
  return { sent: { ...sentOf(headers), ...custom }, custom };
}

/** Without those that are omitted. */
const sentOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(isSent),
  );

/** Says at the start which answers keep which of their own headers: there the custom ones do not win. */
export function warnOfKeptHeaders(
  { http, logger }: { readonly http: { readonly securityHeaders: FixedHeaders }; readonly logger: Logger },
  answers = 'event streams',
  names: readonly string[] = ['cache-control', 'x-accel-buffering'],
): void {
  const kept = names.filter((name) => http.securityHeaders.custom?.[name] !== undefined);
  if (kept.length > 0) logger.warn(`custom headers: ${answers} keep their own ${kept.join(', ')}`);
}

const isSent = (header: readonly unknown[]): header is readonly [string, string] => typeof header[1] === 'string' && header[1] !== '';

/** Without directives no policy is sent: a policy with only a report address protects nothing. */
function resolvePolicy({
  SERVICE_CSP_DIRECTIVES: directives = {},
  SERVICE_CSP_ENABLED: enabled,
  SERVICE_CSP_REPORT_ONLY: reportOnly,
  SERVICE_CSP_REPORT_URI: reportUri,
}: HeaderChoices): Record<string, string> {
  const parts = Object.entries(directives).map(([name, value]) => [name, value].flat().filter(Boolean).map(String).join(' '));
  if (enabled !== true || parts.length === 0) return {};
  if (typeof reportUri === 'string') parts.push(`report-uri ${reportUri}`);
  return { [`content-security-policy${reportOnly === true ? '-report-only' : ''}`]: parts.join('; ') };
}

export const uncached = { 'cache-control': 'no-store' } as const;

/**
 * Forbids caches to store any answer of the paths, refusals by earlier checks included (RFC 6749 section 5.1). Applied around everything,
 * so that no other header replaces it.
 */
export function forbidCaching(paths: Iterable<string>): (inner: HttpHandler) => HttpHandler {
  const listed = new Set(paths);
  return (inner) => (exchange) => (listed.has(exchange.path) ? uncachedAnswer(inner(exchange)) : inner(exchange));
}

async function uncachedAnswer(answering: Awaitable<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await answering;
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store', pragma: 'no-cache' } };
}
