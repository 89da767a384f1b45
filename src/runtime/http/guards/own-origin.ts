import type { HttpExchange } from '../../web/exchange.ts';
import { requestOrigin } from '../../web/request-origin.ts';
import type { HttpSettings } from '../http-settings.ts';

/**
 * Accepts the origin of this server's own pages, listed or not. Without a public address it requires checked Host headers: otherwise DNS
 * rebinding could make any page its own.
 */
export function isOwnOrigin(
  { hosts, publicUrl, trustedProxies }: Pick<HttpSettings, 'hosts' | 'publicUrl' | 'trustedProxies'>,
  exchange: HttpExchange,
): boolean {
  const origin = exchange.header('origin');
  if (origin === undefined) return false;
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return hosts.hosts !== undefined && origin === requestOrigin(exchange, trustedProxies);
}
