import type { HttpExchange } from '../../web/exchange.ts';
import { requestOrigin } from '../../web/request-origin.ts';
import type { HttpSettings } from '../http-settings.ts';

/** Refuses an `Origin` that is not listed; without a list, and without the header, everything passes (document 2, ruling 12). */
export function isRefusedOrigin(allowed: readonly string[] | undefined, exchange: HttpExchange): boolean {
  if (allowed === undefined) return false;
  const origin = exchange.header('origin');
  if (origin === undefined) return false;
  if (exchange.headerCount('origin') !== 1) return true;
  if (allowed.includes(origin)) return false;
  const lower = origin.toLowerCase();
  return !allowed.some((entry) => entry.toLowerCase() === lower) && !isLocalOrigin(allowed, origin);
}

/**
 * The pages of this server post to it: their origin is not foreign, listed or not. Without a public address it is believed only where the
 * Host header is checked: a name that was rebound to this server would make any page its own.
 */
export function isOwnOrigin(
  { hosts, publicUrl, trustedProxies }: Pick<HttpSettings, 'hosts' | 'publicUrl' | 'trustedProxies'>,
  exchange: HttpExchange,
): boolean {
  const origin = exchange.header('origin');
  if (origin === undefined || exchange.headerCount('origin') !== 1) return false;
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return hosts.hosts !== undefined && origin === requestOrigin(exchange, trustedProxies);
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
