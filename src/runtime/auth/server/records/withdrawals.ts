import { randomId, sha256Text } from '../../../std/index.ts';
import type { Store } from '../../../model/store.ts';
import { agreementSeconds, signInSeconds } from '../tokens/lifetimes.ts';

const keyOf = async (sub: string): Promise<string> => `withdrawn:${await sha256Text(sub)}`;
const countKey = 'withdrawals';
/** Longer than anything lives that a person began before it: a sign-in, a link, a grant that is not used, what they agreed to. */
const withdrawalMs = (agreementSeconds + signInSeconds) * 1000;

/**
 * A withdrawal of everything that a person granted is one record with a random id. What is made for a person keeps the id that held when the
 * person was identified. So no list of grants is kept, no clocks are compared, and what is under way during a withdrawal ends with it.
 */
export const withdrawalOf = async (store: Store, sub: string): Promise<string | undefined> => store.get(await keyOf(sub));

/** Counted before it is written down: who looks at both reads the person's record first. */
export async function withdrawAll(store: Store, sub: string): Promise<void> {
  const number = await store.increment(countKey, 1);
  await store.set(await keyOf(sub), `${number}.${randomId()}`, { ttlMs: withdrawalMs });
}

/** Withdrawals of anybody so far; noted when a check of a person begins, of whom nobody knows yet who it is. */
export const withdrawalsSoFar = (store: Store): Promise<number> => store.increment(countKey, 0);

/** Whether a person's newest withdrawal came after so many: what was checked before it, an old password, shows nothing any more. */
export const isSince = (current: string | undefined, soFar: number): boolean => Number.parseInt(current ?? '0', 10) > soFar;

/** @param kept of what was made for the person; @param current the newest one now */
export const isWithdrawn = (kept: string | undefined, current: string | undefined): boolean => current !== undefined && kept !== current;
