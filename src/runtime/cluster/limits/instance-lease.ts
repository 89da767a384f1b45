import type { ConcurrencyRule } from '../../http/limits/concurrency-limiter.ts';

/** One request that has a slot, or asks for one. */
export interface Permit {
  state: 'asking' | 'held' | 'refused';
  /** End of a held permit unless it is renewed. Worker platforms end requests without a notice. */
  endsAt: number;
  /** The failure of the store. */
  failure?: Error;
  wake(): void;
}

/** A record to write, and the permits that get a slot once it is written. */
interface Plan {
  readonly at: number;
  readonly taken: number;
  readonly waits: 0 | 1;
  readonly granted: readonly Permit[];
  readonly left: readonly Permit[];
  readonly contested: boolean;
  /** The whole record; undefined deletes it. */
  readonly next: string | undefined;
  /** The stored lease of this instance differs from the planned one. */
  readonly changes: boolean;
}

/**
 * Length of a turn, in which an instance passes its slots on to its own callers without polling, and the time for which it then takes no slot
 * while other instances wait: longer than any pause between two polls. Without turns a busy instance would keep every slot for ever.
 */
const turnMs = 1000;
const yieldMs = 300;

/** Pauses between two polls of a full record; each is randomised between half and all of it, so that instances do not poll in step. */
const firstPauseMs = 25;
const maxPauseMs = 250;

/** The lease of this instance on the slots of one key: permits held, permits queued, and the state of the stored record. */
export class InstanceLease {
  readonly held = new Set<Permit>();
  /** First come, first served. */
  readonly asking = new Set<Permit>();
  /** The record as last read or written. */
  seen: string | undefined;
  /** Callbacks of returned slots, called once the record is written or writing failed. */
  onReturned: (() => void)[] = [];
  /** Time of the next poll. */
  nextPollAt = 0;
  /** Until then the store may hold a lease of this instance. */
  sentUntil = 0;
  readonly #instance: string;
  readonly #rule: ConcurrencyRule;
  /** Slots of this instance by the record. After a lost answer the lower number counts, so that no slot is used twice. */
  #recorded = 0;
  #waits: 0 | 1 = 0;
  #unsure = false;
  #turnEndsAt: number | undefined;
  #yieldsUntil = 0;
  #pauseMs = firstPauseMs;

  constructor(instance: string, rule: ConcurrencyRule) {
    this.#instance = instance;
    this.#rule = rule;
  }

  /** The recorded lease is stale. */
  get isStale(): boolean {
    return this.#unsure || this.#recorded !== this.held.size || (this.#waits === 1 && this.asking.size === 0);
  }

  get isIdle(): boolean {
    return !this.isStale && this.held.size === 0 && this.asking.size === 0;
  }

  isDue(now: number): boolean {
    return this.isStale || this.sentUntil - now <= leaseMs - renewAfterMs;
  }

  /** Grants recorded slots to queued permits, in order and without asking the store. */
  grantNext(now: number): void {
    // A turn ends long before the lease does.
    if (this.#turnEndsAt === undefined || now >= this.#turnEndsAt) return;
    for (const permit of this.asking) {
      if (this.held.size >= this.#recorded) return;
      this.#grant(permit, now);
    }
  }

  /** Plans the next record from the stored one. @param max slots of all instances; 0 when this one ends */
  plan(text: string | undefined, now: number, max: number): Plan {
    for (const permit of this.held) if (permit.endsAt <= now) this.held.delete(permit);
    const leases = new Map(readLeases(text, now));
    const mine = leases.get(this.#instance);
    leases.delete(this.#instance);
    const others = [...leases.values()];
    const contested = others.some(([, , waits]) => waits === 1);
    if (contested && this.#turnEndsAt !== undefined && now >= this.#turnEndsAt) {
      this.#turnEndsAt = undefined;
      this.#yieldsUntil = now + yieldMs;
    }
    const had = max === 0 ? 0 : this.held.size;
    const free = now < this.#yieldsUntil ? 0 : Math.max(0, others.reduce((sum, [taken]) => sum - taken, max) - had);
    const asking = [...this.asking];
    const granted = asking.slice(0, free);
    const left = asking.slice(free);
    const taken = had + granted.length;
    const waits = left.length > 0 && this.#rule.queueTimeoutMs > 0 ? 1 : 0;
    if (taken + waits > 0) leases.set(this.#instance, [taken, now + leaseMs, waits]);
    const changes =
      mine === undefined ? taken + waits > 0 : mine[0] !== taken || mine[2] !== waits || mine[1] - now <= leaseMs - renewAfterMs;
    return { at: now, taken, waits, granted, left, contested, next: printLeases(leases), changes };
  }

  /** Before it is known whether a plan was written: slots that it returns are not granted again. */
  expect({ at, taken }: Plan): void {
    this.#recorded = Math.min(this.#recorded, taken);
    this.#unsure = true;
    this.sentUntil = at + leaseMs;
  }

  /** The planned record was written. */
  commit(plan: Plan, now: number): void {
    this.seen = plan.next;
    this.#recorded = plan.taken;
    this.#waits = plan.waits;
    this.#unsure = false;
    if (!plan.contested) this.#turnEndsAt = now + turnMs;
    else if (plan.granted.length > 0) this.#turnEndsAt ??= now + turnMs;
    for (const permit of plan.granted) if (this.asking.has(permit)) this.#grant(permit, now);
    if (this.#rule.queueTimeoutMs === 0) {
      for (const permit of plan.left) this.#end(permit, 'refused');
      return;
    }
    this.#pauseMs = plan.granted.length > 0 ? firstPauseMs : Math.min(2 * this.#pauseMs, maxPauseMs);
    // Not a secret: it only keeps instances from polling in step.
    if (plan.left.length > 0) this.nextPollAt = now + (this.#pauseMs * (1 + Math.random())) / 2;
  }

  /** The stored lease of this instance has expired. */
  forget(): void {
    this.#recorded = 0;
    this.#waits = 0;
    this.#unsure = false;
    this.seen = undefined;
  }

  fail(failure: unknown): void {
    for (const permit of this.asking) {
      permit.failure = failure instanceof Error ? failure : new Error(String(failure));
      permit.wake();
    }
  }

  #grant(permit: Permit, now: number): void {
    permit.endsAt = now + leaseMs;
    this.held.add(permit);
    this.#end(permit, 'held');
  }

  #end(permit: Permit, state: 'held' | 'refused'): void {
    this.asking.delete(permit);
    permit.state = state;
    permit.wake();
  }
}

/** The lease of one instance on a key: slots taken, when it ends unless renewed, and whether more callers wait. */
type Lease = readonly [taken: number, endsAt: number, waits: 0 | 1];

/** Leases by the name of their instance. */
type Leases = ReadonlyMap<string, Lease>;

/**
 * A crashed instance keeps its slots for this long. Each instance checks its lease every 5 s and so renews it after 10 s at the latest, and a
 * store answers within 5 s: clocks may differ by 15 s before a lease in use counts as ended.
 */
export const leaseMs = 30_000;
export const renewAfterMs = 5000;

/** Leases of the stored text; other values count as none. An end that a wrong clock put far away is capped. */
function readLeases(text: string | undefined, now: number): Leases {
  const leases = new Map<string, Lease>();
  for (const [instance, lease] of Object.entries(parse(text))) {
    if (!isLease(lease)) continue;
    const [taken, endsAt, waits] = lease;
    if (endsAt > now) leases.set(instance, [taken, Math.min(endsAt, now + leaseMs), waits]);
  }
  return leases;
}

/** Undefined without leases: the key is deleted. */
const printLeases = (leases: Leases): string | undefined => (leases.size === 0 ? undefined : JSON.stringify(Object.fromEntries(leases)));

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
