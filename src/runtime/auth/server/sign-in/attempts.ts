import { SignInProblem } from '../responses/problems.ts';
import type { PendingSignIn } from './pending-sign-in.ts';
import type { SignInFlow } from './sign-in-step.ts';
import { busyProblem } from './sign-in-queue.ts';

/** Posts allowed for one page; after them the sign-in starts again. */
export const maxAttempts = 30;

/**
 * Counts an attempt before it is made, by a swap, so that a hundred guesses at once are the first to the hundredth and not all the first.
 * @throws {SignInProblem} after too many, and when the swap fails again and again
 */
export const countAttempt = (flow: Pick<SignInFlow, 'replace'>, found: FoundSignIn): Promise<PendingSignIn> =>
  changeSignIn(flow, found, (read) => {
    if (read.attempts >= maxAttempts || read.user !== undefined) throw new SignInProblem('Authorization request has expired');
    return { ...read, attempts: read.attempts + 1 };
  });

/** Requests of this instance come one after another; only other instances make a swap fail. */
const maxTries = 4;

interface FoundSignIn {
  readonly found: PendingSignIn;
  readonly again: () => Promise<PendingSignIn>;
  /** Of the request: for a client that has closed it nothing more is changed. */
  readonly signal: AbortSignal;
}

/**
 * Changes a sign-in by a swap, from what is stored by then.
 * @throws {SignInProblem} 503 when other requests are faster again and again, or when the client has gone
 */
export async function changeSignIn(
  flow: Pick<SignInFlow, 'replace'>,
  { again, found, signal }: FoundSignIn,
  change: (read: PendingSignIn) => PendingSignIn,
): Promise<PendingSignIn> {
  let read = found;
  for (let tried = 0; tried < maxTries && !signal.aborted; tried++) {
    if (tried > 0) read = await again();
    const next = change(read);
    if (await flow.replace(read, next)) return next;
  }
  throw busyProblem();
}
