import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countAttempt } from './attempts.ts';
import { SignInProblem } from '../responses/problems.ts';
import { opened } from '../../../../../test/support/sign-in-fixture.ts';
import type { PendingSignIn } from './pending-sign-in.ts';
import { AuthenticateRunner } from './run-authenticate.ts';
import { silentLogger } from '../../../std/index.ts';
import type { AuthenticateContext, AuthenticateResult } from '../../../define/auth-options.ts';

test('[guard.guess.page] parallel guesses are counted one by one without waiting, up to a limit', async () => {
  let stored = opened;
  const flow = {
    replace: (read: PendingSignIn, next: PendingSignIn): Promise<boolean> => {
      if (read !== stored) return Promise.resolve(false);
      stored = next;
      return Promise.resolve(true);
    },
  };
  const guess = (): Promise<PendingSignIn> => countAttempt(flow, stored, () => Promise.resolve(stored));
  const counted = await Promise.all(Array.from({ length: 8 }, guess));
  assert.equal(
    counted.map(({ attempts }) => attempts).toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  for (let at = 8; at < 30; at++) await guess();
  try {
    await guess();
    assert.unreachable();
  } catch (failure) {
    assert.instance(failure, SignInProblem);
  }
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
