import type { AuthContext } from '../define/auth-context.ts';

/** The identity of a caller: issuer and subject. */
export function principalOf(auth: AuthContext): string {
  let principal = principals.get(auth);
  if (principal === undefined) principals.set(auth, (principal = printPrincipal(auth)));
  return principal;
}

/** A caller is one object while it is known; all anonymous callers share one. */
const principals = new WeakMap<AuthContext, string>();

function printPrincipal(auth: AuthContext): string {
  const issuer = typeof auth.claims.iss === 'string' ? auth.claims.iss : '';
  return auth.isAnonymous ? JSON.stringify([true, issuer, '']) : principalNamed(issuer, auth.user.sub);
}

/** A person as the tokens of an issuer name them. */
export const principalNamed = (issuer: string, sub: string): string => JSON.stringify([false, issuer, sub]);

/** Whether the owner of a session or a stream may hear of a change: changes of one person's data go only to that person's clients. */
export const mayHear = ({ of }: { readonly of?: string }, owner: string): boolean =>
  of === undefined || of === owner || owner.startsWith(`[${JSON.stringify(of)},`);

/**
 * The owner of a session or a task: the person, and the client they signed in with. A session id alone grants nothing (a leaked id is no login), and
 * what one client is answered is not for the next one, which the same person may have allowed less.
 */
export function sessionOwnerOf(auth: AuthContext): string {
  let owner = sessionOwners.get(auth);
  if (owner === undefined) sessionOwners.set(auth, (owner = printSessionOwner(auth)));
  return owner;
}

const sessionOwners = new WeakMap<AuthContext, string>();

/** The client as RFC 9068 names it, else as OpenID Connect does; keys of static servers name none. */
function printSessionOwner(auth: AuthContext): string {
  const { azp, client_id: client = azp } = auth.claims;
  return typeof client === 'string' ? JSON.stringify([principalOf(auth), client]) : principalOf(auth);
}
