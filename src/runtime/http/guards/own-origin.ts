import type { HttpExchange } from '../../web/exchange.ts';
import { requestOrigin } from '../../web/request-origin.ts';
import type { HttpSettings } from '../http-settings.ts';

/**
 * The pages of this server post to it: their origin is not foreign, listed or not. Without a public address it is believed only where the
 * Host header is checked: a name that was rebound to this server would make any page its own.
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
