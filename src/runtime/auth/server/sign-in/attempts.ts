import { SignInProblem } from '../responses/problems.ts';
import { changeSignIn, type FoundSignIn } from './change-sign-in.ts';
import type { PendingSignIn } from './pending-sign-in.ts';
import type { SignInFlow } from './sign-in-step.ts';

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
