import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import type { HaSettings } from './ha-settings.ts';

type CookieSettings = Pick<HaSettings, 'SERVICE_AFFINITY_COOKIE' | 'SERVICE_AFFINITY_COOKIE_DOMAIN' | 'SERVICE_AFFINITY_COOKIE_SAME_SITE'>;

const sameSiteWords = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

/**
 * Names the node in an answer, for load balancers that send a client where it was before. Nothing here reads the cookie or the header of a
 * request: who forges one reaches another node, which serves the same sessions.
 */
export function namesNode(nodeId: string, settings: CookieSettings): (exchange: HttpExchange, answer: HttpAnswer) => HttpAnswer {
  const {
    SERVICE_AFFINITY_COOKIE: name = '__service_node',
    SERVICE_AFFINITY_COOKIE_DOMAIN: domain,
    SERVICE_AFFINITY_COOKIE_SAME_SITE: sameSite = 'lax',
  } = settings;
  const plain = `${name}=${nodeId}; Path=/; HttpOnly; SameSite=${sameSiteWords[sameSite]}${domain === undefined ? '' : `; Domain=${domain}`}`;
  const secure = `${plain}; Secure`;
  return (exchange, answer) => {
    // Browsers drop a cookie for other sites that is not Secure.
    const cookie = exchange.secure || sameSite === 'none' ? secure : plain;
    const others = answer.headers['set-cookie'];
    const headers = {
      ...answer.headers,
      'x-service-machine-id': nodeId,
      'set-cookie': others === undefined ? cookie : [cookie].concat(others),
    };
    return { ...answer, headers };
  };
}
