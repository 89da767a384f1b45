import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../model/store.ts';
import type { AuthKeys } from '../tokens/keys.ts';
import { subjectsOf, type Attempt, type GuessSubject } from './guess-subjects.ts';

/** Failures are forgotten so long after the last one. */
const windowMs = 15 * 60_000;
/** An address that signed an identifier in is remembered so long. */
const knownMs = 30 * 86_400_000;
const firstDelayMs = 1000;
const maxDelayMs = 30_000;
/** Swaps that are tried again; who loses that often is one of a flood, and the others have counted. */
const maxSwaps = 8;

/** How long after the last failure the next attempt is made. @param failures beyond those that cost nothing */
export const delayMsAfter = (failures: number): number => (failures < 0 ? 0 : Math.min(firstDelayMs * 2 ** failures, maxDelayMs));

/** An attempt that may be made; it must be told how it ended. */
interface AdmittedAttempt {
  /** @returns the failures of its address, page or identifier, whichever has more */
  failed(): Promise<number>;
  succeeded(): Promise<void>;
}

interface Counted {
  readonly subject: GuessSubject;
  /** As it is stored; undefined: nothing is. */
  readonly text: string | undefined;
  readonly failures: number;
  /** Milliseconds since the epoch: of the last failure, or of an attempt that is being made. */
  readonly at: number;
}

/** What an attempt took of a count before it was made. */
interface Reserved {
  readonly read: Counted;
  readonly next: Pick<Counted, 'failures' | 'at'>;
  /** As a failure; otherwise it is the only attempt that is open. */
  readonly isCounted: boolean;
}

/**
 * Counts failed sign-ins over all pages and instances. An address, a page and an identifier each have some for nothing; after them an
 * attempt comes a second after the last failure, then two, and so on. An attempt that comes before is not made, so nothing waits for it.
 */
export class GuessGuard {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #keys: AuthKeys;

  constructor({ clock, keys, store }: { readonly store: Store; readonly clock: Clock; readonly keys: AuthKeys }) {
    this.#store = store;
    this.#clock = clock;
    this.#keys = keys;
  }

  /** Milliseconds until an attempt may be made; 0: now. */
  async waitOf(attempt: Attempt): Promise<number> {
    return this.#waitOf(await this.#read(await this.#judging(attempt)));
  }

  /**
   * An attempt is counted before it is made, as if it failed: of a hundred at once the free ones are made, and beyond them one. A success takes
   * its count back.
   */
  async admit(attempt: Attempt): Promise<AdmittedAttempt | { readonly waitMs: number }> {
    const reserved: Reserved[] = [];
    const giveBack = (): Promise<unknown> => Promise.all(reserved.map((one) => this.#giveBack(one)));
    for (const subject of await this.#judging(attempt)) {
      const outcome = await this.#reserve(subject);
      if ('waitMs' in outcome) {
        await giveBack();
        return outcome;
      }
      reserved.push(outcome);
    }
    return {
      failed: async () => {
        const counted = new Map(reserved.filter(({ isCounted }) => isCounted).map(({ next, read }) => [read.subject.key, next.failures]));
        const { subjects } = await subjectsOf(attempt, this.#keys);
        return Math.max(0, ...(await Promise.all(subjects.map(async (one) => counted.get(one.key) ?? this.#count(one)))));
      },
      succeeded: async () => {
        await giveBack();
        const { pairs } = await subjectsOf(attempt, this.#keys);
        await Promise.all(pairs.filter(({ isProven }) => isProven).map(({ pair }) => this.#store.set(pair, '1', { ttlMs: knownMs })));
      },
    };
  }

  /** Counts a free attempt, or takes the only one that is open beyond them. */
  async #reserve(subject: GuessSubject): Promise<Reserved | { readonly waitMs: number }> {
    for (let tried = 0; tried < maxSwaps; tried++) {
      const read = parse(subject, await this.#store.get(subject.key));
      const waitMs = this.#waitOf([read]);
      if (waitMs > 0) return { waitMs };
      const isCounted = read.failures < subject.free;
      const next = { failures: read.failures + (isCounted ? 1 : 0), at: this.#clock() };
      if (await this.#swap(read, print(next))) return { read, next, isCounted };
    }
    return { waitMs: firstDelayMs };
  }

  /** Others may have been counted since. */
  async #giveBack({ isCounted, next, read }: Reserved): Promise<void> {
    const { subject } = read;
    if ((await this.#swap({ ...read, text: print(next) }, read.text)) || !isCounted) return;
    for (let tried = 0; tried < maxSwaps; tried++) {
      const now = parse(subject, await this.#store.get(subject.key));
      if (now.failures === 0 || (await this.#swap(now, print({ failures: now.failures - 1, at: now.at })))) return;
    }
  }

  /**
   * What an attempt is judged by. A stranger who fails under a person's name must not lock that person out: at an address that signed the
   * identifier in before, the identifier's failures elsewhere do not count.
   */
  async #judging(attempt: Attempt): Promise<readonly GuessSubject[]> {
    const { pairs, subjects } = await subjectsOf(attempt, this.#keys);
    const read = await Promise.all(
      pairs.map(async ({ identifier, pair }) => ({ identifier, isKnown: (await this.#store.get(pair)) !== undefined })),
    );
    // Of two spellings of one identifier both must be known.
    const isKnown = (key: string): boolean => {
      const own = read.filter(({ identifier }) => identifier === key);
      return own.length > 0 && own.every((pair) => pair.isKnown);
    };
    return subjects.filter(({ key }) => !isKnown(key));
  }

  #read(subjects: readonly GuessSubject[]): Promise<readonly Counted[]> {
    return Promise.all(subjects.map(async (subject) => parse(subject, await this.#store.get(subject.key))));
  }

  #waitOf(counted: readonly Counted[]): number {
    const now = this.#clock();
    return Math.max(0, ...counted.map(({ at, failures, subject }) => at + delayMsAfter(failures - subject.free) - now));
  }

  async #count(subject: GuessSubject): Promise<number> {
    for (let tried = 0; ; tried++) {
      const read = parse(subject, await this.#store.get(subject.key));
      const failures = read.failures + 1;
      if (tried >= maxSwaps || (await this.#swap(read, print({ failures, at: this.#clock() })))) return failures;
    }
  }

  #swap({ subject, text }: Counted, next: string | undefined): Promise<boolean> {
    return this.#store.compareAndSet(subject.key, { expected: text, next, ttlMs: windowMs });
  }
}

const print = ({ at, failures }: Pick<Counted, 'failures' | 'at'>): string => `${failures}.${at}`;

function parse(subject: GuessSubject, text: string | undefined): Counted {
  const [, failures = '0', at = '0'] = /^(\d{1,9})\.(\d{1,16})$/.exec(text ?? '') ?? [];
  return { subject, text, failures: Number(failures), at: Number(at) };
}
