import { StorageConnectionError } from '../../errors/index.ts';
import type { Awaitable, Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import { InstanceLease, type Permit } from './instance-lease.ts';
import {
  maxWaiting,
  type Asker,
  type ConcurrencyRule,
  type ConcurrencyLimiter,
  type Refusal,
  type Release,
} from '../../http/limits/concurrency-limiter.ts';
import { renewAfterMs, leaseMs } from './lease-record.ts';

export interface DistributedLimiterOptions {
  readonly store: Store;
  readonly now: Clock;
  /** Of this instance alone. */
  readonly instance: string;
  /** Begins the keys of these slots. */
  readonly name: string;
  /** Milliseconds between two looks whether a slot that is held has to be renewed. */
  readonly renewMs?: number;
}

/** Somebody writes; on a worker platform it may have ended with its request, and another one goes on. */
interface Look {
  at: number;
  readonly done: Promise<void>;
  readonly end: () => void;
}

/** Longer than a store takes to answer or to fail. */
const lookEndsMs = 7000;
/** A record that changes this often between being read and being written is not ours to change any more. */
const maxTries = 30;
/** Between attempts at a store that is away. */
const firstRetryMs = 250;
const longestRetryMs = 2000;
/** Longest sleep of the writer, which is woken earlier by changes. */
const sleepMs = 250;

/**
 * Limits concurrency over all instances: one record per key, in which each writes how many it has, as a number of its own and never as a step up or down.
 * So what was lost (an answer, a record, an instance) is right again with the next write, or at the end of the lease. Of each key and
 * instance one writes at a time, for all who ask and let go meanwhile.
 */
export class DistributedConcurrencyLimiter implements ConcurrencyLimiter {
  readonly #rule: ConcurrencyRule;
  readonly #options: DistributedLimiterOptions;
  readonly #leases = new Map<string, InstanceLease>();
  readonly #looks = new Map<InstanceLease, Look>();
  /** Keys whose store is away, with the attempts since; writes are retried. */
  readonly #failures = new Map<InstanceLease, { times: number }>();
  #closed = false;

  constructor(rule: ConcurrencyRule, options: DistributedLimiterOptions) {
    this.#rule = rule;
    this.#options = options;
  }

  /** Keys that something is known of. */
  get size(): number {
    return this.#leases.size;
  }

  /** @throws {StorageConnectionError} an open limit is no limit */
  acquire(key: string, asker: Asker): Awaitable<Release | Refusal> {
    const own = this.#leaseOf(key);
    if (this.#rule.queueTimeoutMs > 0 && own.asking.size >= maxWaiting) return 'full';
    const permit: Permit = { state: 'asking', endsAt: 0, wake: nothing };
    own.asking.add(permit);
    own.grantNext(this.#options.now());
    return isHeld(permit) ? this.#hold(key, permit) : this.#enter(key, permit, asker);
  }

  /** Resolves when the store knows what is so, or cannot be told: for a platform that ends what is not waited for. */
  async settle(): Promise<void> {
    for (const [key, own] of this.#leases) {
      for (let times = 0; own.isStale && times < 20; times++) {
        this.#look(key, own);
        await Promise.race([this.#looks.get(own)?.done, sleep(sleepMs)]);
      }
    }
  }

  /** Gives every slot back; who waits is late. */
  async close(): Promise<void> {
    this.#closed = true;
    const closings = [...this.#leases].map(async ([key, own]) => {
      for (const permit of own.asking) permit.wake();
      await this.#looks.get(own)?.done;
      // A store that is away forgets by itself.
      if (own.sentUntil > this.#options.now()) await this.#write(key, own, newLook(0)).catch(nothing);
    });
    await Promise.all(closings);
    this.#leases.clear();
  }

  #leaseOf(key: string): InstanceLease {
    const known = this.#leases.get(key);
    if (known !== undefined) return known;
    const own = new InstanceLease(this.#options.instance, this.#rule);
    this.#leases.set(key, own);
    return own;
  }

  async #enter(key: string, permit: Permit, asker: Asker): Promise<Release | Refusal> {
    const own = this.#leaseOf(key);
    const { queueTimeoutMs } = this.#rule;
    const lateAt = queueTimeoutMs === 0 ? Infinity : this.#options.now() + queueTimeoutMs;
    const signal = queueTimeoutMs === 0 ? undefined : asker.signal;
    const onAbort = (): void => permit.wake();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        if (isHeld(permit)) return this.#hold(key, permit);
        if (permit.state === 'refused') return 'full';
        if (permit.failure !== undefined) throw permit.failure;
        const now = this.#options.now();
        if (this.#closed || now >= lateAt || signal?.aborted === true) return 'late';
        if (now >= own.nextPollAt) this.#look(key, own);
        await untilCalled((wake) => (permit.wake = wake), Math.min(lateAt - now, own.nextPollAt > now ? own.nextPollAt - now : sleepMs));
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      own.asking.delete(permit);
      this.#mend(key, own);
    }
  }

  /** A timer of the request's own: where requests end without a word, theirs end with them. */
  #hold(key: string, permit: Permit): Release {
    const renew = (): void => {
      if (this.#closed) return;
      const own = this.#leaseOf(key);
      permit.endsAt = this.#options.now() + leaseMs;
      own.held.add(permit);
      if (own.isDue(this.#options.now())) this.#look(key, own);
      timer = later(renew, this.#failures.has(own) ? Math.min(longestRetryMs, renewMs) : renewMs);
    };
    const { renewMs = renewAfterMs } = this.#options;
    let timer = later(renew, renewMs);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      clearTimeout(timer);
      const own = this.#leases.get(key);
      if (own === undefined) return;
      own.held.delete(permit);
      own.grantNext(this.#options.now());
      // A client whose call was answered may make its next one anywhere; but a store that is away keeps no answer.
      const told =
        own.isStale && !this.#closed && !this.#failures.has(own) ? untilCalled((call) => own.given.push(call), lookEndsMs) : undefined;
      this.#mend(key, own);
      return told;
    };
  }

  #mend(key: string, own: InstanceLease): void {
    if (this.#closed || this.#failures.has(own)) return;
    if (own.isStale) this.#look(key, own);
    else if (own.isIdle && !this.#looks.has(own) && this.#leases.get(key) === own) this.#leases.delete(key);
  }

  /** Begins to write, unless a write is running. */
  #look(key: string, own: InstanceLease): void {
    const { now } = this.#options;
    const running = this.#looks.get(own);
    if (this.#closed || (running !== undefined && now() - running.at < lookEndsMs)) return;
    const look = newLook(now());
    this.#looks.set(own, look);
    void this.#writeAll(key, own, look).then(look.end);
  }

  async #writeAll(key: string, own: InstanceLease, look: Look): Promise<void> {
    const isOurs = (): boolean => this.#looks.get(own) === look;
    try {
      do await this.#write(key, own, look);
      while (isOurs() && own.isStale && !this.#closed);
      this.#failures.delete(own);
    } catch (failure) {
      if (isOurs()) this.#fail(key, own, failure);
    }
    if (!isOurs()) return;
    this.#looks.delete(own);
    for (const call of own.given.splice(0)) call();
    const [first] = own.asking;
    // Looks next, when it is time; others would take its slot.
    first?.wake();
    this.#mend(key, own);
  }

  /** One change of the record; it tells those whose slots it gave back. */
  async #write(key: string, own: InstanceLease, look: Look): Promise<void> {
    const given: (() => void)[] = [];
    try {
      await this.#swap(key, own, { look, onPlan: () => given.push(...own.given.splice(0)) });
    } finally {
      for (const call of given) call();
    }
  }

  async #swap(key: string, own: InstanceLease, { look, onPlan }: { readonly look: Look; readonly onPlan: () => void }): Promise<void> {
    const { name, now, store } = this.#options;
    const record = name + key;
    let isFresh = false;
    let text = own.seen;
    for (let tries = 0; tries < maxTries; tries++) {
      look.at = now();
      onPlan();
      const plan = own.plan(text, look.at, this.#closed ? 0 : this.#rule.maxConcurrent);
      if (plan.changes) {
        own.expect(plan);
        const written = await store.compareAndSet(record, { expected: text, next: plan.next, ttlMs: leaseMs });
        if (written) return this.#commit(own, look, plan);
        if (isFresh) await sleep(Math.random() * Math.min(100, 5 * 2 ** tries));
      } else if (isFresh) return this.#commit(own, look, plan);
      text = await store.get(record);
      isFresh = true;
    }
    throw new StorageConnectionError('the store', 'a record of slots changed whenever it was to be written');
  }

  /** What another one has begun to write since counts more than what we know. */
  #commit(own: InstanceLease, look: Look, plan: Parameters<InstanceLease['commit']>[0]): void {
    if (this.#closed || this.#looks.get(own) === look) own.commit(plan, this.#options.now());
  }

  #fail(key: string, own: InstanceLease, failure: unknown): void {
    own.fail(failure);
    const { now } = this.#options;
    const known = this.#failures.get(own);
    if (now() >= own.sentUntil && own.held.size === 0) {
      // Nothing of ours can be there any more.
      this.#failures.delete(own);
      own.forget();
    } else if (known === undefined) {
      const trouble = { times: 0 };
      this.#failures.set(own, trouble);
      this.#retry(key, own, trouble);
    } else known.times++;
  }

  #retry(key: string, own: InstanceLease, trouble: { readonly times: number }): void {
    later(
      () => {
        if (this.#closed || this.#failures.get(own) !== trouble) return;
        this.#look(key, own);
        this.#retry(key, own, trouble);
      },
      Math.min(longestRetryMs, firstRetryMs * 2 ** trouble.times),
    );
  }
}

const nothing = (): void => undefined;
/** Also where it was something else a moment ago. */
const isHeld = (permit: Permit): boolean => permit.state === 'held';

function newLook(at: number): Look {
  let end = nothing;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { at, done, end };
}

/** No timer of ours holds a process. */
function later(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, ms);
  // A platform without processes has numbers here.
  if (typeof timer === 'object') timer.unref();
  return timer;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

/** At the latest after some time: on a worker platform who was to call may have ended. */
const untilCalled = (hand: (call: () => void) => void, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = later(resolve, ms);
    hand(() => {
      clearTimeout(timer);
      resolve();
    });
  });
