import type { AuthContext } from '../define/auth-context.ts';

/** Whose session it is: issuer and subject. A session id alone never lets anybody in (a leaked id is not a login). */
export function principalOf(auth: AuthContext): string {
  let principal = principals.get(auth);
  if (principal === undefined) principals.set(auth, (principal = printPrincipal(auth)));
  return principal;
}

/** A caller is the same object for as long as it is known; of everybody without a name there is one. */
const principals = new WeakMap<AuthContext, string>();

function printPrincipal(auth: AuthContext): string {
  const issuer = typeof auth.claims.iss === 'string' ? auth.claims.iss : '';
  return JSON.stringify([auth.isAnonymous, issuer, auth.isAnonymous ? '' : auth.user.sub]);
}
