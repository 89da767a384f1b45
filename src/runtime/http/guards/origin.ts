import type { HttpExchange } from '../../web/exchange.ts';

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
