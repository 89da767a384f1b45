import type { HttpHandler } from '../../web/exchange.ts';
import { answerJson } from '../../web/json-answer.ts';
import { isHost, requestHost } from '../../web/request-origin.ts';
import type { HttpSettings } from '../http-settings.ts';

/**
 * Where requests tell what the public address is, one that tells none is refused (RFC 9112 section 3.2): documents, tokens and links would be
 * for an address that was not requested. Not to name any host is a client's right on a socket file.
 */
export const withReadableHost =
  ({ publicUrl, trustedProxies }: Pick<HttpSettings, 'publicUrl' | 'trustedProxies'>) =>
  (inner: HttpHandler): HttpHandler => {
    if (publicUrl !== undefined) return inner;
    // Most requests come to the same address as the one before.
    let last = '';
    return (exchange) => {
      const host = requestHost(exchange, trustedProxies);
      if (host !== last && host !== '') {
        if (!isHost(host)) return answerJson(400, { error: 'Bad Request', message: 'Invalid Host header' });
        last = host;
      }
      return inner(exchange);
    };
  };
