import type { HttpExchange } from '../../web/exchange.ts';

/** Which `Host` values are answered; undefined hosts: every one. */
export interface HostPolicy {
  readonly hosts: ReadonlySet<string> | undefined;
  /** Values that were found allowed before, so that they are not taken apart again. */
  readonly passed?: Set<string>;
}

/** Clients of a server write few values; somebody who varies the port must not fill the memory. */
const mostPassed = 32;

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A page on a foreign site can point its own name at 127.0.0.1 (DNS rebinding) and then talk to a local server as same-origin; the
 * `Host` header is what gives it away. On loopback the known names are enforced, elsewhere only a list from the operator can be right.
 */
export function derivePolicy(options: {
  readonly enabled: boolean;
  /** Absent on hosts that do not listen themselves. */
  readonly bindAddress: string | undefined;
  readonly allowedHosts: readonly string[] | undefined;
}): HostPolicy {
  if (!options.enabled) return { hosts: undefined };
  if (options.allowedHosts !== undefined)
    return { hosts: new Set(options.allowedHosts.map((host) => host.toLowerCase())), passed: new Set() };
  return {
    hosts: options.bindAddress !== undefined && isLoopbackAddress(options.bindAddress) ? new Set(loopbackHosts) : undefined,
    passed: new Set(),
  };
}

/** Reached from this computer only. */
export function isLoopbackAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

/** The header that is refused, or undefined when the request may pass. */
export function findRefusedHost(policy: HostPolicy, exchange: HttpExchange): 'Host' | 'X-Forwarded-Host' | undefined {
  const { hosts } = policy;
  if (hosts === undefined) return undefined;
  const host = exchange.header('host');
  if (host !== undefined && policy.passed?.has(host) === true && exchange.headerCount('host') === 1) return refusedForward(hosts, exchange);
  // Two Host headers are read differently by a proxy and by us: request smuggling, never a list.
  if (host === undefined || exchange.headerCount('host') !== 1 || !isAllowedHost(hosts, host)) return 'Host';
  if (policy.passed !== undefined && policy.passed.size < mostPassed) policy.passed.add(host);
  return refusedForward(hosts, exchange);
}

function refusedForward(hosts: ReadonlySet<string>, exchange: HttpExchange): 'X-Forwarded-Host' | undefined {
  const forwarded = exchange.header('x-forwarded-host');
  if (forwarded === undefined) return undefined;
  return forwarded.split(',').every((part) => isAllowedHost(hosts, part.trim())) ? undefined : 'X-Forwarded-Host';
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
