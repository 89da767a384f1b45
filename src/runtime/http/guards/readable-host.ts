import type { HttpHandler } from '../../web/exchange.ts';
import { answerJson } from '../../web/json-answer.ts';
import { isHost, requestHost } from '../../web/request-origin.ts';
import type { HttpSettings } from '../http-settings.ts';

/**
 * Refuses malformed Host headers where the public address comes from requests (RFC 9112 section 3.2): documents, tokens and links would
 * name a wrong address. An empty host is allowed, as on a socket file.
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
