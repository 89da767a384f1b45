import { hashTextsEqual, sha256Text } from '../../../std/index.ts';
import { OAuthProblem } from '../responses/problems.ts';

/** RFC 7636 section 4.6; every code has a challenge, so there is no exchange without a verifier. */
export async function checkPkceVerifier(verifier: string | undefined, challenge: string): Promise<void> {
  const wellFormed = verifier !== undefined && /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier);
  if (!wellFormed || !hashTextsEqual(await sha256Text(verifier), challenge))
    throw new OAuthProblem('invalid_grant', 'PKCE verification failed');
}
