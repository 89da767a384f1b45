/** The lease of one instance on a key: slots taken, when it ends unless renewed, and whether more callers wait. */
export type Lease = readonly [taken: number, endsAt: number, waits: 0 | 1];

/** Leases by the name of their instance. */
export type Leases = ReadonlyMap<string, Lease>;

/**
 * A crashed instance keeps its slots for this long. Each instance checks its lease every 5 s and so renews it after 10 s at the latest, and a
 * store answers within 5 s: clocks may differ by 15 s before a lease in use counts as ended.
 */
export const leaseMs = 30_000;
export const renewAfterMs = 5000;

/** Leases of the stored text; other values count as none. An end that a wrong clock put far away is capped. */
export function readLeases(text: string | undefined, now: number): Leases {
  const leases = new Map<string, Lease>();
  for (const [instance, lease] of Object.entries(parse(text))) {
    if (!isLease(lease)) continue;
    const [taken, endsAt, waits] = lease;
    if (endsAt > now) leases.set(instance, [taken, Math.min(endsAt, now + leaseMs), waits]);
  }
  return leases;
}

/** Undefined without leases: the key is deleted. */
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
