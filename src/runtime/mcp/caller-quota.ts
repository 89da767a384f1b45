import type { AuthContext } from '../define/auth-context.ts';
import { LiveQuota, type Clock, type GiveBack, type QuotaLimits } from '../std/index.ts';
import { addressShareOf } from '../web/address-share.ts';
import type { RequestHeaders } from './call/request-headers.ts';
import { principalOf } from './principal.ts';
import type { Json } from '../model/json.ts';

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
