import type { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';

/** A refresh may ask for less, never for more (RFC 6749 section 6); the grant itself stays what it was. */
export function checkNarrowedScope(parameters: Parameters, granted: readonly string[]): readonly string[] {
  const asked = parameters
    .get('scope')
    ?.split(' ')
    .filter((scope) => scope !== '');
  if (asked === undefined) return granted;
  if (!asked.every((scope) => granted.includes(scope))) throw new OAuthProblem('invalid_scope', 'scope is more than was granted');
  return granted.filter((scope) => asked.includes(scope));
}
