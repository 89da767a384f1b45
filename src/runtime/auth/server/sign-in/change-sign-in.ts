import type { PendingSignIn } from './pending-sign-in.ts';
import { busyProblem } from './sign-in-queue.ts';
import type { SignInFlow } from './sign-in-step.ts';

/** Requests of this instance come one after another; only other instances make a swap fail. */
const maxTries = 4;

export interface FoundSignIn {
  readonly found: PendingSignIn;
  readonly again: () => Promise<PendingSignIn>;
  /** Of the request: whoever has gone changes nothing more. */
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
