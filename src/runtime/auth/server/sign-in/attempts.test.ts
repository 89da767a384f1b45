import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countAttempt } from './attempts.ts';
import { SignInProblem } from '../responses/problems.ts';
import { opened } from '../../../../../test/support/sign-in-fixture.ts';
import type { PendingSignIn } from './pending-sign-in.ts';
import { AuthenticateRunner } from './run-authenticate.ts';
import { silentLogger } from '../../../std/index.ts';
import type { AuthenticateContext, AuthenticateResult } from '../../../define/sign-in-options.ts';

/** A sign-in as a store keeps it. */
function kept() {
  const scene = { stored: opened };
  const flow = {
    replace: (read: PendingSignIn, next: PendingSignIn): Promise<boolean> => {
      if (read !== scene.stored) return Promise.resolve(false);
      scene.stored = next;
      return Promise.resolve(true);
    },
  };
  const { signal } = new AbortController();
  const guess = (): Promise<PendingSignIn> =>
    countAttempt(flow, { found: scene.stored, again: () => Promise.resolve(scene.stored), signal });
  return { guess };
}

const statusOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'counted',
    (failure: unknown) => (failure instanceof SignInProblem ? failure.status : failure),
  );

test('[guard.guess.page] parallel guesses are counted one by one without waiting, up to a limit', async () => {
  const { guess } = kept();
  const counted = await Promise.all(Array.from({ length: 4 }, () => guess()));
  assert.equal(
    counted.map(({ attempts }) => attempts).toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  );
  for (let at = 4; at < 30; at++) await guess();
  assert.is(await statusOf(guess()), 400);
});

test('[guard.sign-in.swaps] a swap that others win four times is given up, and one of a client that has gone is not tried', async () => {
  let swaps = 0;
  const flow = { replace: () => Promise.resolve((swaps += 1) > 100) };
  const guess = (signal: AbortSignal) => statusOf(countAttempt(flow, { found: opened, again: () => Promise.resolve(opened), signal }));
  assert.equal([await guess(new AbortController().signal), swaps], [503, 4]);
  assert.equal([await guess(AbortSignal.abort()), swaps], [503, 4]);
});

test('[R13.concurrency] authenticate runs 32 times in parallel, some wait, and further attempts are refused at once', async () => {
  let running = 0;
  let most = 0;
  const letGo: (() => void)[] = [];
  const runner = new AuthenticateRunner(
    () =>
      new Promise<AuthenticateResult>((resolve) => {
        most = Math.max(most, ++running);
        letGo.push(() => {
          running--;
          resolve({ ok: true });
        });
      }),
    silentLogger,
  );
  const context: AuthenticateContext = {
    get: () => {
      throw new Error('not used');
    },
    fetch,
    logger: silentLogger,
    clientId: 'c',
  };
  const outcomes = Array.from({ length: 300 }, () => runner.run({ fields: {} }, context));
  const busy = await Promise.all(outcomes.slice(288));
  for (const outcome of busy) assert.ok(!outcome.ok && outcome.busy === true);
  for (let done = 0; done < 288; done++) {
    letGo.shift()?.();
    await outcomes[done];
    await Promise.resolve();
  }
  assert.is(most, 32);
});

test.run();
