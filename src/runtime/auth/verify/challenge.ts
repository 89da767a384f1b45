import type { AuthContext } from '../../define/auth-context.ts';
import { printable } from '../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { answerJson } from '../../web/json-answer.ts';

/** What a guard of requests says (features/application/feature.ts): a refusal, or who calls. */
export type CallerVerdict = { readonly answer: HttpAnswer } | { readonly auth: AuthContext };

/** Members of `WWW-Authenticate: Bearer` (RFC 6750 section 3, RFC 9728 section 5.1). */
export interface Challenge {
  readonly realm?: string;
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  readonly description?: string;
  readonly scopes?: readonly string[];
  /** URL of the protected-resource metadata. */
  readonly resourceMetadata?: string;
}

/** The header's value; every member is a quoted-string, because a URL is no legal token. */
export function printChallenge({ description, error, realm, resourceMetadata, scopes }: Challenge): string {
  const members: [string, string | undefined][] = [
    ['realm', realm],
    ['error', error],
    ['scope', scopes?.join(' ')],
    ['error_description', description],
    ['resource_metadata', resourceMetadata],
  ];
  const printed = members.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${printable(value)}"`]));
  return printed.length === 0 ? 'Bearer' : `Bearer ${printed.join(', ')}`;
}

/** Of a call that a token with these scopes could make: the one challenge of servers that refuse no token. */
export const printScopeChallenge = (scopes: readonly string[]): string =>
  `Bearer error="insufficient_scope", scope="${printable(scopes.join(' '))}"`;

/** Nothing was sent: the challenge names no error, only where to go on (RFC 6750 section 3.1). */
export function refuseWithoutCredentials(challenge: Pick<Challenge, 'realm' | 'resourceMetadata' | 'scopes'>): HttpAnswer {
  return refuse(401, { error: 'Unauthorized', message: 'A bearer token is required' }, challenge);
}

/** The token is not accepted. `message` says why, and never holds a part of the token. */
export function refuseToken(message: string, challenge: Pick<Challenge, 'realm' | 'resourceMetadata'>): HttpAnswer {
  return refuse(401, { error: 'Unauthorized', message }, { ...challenge, error: 'invalid_token', description: message });
}

/** The token is good and does not reach this far: 403 names the scopes that would (step-up, MCP authorization). */
export function refuseScope(scopes: readonly string[], challenge: Pick<Challenge, 'realm' | 'resourceMetadata'>): HttpAnswer {
  const message = `The token lacks the scope ${scopes.join(' ')}`;
  return refuse(403, { error: 'Forbidden', message }, { ...challenge, error: 'insufficient_scope', scopes, description: message });
}

const refuse = (status: number, body: object, challenge: Challenge): HttpAnswer =>
  answerJson(status, body, { 'www-authenticate': printChallenge(challenge), 'cache-control': 'no-store' });

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
