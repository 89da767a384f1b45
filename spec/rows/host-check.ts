import type { RequirementRow } from '../requirement-row.ts';

/** Host guard and origin rules: document 2 (http.security, errors) and ruling 12. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.host.derived',
    document: 'spec 2',
    section: 'http.security',
    rule: 'On 127.0.0.1 the derived list is localhost, 127.0.0.1 and [::1], enforced; an entry without a port matches any port.',
  },
  {
    id: 'D2.host.attacks',
    document: 'spec 5',
    section: 'Attacks',
    rule: 'A Host with userinfo, a trailing dot, a bad port, another spelling of an address or several values is refused.',
  },
  {
    id: 'D2.host.all-interfaces',
    document: 'spec 2',
    section: 'http.security',
    rule: 'On 0.0.0.0 nothing is enforced until hosts are listed; SERVICE_ALLOWED_HOSTS lists them too, code wins.',
  },
  { id: 'D2.host.disabled', document: 'spec 2', section: 'http.security', rule: 'dnsRebindingProtection.enabled: false turns checks off.' },
  {
    id: 'D2.host.refusal',
    document: 'spec 2',
    section: 'Errors',
    rule: 'Host not allowed: 403 { error: Forbidden, message: Invalid Host header }, before any other check, health checks included.',
  },
  {
    id: 'D2.host.forwarded',
    document: 'spec 2',
    section: 'Errors',
    rule: 'The refusal names X-Forwarded-Host when that header is not allowed.',
  },
  {
    id: 'D2.host.raw',
    document: 'spec 5',
    section: 'Attacks',
    rule: 'Two Host headers, a missing one and HTTP/1.0 without one are refused.',
  },
  {
    id: 'D2.headers.every-answer',
    document: 'spec 2',
    section: 'What the service does',
    rule: 'Two fixed security headers are on every response, those to requests that cannot be parsed included.',
  },
  {
    id: 'D2.origin.list',
    document: 'spec 2',
    section: 'http.security',
    rule: 'With allowedOrigins a request whose Origin is not listed gets 403 Invalid Origin header; no Origin is allowed.',
  },
  {
    id: 'R12.sec-fetch-site',
    document: 'spec 5',
    section: '12',
    rule: 'While host checks are on Sec-Fetch-Site: cross-site is refused on the MCP endpoint; a bare foreign Origin is refused only with allowedOrigins.',
  },
];
