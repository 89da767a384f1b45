import type { AuthContext } from '../define/auth-context.ts';
import { LiveQuota, type Clock, type GiveBack, type QuotaLimits } from '../std/index.ts';
import { addressShareOf } from '../web/address-share.ts';
import type { RequestHeaders } from './call/request-headers.ts';
import type { Json } from '../model/json.ts';

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

/** A caller whose request makes the server keep something. */
export interface QuotaCaller {
  readonly auth: AuthContext;
  readonly http: Pick<RequestHeaders, 'peerAddress' | 'header'>;
}

/**
 * Room for what callers make a process keep: a total, and a share for each subject, or for each address where the caller is anonymous.
 * All subjects of one address get at most half of the total, because one person can sign in as many of them.
 */
export class CallerQuota {
  readonly #owners: LiveQuota;
  readonly #addresses: LiveQuota;

  constructor({ share, total }: QuotaLimits, clock: Clock) {
    this.#owners = new LiveQuota({ total, share }, clock);
    this.#addresses = new LiveQuota({ total, share: total / 2 }, clock);
  }

  /**
   * @param lifeMs until it is given back by itself; the same for all of a quota
   * @returns undefined when the total or a share is used up
   */
  take({ auth, http }: QuotaCaller, amount: number, lifeMs?: number): GiveBack | undefined {
    const address = addressShareOf(http);
    if (auth.isAnonymous) return this.#owners.take(address, amount, lifeMs);
    const ofSubject = this.#owners.take(principalOf(auth), amount, lifeMs);
    if (ofSubject === undefined || address === undefined) return ofSubject;
    const ofAddress = this.#addresses.take(address, amount, lifeMs);
    if (ofAddress === undefined) {
      ofSubject();
      return undefined;
    }
    return () => {
      ofSubject();
      ofAddress();
    };
  }
}

/** Bytes of one object, list or member of parsed JSON, beside its text. */
const nodeBytes = 64;

/** Bytes that parsed JSON takes in memory. Thousands of empty objects take ten times the memory of their text, so members count, not only characters. */
export function parsedBytes(value: Json | object): number {
  const text = JSON.stringify(value);
  return 2 * text.length + nodeBytes * text.split(/[{[,]/).length;
}
