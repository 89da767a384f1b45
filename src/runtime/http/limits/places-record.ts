/** What one instance says of a key: places it has, when that ends unless it is said again, and whether more of its callers wait. */
export type Share = readonly [taken: number, endsAt: number, waits: 0 | 1];

/** The shares of instances, by their names. */
export type Shares = ReadonlyMap<string, Share>;

/**
 * An instance that ended without a word keeps its places for this long. Each looks every 5 s whether to say anew what it has, so it does every
 * 10 s at the latest, and a store answers within 5 s: clocks may be 15 s apart before a share that is in use counts as ended.
 */
export const shareMs = 30_000;
export const renewedAfterMs = 5000;

/** Of what is in the store; what is no record of ours is nobody's. Ends that a wrong clock put far away are near ones from here on. */
export function readShares(text: string | undefined, now: number): Shares {
  const shares = new Map<string, Share>();
  for (const [instance, share] of Object.entries(parse(text))) {
    if (!isShare(share)) continue;
    const [taken, endsAt, waits] = share;
    if (endsAt > now) shares.set(instance, [taken, Math.min(endsAt, now + shareMs), waits]);
  }
  return shares;
}

/** Undefined when nobody has or wants anything: the key is deleted. */
export const printShares = (shares: Shares): string | undefined =>
  shares.size === 0 ? undefined : JSON.stringify(Object.fromEntries(shares));

function parse(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const isShare = (value: unknown): value is Share =>
  Array.isArray(value) && value.length === 3 && value.every((item) => typeof item === 'number' && item >= 0);
