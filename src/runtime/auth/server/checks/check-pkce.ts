import type { Parameters } from '../endpoints/parameters.ts';
import { SignInProblem } from '../responses/problems.ts';

/** The challenge of PKCE with S256. `plain` would show the verifier to every reader of the page's address (RFC 7636 section 4.2). */
export function checkPkce(parameters: Parameters): string {
  const challenge = parameters.require('code_challenge');
  if (!/^[A-Za-z0-9_-]{43,128}$/.test(challenge)) throw new SignInProblem('code_challenge must be 43 to 128 characters of base64url');
  const method = parameters.get('code_challenge_method') ?? 'S256';
  if (method !== 'S256') throw new SignInProblem('code_challenge_method must be S256');
  return challenge;
}
