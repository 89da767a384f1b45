import { isRecord } from '../std/index.ts';
import { hostEntryProblem, originProblem, parsePublicUrl } from './address-values.ts';
import { endpointPathProblem } from './path-rules.ts';
import { customHeaderProblem, isHeaderValue, parseDirectives } from './header-values.ts';
import { checkedList, checkedText, decision, integer, text, type VariableRow } from './variable-row.ts';

/** A header's value; `off`, `false` or `none` omits the header. */
const header: VariableRow<string | false | undefined> = {
  parse: (value) => {
    if (['off', 'false', 'none'].includes(value.toLowerCase())) return false;
    if (isHeaderValue(value)) return value;
    throw new Error('holds characters that no header may hold');
  },
  fallback: undefined,
};

const headers: VariableRow<Readonly<Record<string, string>> | undefined> = {
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
  if (!isRecord(parsed)) throw new Error(wanted);
  return parsed;
}

const directives: VariableRow<Readonly<Record<string, string>> | undefined> = {
  parse: parseDirectives,
  fallback: undefined,
};

/** How many proxies stand before the server: that many items at the end of `X-Forwarded-For` were written by them. */
const proxies: VariableRow<number> = {
  parse: (value) => {
    if (/^(?:on|true|yes)$/i.test(value)) return 1;
    if (/^(?:off|false|no)$/i.test(value)) return 0;
    if (/^(?:\d|1[0-6])$/.test(value)) return Number(value);
    throw new Error('expected on, true, yes, off, false, no, or the number of proxies from 0 to 16');
  },
  fallback: 0,
};

/** Variables of the HTTP layer on every host. */
export const httpVariables = {
  SERVICE_ALLOWED_HOSTS: checkedList(hostEntryProblem),
  SERVICE_HTTP_ENTRY_PATH: checkedText(endpointPathProblem),
  SERVICE_PUBLIC_URL: { ...text, parse: parsePublicUrl },
  SERVICE_PUBLIC_HOST: checkedText(hostEntryProblem),
  SERVICE_TRUST_PROXY: proxies,
  SERVICE_HSTS: header,
  SERVICE_CONTENT_TYPE_OPTIONS: header,
  SERVICE_FRAME_OPTIONS: header,
  SERVICE_HEADERS_CUSTOM: headers,
  SERVICE_CSP_ENABLED: decision,
  SERVICE_CSP_DIRECTIVES: directives,
  SERVICE_CSP_REPORT_URI: checkedText((value) =>
    /^[\x21-\x3a\x3c-\x7e]+$/.test(value) && !value.includes(',') ? undefined : 'expected one URL without spaces, ";" and ","',
  ),
  SERVICE_CSP_REPORT_ONLY: decision,
  SERVICE_CORS_ORIGINS: checkedList((origin) => (origin === '*' ? undefined : originProblem(origin))),
  SERVICE_CORS_CREDENTIALS: decision,
  SERVICE_CORS_MAX_AGE: integer({ min: 0, max: 86_400, fallback: undefined }),
  SERVICE_METRICS_TOKEN: text,
} as const;
