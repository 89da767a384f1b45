import type { AuthContext } from '../define/auth-context.ts';

/** Whose session it is: issuer and subject. A session id alone never lets anybody in (a leaked id is not a login). */
export function principalOf(auth: AuthContext): string {
  const issuer = typeof auth.claims.iss === 'string' ? auth.claims.iss : '';
  return JSON.stringify([auth.isAnonymous, issuer, auth.isAnonymous ? '' : auth.user.sub]);
}
