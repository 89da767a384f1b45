import { StorageConnectionError } from '../../errors/index.ts';
import type { Awaitable, Clock } from '../../std/index.ts';
import type { Store } from '../../model/store.ts';
import { InstanceLease, leaseMs, type Permit, renewAfterMs } from './instance-lease.ts';
import {
  maxWaiting,
  type Asker,
  type ConcurrencyRule,
  type ConcurrencyLimiter,
  type Refusal,
  type Release,
} from '../../http/limits/concurrency-limiter.ts';

export interface DistributedLimiterOptions {
  readonly store: Store;
  readonly now: Clock;
  /** Unique id of this instance. */
  readonly instance: string;
  /** Prefix of the keys. */
  readonly name: string;
  /** Milliseconds between two checks whether a held slot needs renewal. */
  readonly renewMs?: number;
}

/** A write in progress. On a worker platform it may have ended with its request, so another request takes over after `writeTimeoutMs`. */
interface RunningWrite {
  at: number;
  readonly done: Promise<void>;
  readonly end: () => void;
}

/** Longer than a store takes to answer or to fail. */
const writeTimeoutMs = 7000;
/** Limit of attempts at a record that other instances keep changing. */
const maxTries = 30;
/** Pauses between attempts at a store that fails. */
const firstRetryMs = 250;
const maxRetryMs = 2000;
/** Longest sleep of the writer, which is woken earlier by changes. */
const sleepMs = 250;

/**
 * Limits concurrency over all instances. Each key has one record, in which every instance writes the number of slots it holds, never an
 * increment: a lost answer, record or instance is corrected by the next write or by the end of the lease. An instance makes one write per
 * key at a time, for all callers that acquire or release meanwhile.
 */
export class DistributedConcurrencyLimiter implements ConcurrencyLimiter {
  readonly #rule: ConcurrencyRule;
  readonly #options: DistributedLimiterOptions;
  readonly #leases = new Map<string, InstanceLease>();
  readonly #writes = new Map<InstanceLease, RunningWrite>();
  /** Leases whose writes fail, with the number of attempts; writes are retried. */
  readonly #failures = new Map<InstanceLease, { times: number }>();
  #closed = false;

  constructor(rule: ConcurrencyRule, options: DistributedLimiterOptions) {
    this.#rule = rule;
    this.#options = options;
  }

  /** Number of keys in memory. */
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

  /** Resolves once the store is up to date or cannot be reached: for platforms that end work after the response. */
  async settle(): Promise<void> {
    for (const [key, own] of this.#leases) {
      for (let times = 0; own.isStale && times < 20; times++) {
        this.#startWriting(key, own);
        await Promise.race([this.#writes.get(own)?.done, sleep(sleepMs)]);
      }
    }
  }

  /** Returns every slot; queued callers are told 'late'. */
  async close(): Promise<void> {
    this.#closed = true;
    const closings = [...this.#leases].map(async ([key, own]) => {
      for (const permit of own.asking) permit.wake();
      await this.#writes.get(own)?.done;
      // If this fails, the lease expires by itself.
      if (own.sentUntil > this.#options.now()) await this.#write(key, own, newWrite(0)).catch(nothing);
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
        if (now >= own.nextPollAt) this.#startWriting(key, own);
        await untilCalled((wake) => (permit.wake = wake), Math.min(lateAt - now, own.nextPollAt > now ? own.nextPollAt - now : sleepMs));
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      own.asking.delete(permit);
      this.#writeOrForget(key, own);
    }
  }

  /** The request renews its slot with its own timer: where a platform kills the request, the renewals end with it. */
  #hold(key: string, permit: Permit): Release {
    const renew = (): void => {
      if (this.#closed) return;
      const own = this.#leaseOf(key);
      permit.endsAt = this.#options.now() + leaseMs;
      own.held.add(permit);
      if (own.isDue(this.#options.now())) this.#startWriting(key, own);
      timer = later(renew, this.#failures.has(own) ? Math.min(maxRetryMs, renewMs) : renewMs);
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
      // The client's next call may reach another instance, so the answer waits for the write, but never for a store that fails.
      const written =
        own.isStale && !this.#closed && !this.#failures.has(own)
          ? untilCalled((call) => own.onReturned.push(call), writeTimeoutMs)
          : undefined;
      this.#writeOrForget(key, own);
      return written;
    };
  }

  /** Writes a stale lease and forgets an idle one. */
  #writeOrForget(key: string, own: InstanceLease): void {
    if (this.#closed || this.#failures.has(own)) return;
    if (own.isStale) this.#startWriting(key, own);
    else if (own.isIdle && !this.#writes.has(own) && this.#leases.get(key) === own) this.#leases.delete(key);
  }

  /** Begins to write, unless a write is running. */
  #startWriting(key: string, own: InstanceLease): void {
    const { now } = this.#options;
    const running = this.#writes.get(own);
    if (this.#closed || (running !== undefined && now() - running.at < writeTimeoutMs)) return;
    const write = newWrite(now());
    this.#writes.set(own, write);
    void this.#writeAll(key, own, write).then(write.end);
  }

  async #writeAll(key: string, own: InstanceLease, write: RunningWrite): Promise<void> {
    const isOurs = (): boolean => this.#writes.get(own) === write;
    try {
      do await this.#write(key, own, write);
      while (isOurs() && own.isStale && !this.#closed);
      this.#failures.delete(own);
    } catch (failure) {
      if (isOurs()) this.#fail(key, own, failure);
    }
    if (!isOurs()) return;
    this.#writes.delete(own);
    for (const call of own.onReturned.splice(0)) call();
    const [first] = own.asking;
    // The first in the queue polls next.
    first?.wake();
    this.#writeOrForget(key, own);
  }

  /** Changes the record once, then calls those who returned a slot. */
  async #write(key: string, own: InstanceLease, write: RunningWrite): Promise<void> {
    const callbacks: (() => void)[] = [];
    try {
      await this.#swap(key, own, { write, onPlan: () => callbacks.push(...own.onReturned.splice(0)) });
    } finally {
      for (const call of callbacks) call();
    }
  }

  async #swap(
    key: string,
    own: InstanceLease,
    { write, onPlan }: { readonly write: RunningWrite; readonly onPlan: () => void },
  ): Promise<void> {
    const { name, now, store } = this.#options;
    const record = name + key;
    let isFresh = false;
    let text = own.seen;
    for (let tries = 0; tries < maxTries; tries++) {
      write.at = now();
      onPlan();
      const plan = own.plan(text, write.at, this.#closed ? 0 : this.#rule.maxConcurrent);
      if (plan.changes) {
        own.expect(plan);
        const written = await store.compareAndSet(record, { expected: text, next: plan.next, ttlMs: leaseMs });
        if (written) return this.#commit(own, write, plan);
        if (isFresh) await sleep(Math.random() * Math.min(100, 5 * 2 ** tries));
      } else if (isFresh) return this.#commit(own, write, plan);
      text = await store.get(record);
      isFresh = true;
    }
    throw new StorageConnectionError('the store', 'a record of slots changed whenever it was to be written');
  }

  /** Ignored after a newer write has begun. */
  #commit(own: InstanceLease, write: RunningWrite, plan: Parameters<InstanceLease['commit']>[0]): void {
    if (this.#closed || this.#writes.get(own) === write) own.commit(plan, this.#options.now());
  }

  #fail(key: string, own: InstanceLease, failure: unknown): void {
    own.fail(failure);
    const { now } = this.#options;
    const known = this.#failures.get(own);
    if (now() >= own.sentUntil && own.held.size === 0) {
      // Our lease has expired in the store.
      this.#failures.delete(own);
      own.forget();
    } else if (known === undefined) {
      const failures = { times: 0 };
      this.#failures.set(own, failures);
      this.#retry(key, own, failures);
    } else known.times++;
  }

  #retry(key: string, own: InstanceLease, failures: { readonly times: number }): void {
    later(
      () => {
        if (this.#closed || this.#failures.get(own) !== failures) return;
        this.#startWriting(key, own);
        this.#retry(key, own, failures);
      },
      Math.min(maxRetryMs, firstRetryMs * 2 ** failures.times),
    );
  }
}

const nothing = (): void => undefined;
/** A function, because the state changes where TypeScript does not expect it. */
const isHeld = (permit: Permit): boolean => permit.state === 'held';

function newWrite(at: number): RunningWrite {
  let end = nothing;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { at, done, end };
}

/** A timer that does not keep the process alive. */
function later(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, ms);
  // On worker platforms a timer is a number.
  if (typeof timer === 'object') timer.unref();
  return timer;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

/** Resolves when called, at the latest after `ms`: on a worker platform the caller may have been ended. */
const untilCalled = (hand: (call: () => void) => void, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = later(resolve, ms);
    hand(() => {
      clearTimeout(timer);
      resolve();
    });
  });
