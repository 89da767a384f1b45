import { randomId, sha256Text } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import { agreementSeconds, signInSeconds } from '../tokens/lifetimes.ts';

const keyOf = async (sub: string): Promise<string> => `withdrawn:${await sha256Text(sub)}`;
/** Longer than anything lives that a person began before it: a sign-in, a link, a grant that is not used, what they agreed to. */
const withdrawalMs = (agreementSeconds + signInSeconds) * 1000;

/**
 * A withdrawal of everything that a person granted is one record with a random id. What is made for a person keeps the id that held when the
 * person was identified. So no list of grants is kept, no clocks are compared, and what is under way during a withdrawal ends with it.
 */
export const withdrawalOf = async (store: Store, sub: string): Promise<string | undefined> => store.get(await keyOf(sub));

export const withdrawAll = async (store: Store, sub: string): Promise<void> =>
  store.set(await keyOf(sub), randomId(), { ttlMs: withdrawalMs });

/** @param kept of what was made for the person; @param current the newest one now */
export const isWithdrawn = (kept: string | undefined, current: string | undefined): boolean => current !== undefined && kept !== current;
