import { bindAddressProblem, hostEntryProblem, originProblem, parsePublicUrl } from './address-values.ts';
import { entryPathProblem } from './path-rules.ts';
import { customHeaderProblem, isHeaderValue, parseDirectives } from './header-values.ts';
import { checkedList, decision, integer, text, type VariableRow } from './variable-row.ts';

const checkedText = (meaning: string, problemOf: (value: string) => string | undefined): VariableRow<string | undefined> => ({
  ...text(meaning),
  parse: (value) => {
    const problem = problemOf(value);
    if (problem !== undefined) throw new Error(problem);
    return value;
  },
});

/** A header's value; `off`, `false` or `none` omits the header (document 2). */
const header = (name: string, standard: string): VariableRow<string | false | undefined> => ({
  type: 'text, or off, false, none',
  meaning: `Value of ${name}; the option in code wins.`,
  defaultText: standard,
  parse: (value) => {
    if (['off', 'false', 'none'].includes(value.toLowerCase())) return false;
    if (isHeaderValue(value)) return value;
    throw new Error('holds characters that no header may hold');
  },
  fallback: undefined,
});

const headers: VariableRow<Readonly<Record<string, string>> | undefined> = {
  type: 'JSON object of texts',
  meaning: 'Further headers of every answer; `http.securityHeaders.custom` in code wins.',
  defaultText: 'none',
  parse: (value) => {
    const parsed = parseObject(value);
    const kept: Record<string, string> = {};
    for (const [name, item] of Object.entries(parsed)) {
      const problem = customHeaderProblem(name, item);
      if (problem !== undefined || typeof item !== 'string')
        throw new Error(`the header ${JSON.stringify(name)} ${problem ?? 'must be text'}`);
      kept[name] = item;
    }
    return kept;
  },
  fallback: undefined,
};

function parseObject(value: string): object {
  const wanted = 'expected a JSON object of header names and texts';
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new Error(wanted);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error(wanted);
  return parsed;
}

const directives: VariableRow<Readonly<Record<string, string>> | undefined> = {
  type: 'policy',
  meaning: "Directives of the policy, such as `default-src 'self'; upgrade-insecure-requests`.",
  defaultText: 'none',
  parse: parseDirectives,
  fallback: undefined,
};

const publicUrl: VariableRow<string | undefined> = {
  ...text('Address under which clients reach the server.'),
  type: 'URL',
  parse: parsePublicUrl,
};

/** How many proxies stand before the server: that many items at the end of `X-Forwarded-For` were written by them. */
const proxies: VariableRow<number> = {
  type: 'switch, or number of proxies 0–16',
  meaning: 'Believe the forwarding headers of this many proxies (on: one) about address and scheme of the client.',
  defaultText: 'off',
  parse: (value) => {
    if (/^(?:on|true|yes)$/i.test(value)) return 1;
    if (/^(?:off|false|no)$/i.test(value)) return 0;
    if (/^(?:\d|1[0-6])$/.test(value)) return Number(value);
    throw new Error('expected on, off, or the number of proxies from 0 to 16');
  },
  fallback: 0,
};

/** Variables of the HTTP layer (document 2, supplement section 5.11). */
export const httpVariables = {
  SERVICE_BIND_ADDRESS: checkedText(
    'Address to bind: `loopback`, `all` or an address; the `http.security.bindAddress` option wins.',
    bindAddressProblem,
  ),
  SERVICE_SOCKET_PATH: text('Unix socket to listen on instead of a port; `http.socketPath` in code wins.'),
  SERVICE_ALLOWED_HOSTS: checkedList('Host names to answer; `allowedHosts` in code wins.', hostEntryProblem),
  SERVICE_HTTP_ENTRY_PATH: checkedText('Path of the MCP endpoint; `http.entryPath` in code wins.', entryPathProblem),
  SERVICE_PUBLIC_URL: publicUrl,
  SERVICE_PUBLIC_HOST: checkedText('Host that names the issuer of tokens when `SERVICE_PUBLIC_URL` is unset.', hostEntryProblem),
  SERVICE_TRUST_PROXY: proxies,
  SERVICE_HSTS: header('Strict-Transport-Security', 'not sent'),
  SERVICE_CONTENT_TYPE_OPTIONS: header('X-Content-Type-Options', 'nosniff'),
  SERVICE_FRAME_OPTIONS: header('X-Frame-Options', 'DENY'),
  SERVICE_HEADERS_CUSTOM: headers,
  SERVICE_CSP_ENABLED: decision('Send a Content-Security-Policy.'),
  SERVICE_CSP_DIRECTIVES: directives,
  SERVICE_CSP_REPORT_URI: checkedText('Where violations of the policy are reported.', (value) =>
    /^[\x21-\x3a\x3c-\x7e]+$/.test(value) && !value.includes(',') ? undefined : 'expected one URL without spaces, ";" and ","',
  ),
  SERVICE_CSP_REPORT_ONLY: decision('Report violations of the policy without blocking.'),
  SERVICE_CORS_ORIGINS: checkedList('Web origins that may call, or `*`; used only when code sets no `http.cors`.', (origin) =>
    origin === '*' ? undefined : originProblem(origin),
  ),
  SERVICE_CORS_CREDENTIALS: decision('Let browsers send credentials; not with `*`.'),
  SERVICE_CORS_MAX_AGE: integer('Seconds that browsers keep a preflight answer.', { least: 0, most: 86_400, fallback: undefined }),
  SERVICE_BODY_TIMEOUT_SECONDS: integer('Seconds in which a body must have arrived.', { least: 1, most: 3600, fallback: 30 }),
  SERVICE_METRICS_TOKEN: text('Token that `/metrics` asks for with `metrics.auth: token`.'),
} as const;

type Rows = typeof httpVariables;
export type HttpEnvironment = { readonly [Name in keyof Rows]: ReturnType<Rows[Name]['parse']> | Rows[Name]['fallback'] };

export function readHttpVariables(read: <T>(name: string, row: VariableRow<T>) => T): HttpEnvironment {
  const rows = httpVariables;
  return {
    SERVICE_BIND_ADDRESS: read('SERVICE_BIND_ADDRESS', rows.SERVICE_BIND_ADDRESS),
    SERVICE_SOCKET_PATH: read('SERVICE_SOCKET_PATH', rows.SERVICE_SOCKET_PATH),
    SERVICE_ALLOWED_HOSTS: read('SERVICE_ALLOWED_HOSTS', rows.SERVICE_ALLOWED_HOSTS),
    SERVICE_HTTP_ENTRY_PATH: read('SERVICE_HTTP_ENTRY_PATH', rows.SERVICE_HTTP_ENTRY_PATH),
    SERVICE_PUBLIC_URL: read('SERVICE_PUBLIC_URL', rows.SERVICE_PUBLIC_URL),
    SERVICE_PUBLIC_HOST: read('SERVICE_PUBLIC_HOST', rows.SERVICE_PUBLIC_HOST),
    SERVICE_TRUST_PROXY: read('SERVICE_TRUST_PROXY', rows.SERVICE_TRUST_PROXY),
    SERVICE_HSTS: read('SERVICE_HSTS', rows.SERVICE_HSTS),
    SERVICE_CONTENT_TYPE_OPTIONS: read('SERVICE_CONTENT_TYPE_OPTIONS', rows.SERVICE_CONTENT_TYPE_OPTIONS),
    SERVICE_FRAME_OPTIONS: read('SERVICE_FRAME_OPTIONS', rows.SERVICE_FRAME_OPTIONS),
    SERVICE_HEADERS_CUSTOM: read('SERVICE_HEADERS_CUSTOM', rows.SERVICE_HEADERS_CUSTOM),
    SERVICE_CSP_ENABLED: read('SERVICE_CSP_ENABLED', rows.SERVICE_CSP_ENABLED),
    SERVICE_CSP_DIRECTIVES: read('SERVICE_CSP_DIRECTIVES', rows.SERVICE_CSP_DIRECTIVES),
    SERVICE_CSP_REPORT_URI: read('SERVICE_CSP_REPORT_URI', rows.SERVICE_CSP_REPORT_URI),
    SERVICE_CSP_REPORT_ONLY: read('SERVICE_CSP_REPORT_ONLY', rows.SERVICE_CSP_REPORT_ONLY),
    SERVICE_CORS_ORIGINS: read('SERVICE_CORS_ORIGINS', rows.SERVICE_CORS_ORIGINS),
    SERVICE_CORS_CREDENTIALS: read('SERVICE_CORS_CREDENTIALS', rows.SERVICE_CORS_CREDENTIALS),
    SERVICE_CORS_MAX_AGE: read('SERVICE_CORS_MAX_AGE', rows.SERVICE_CORS_MAX_AGE),
    SERVICE_BODY_TIMEOUT_SECONDS: read('SERVICE_BODY_TIMEOUT_SECONDS', rows.SERVICE_BODY_TIMEOUT_SECONDS),
    SERVICE_METRICS_TOKEN: read('SERVICE_METRICS_TOKEN', rows.SERVICE_METRICS_TOKEN),
  };
}
