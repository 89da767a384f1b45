import type { Logger } from '../../std/index.ts';
import type { HttpExchange } from '../../web/exchange.ts';

/** Which `Host` values are answered; undefined hosts: every one. */
export interface HostPolicy {
  readonly hosts: ReadonlySet<string> | undefined;
  /** Values that were found allowed before, so that they are not taken apart again. */
  readonly passed: Set<string>;
}

/** What is answered, and where clients find it. */
interface PublicSite {
  readonly hosts: HostPolicy;
  readonly publicUrl: string | undefined;
}

/** Names of this computer to itself. */
export const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Real clients send few values; a caller that varies the port must not fill the memory. */
const maxPassed = 32;

/**
 * A page on a foreign site can point its own name at 127.0.0.1 (DNS rebinding) and then talk to a local server as same-origin; the
 * `Host` header is what gives it away. On loopback the known names are enforced, elsewhere only a list from the operator can be right.
 */
export const hostPolicy = (hosts: readonly string[] | undefined): HostPolicy => ({
  hosts: hosts && new Set(hosts.map((host) => host.toLowerCase())),
  passed: new Set(),
});

/** The header that is refused, or undefined when the request may pass. */
export function findRefusedHost({ hosts, passed }: HostPolicy, exchange: HttpExchange): 'Host' | 'X-Forwarded-Host' | undefined {
  if (hosts === undefined) return undefined;
  const host = exchange.header('host');
  if (host === undefined) return 'Host';
  if (!passed.has(host)) {
    if (!isAllowedHost(hosts, host)) return 'Host';
    if (passed.size < maxPassed) passed.add(host);
  }
  const forwarded = exchange.header('x-forwarded-host');
  return forwarded === undefined || forwarded.split(',').every((part) => isAllowedHost(hosts, part.trim()))
    ? undefined
    : 'X-Forwarded-Host';
}

/** A host name or bracketed IPv6 address and an optional port; everything else (userinfo, paths, trailing dots) has no entry to match. */
const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/;

/** An entry without a port matches any port. */
export function isAllowedHost(hosts: ReadonlySet<string>, value: string): boolean {
  const lower = value.toLowerCase();
  const match = hostForm.exec(lower);
  if (match === null) return false;
  const [, name = '', port] = match;
  if (port !== undefined && Number(port) > 65_535) return false;
  return hosts.has(lower) || hosts.has(name);
}

/** Warns where requests to the public URL get 403: a proxy passes on its host name, which the derived list does not have. */
export function warnOfUnansweredUrl({ hosts: { hosts }, publicUrl }: PublicSite, logger: Logger): void {
  if (hosts === undefined || publicUrl === undefined) return;
  const { host } = new URL(publicUrl);
  if (isAllowedHost(hosts, host)) return;
  const code = 'PUBLIC_HOST_NOT_ANSWERED';
  const problem = `requests to ${host}, the host of SERVICE_PUBLIC_URL, are answered with 403: only ${[...hosts].join(', ')} are allowed`;
  logger.warn(`${code}: ${problem}. Set SERVICE_ALLOWED_HOSTS=${host}, or list it in http.security.dnsRebindingProtection.allowedHosts`, {
    code,
  });
}

/** Refuses an `Origin` that is not listed; without the header everything passes. */
export function isRefusedOrigin(allowed: readonly string[], exchange: HttpExchange): boolean {
  const origin = exchange.header('origin');
  if (origin === undefined) return false;
  if (allowed.includes(origin)) return false;
  const lower = origin.toLowerCase();
  return !allowed.some((entry) => entry.toLowerCase() === lower) && !isLocalOrigin(allowed, origin);
}

/** `http://localhost` in the list stands for every port of it: development servers choose their own. */
function isLocalOrigin(allowed: readonly string[], origin: string): boolean {
  const match = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}$/i.exec(origin);
  return match?.[1] !== undefined && allowed.includes(match[1].toLowerCase());
}

/**
 * A browser says `cross-site` when a foreign page made the request: a simple POST needs no preflight, so without this a page could call
 * tools blindly. Clients that are no browser do not send the header.
 */
export function isCrossSite(exchange: HttpExchange): boolean {
  const site = exchange.header('sec-fetch-site');
  return site !== undefined && (site === crossSite || (site.length === crossSite.length && site.toLowerCase() === crossSite));
}

const crossSite = 'cross-site';
