import { SignInProblem } from '../responses/problems.ts';
import type { PendingSignIn } from './pending-sign-in.ts';
import type { SignInFlow } from './sign-in-step.ts';

/** Posts allowed for one page; after them the sign-in starts again. */
export const maxAttempts = 30;

/**
 * Counts an attempt before it is made, by a swap, so that a hundred guesses at once are the first to the hundredth and not all the first.
 * @throws {SignInProblem} after too many
 */
export async function countAttempt(
  flow: Pick<SignInFlow, 'replace'>,
  found: PendingSignIn,
  again: () => Promise<PendingSignIn>,
): Promise<PendingSignIn> {
  let read = found;
  for (;;) {
    if (read.attempts >= maxAttempts || read.user !== undefined) throw new SignInProblem('Authorization request has expired');
    const next = { ...read, attempts: read.attempts + 1 };
    if (await flow.replace(read, next)) return next;
    read = await again();
  }
}
