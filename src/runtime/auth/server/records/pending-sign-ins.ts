import * as keptLimits from '../../../options/kept-limits.ts';
import { LiveQuota, type Clock, type GiveBack } from '../../../std/index.ts';
import { RecordStore } from '../../../storage/record-store.ts';
import type { Store } from '../../../model/store.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { PendingSignIn } from '../sign-in/pending-sign-in.ts';

const tooMany = 'Too many sign-ins are open. Please try again in a few minutes.';
/** What a record grows by on its way, and what keeping it costs beside its text. */
const laterBytes = 512;

const keyOf = (id: string): string => `sign-in:${id}`;

/** What of the quota a sign-in has. */
interface Counted {
  readonly owner: string | undefined;
  readonly expiresAt: number;
  readonly giveBacks: readonly GiveBack[];
  readonly bytes: number;
}

/** Open sign-ins, each under its own key until its ten minutes are over. */
export class PendingSignIns {
  readonly #records: RecordStore<string, PendingSignIn>;
  readonly #clock: Clock;
  readonly #quota: LiveQuota;
  /** By id, of those that were begun here or have grown here. */
  readonly #counted = new Map<string, Counted>();

  constructor(store: Store, clock: Clock) {
    this.#records = new RecordStore(store, { keyOf, lifetimeMs: this.#left });
    this.#clock = clock;
    this.#quota = new LiveQuota(keptLimits.signIns, clock);
  }

  /**
   * @param owner caller whose quota counts it; undefined where addresses do not distinguish callers
   * @throws {SignInProblem} 503 when as many are open as may be
   */
  async add(signIn: PendingSignIn, owner: string | undefined): Promise<void> {
    this.#forgetExpired();
    this.#count(signIn, { owner, expiresAt: signIn.expiresAt, giveBacks: [], bytes: 0 }, sizeOf(signIn) + laterBytes);
    try {
      await this.#records.set(signIn.id, signIn);
    } catch (failure) {
      this.#end(signIn.id);
      throw failure;
    }
  }

  /** @throws {SignInProblem} 503 when there is no room for so many bytes in all */
  #count(signIn: PendingSignIn, { bytes, expiresAt, giveBacks, owner }: Counted, next: number): void {
    const giveBack = this.#quota.take(owner, next - bytes, this.#left(signIn));
    if (giveBack === undefined) throw new SignInProblem(tooMany, 503);
    this.#counted.set(signIn.id, { owner, expiresAt, giveBacks: [...giveBacks, giveBack], bytes: next });
  }

  #end(id: string): void {
    for (const giveBack of this.#counted.get(id)?.giveBacks ?? []) giveBack();
    this.#counted.delete(id);
  }

  /** Abandoned sign-ins: all have the same lifetime, so the oldest come first. */
  #forgetExpired(): void {
    for (const [id, { expiresAt }] of this.#counted) {
      if (expiresAt > this.#clock()) return;
      this.#end(id);
    }
  }

  /** @param issuer of this request: what another server of a shared store began is not found here */
  async find(id: string, issuer: string): Promise<PendingSignIn | undefined> {
    if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return undefined;
    const signIn = await this.#records.find(id);
    return signIn?.issuer !== issuer || signIn.expiresAt <= this.#clock() ? undefined : signIn;
  }

  /**
   * False: another request has continued or ended it.
   * @throws {SignInProblem} 503 when it has grown and there is no room for it: pages of an author's own may add to a sign-in again and again
   */
  async replace(read: PendingSignIn, next: PendingSignIn): Promise<boolean> {
    this.#countGrowth(read, next);
    return this.#records.swap(read.id, read, next);
  }

  /** The count stays when the swap fails: another request has written the record, or the sign-in has ended. */
  #countGrowth(read: PendingSignIn, next: PendingSignIn): void {
    const { expiresAt, id } = read;
    // Begun at another instance: whose share it is, is not known here.
    const known = this.#counted.get(id) ?? { owner: undefined, expiresAt, giveBacks: [], bytes: sizeOf(read) + laterBytes };
    const bytes = sizeOf(next);
    if (bytes > known.bytes) this.#count(read, known, bytes);
  }

  /** Ends it; of two that try, one is told true: a sign-in becomes one code. */
  take(read: PendingSignIn): Promise<boolean> {
    this.#end(read.id);
    return this.#records.swap(read.id, read, undefined);
  }

  readonly #left = (signIn: PendingSignIn): number => signIn.expiresAt - this.#clock();
}

const sizeOf = (signIn: PendingSignIn): number => JSON.stringify(signIn).length;
