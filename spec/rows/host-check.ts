import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Host guard and origin rules. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.host.derived': 'On 127.0.0.1 the derived list is localhost, 127.0.0.1 and [::1], enforced; an entry without a port matches any port.',
  'D2.host.attacks': 'A Host with userinfo, a trailing dot, a bad port, another spelling of an address or several values is refused.',
  'D2.host.public-url':
    'Where the host of SERVICE_PUBLIC_URL is not among the answered hosts, the start warns, in every environment, and names SERVICE_ALLOWED_HOSTS.',
  'D2.host.all-interfaces': 'On 0.0.0.0 nothing is enforced until hosts are listed; SERVICE_ALLOWED_HOSTS lists them too, code wins.',
  'D2.host.disabled': 'dnsRebindingProtection.enabled: false turns checks off.',
  'D2.host.refusal':
    'Host not allowed: 403 { error: Forbidden, message: Invalid Host header }, before any other check, health checks included.',
  'D2.host.forwarded': 'The refusal names X-Forwarded-Host when that header is not allowed.',
  'D2.host.raw': 'Two Host headers, a missing one and HTTP/1.0 without one are refused.',
  'D2.headers.every-answer': 'Two fixed security headers are on every response, those to requests that cannot be parsed included.',
  'D2.origin.list': 'With allowedOrigins a request whose Origin is not listed gets 403 Invalid Origin header; no Origin is allowed.',
  'R12.sec-fetch-site':
    'While host checks are on Sec-Fetch-Site: cross-site is refused on the MCP endpoint; a bare foreign Origin is refused only with allowedOrigins.',
});
