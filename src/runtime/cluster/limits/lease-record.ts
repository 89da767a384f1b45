/** The lease of one instance on a key: slots taken, when it ends unless renewed, and whether more callers wait. */
export type Lease = readonly [taken: number, endsAt: number, waits: 0 | 1];

/** Leases by the name of their instance. */
export type Leases = ReadonlyMap<string, Lease>;

/**
 * An instance that ended without a word keeps its slots for this long. Each looks every 5 s whether to say anew what it has, so it does every
 * 10 s at the latest, and a store answers within 5 s: clocks may be 15 s apart before a lease that is in use counts as ended.
 */
export const leaseMs = 30_000;
export const renewAfterMs = 5000;

/** Of what is in the store; what is no record of ours is nobody's. Ends that a wrong clock put far away are near ones from here on. */
export function readLeases(text: string | undefined, now: number): Leases {
  const leases = new Map<string, Lease>();
  for (const [instance, lease] of Object.entries(parse(text))) {
    if (!isLease(lease)) continue;
    const [taken, endsAt, waits] = lease;
    if (endsAt > now) leases.set(instance, [taken, Math.min(endsAt, now + leaseMs), waits]);
  }
  return leases;
}

/** Undefined when nobody has or wants anything: the key is deleted. */
export const printLeases = (leases: Leases): string | undefined =>
  leases.size === 0 ? undefined : JSON.stringify(Object.fromEntries(leases));

function parse(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const isLease = (value: unknown): value is Lease =>
  Array.isArray(value) && value.length === 3 && value.every((item) => typeof item === 'number' && item >= 0);
