import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { printable } from '../../std/index.ts';

/**
 * Adds the metadata's address to a challenge that asks for more scopes (step-up): the call's own refusal knows the scopes, and only the
 * request knows the address.
 */
export function nameMetadata(answer: HttpAnswer, exchange: HttpExchange, metadataAt: (exchange: HttpExchange) => string): HttpAnswer {
  const challenge = answer.headers['www-authenticate'];
  if (answer.status !== 403 || typeof challenge !== 'string' || !challenge.includes('error="insufficient_scope"')) return answer;
  if (challenge.includes('resource_metadata=')) return answer;
  const named = `${challenge}, resource_metadata="${printable(metadataAt(exchange))}"`;
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': named } };
}
