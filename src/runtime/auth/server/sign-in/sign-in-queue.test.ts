import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SignInProblem } from '../responses/problems.ts';
import { SignInQueue } from './sign-in-queue.ts';

const here = () => ({ signal: new AbortController().signal });
const statusOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((problem: unknown) => (problem instanceof SignInProblem ? problem.status : problem));

/** A queue of which the first request runs until `release`. */
function held() {
  const queue = new SignInQueue();
  let release = (): void => undefined;
  const holding = new Promise<void>((resolve) => (release = resolve));
  return { queue, first: queue.run('one', here(), () => holding), release: () => release() };
}

test('[guard.sign-in.queue] the work of a client that has gone while it waited is not run, and who waits behind it is', async () => {
  const { first, queue, release } = held();
  const client = new AbortController();
  const ran: string[] = [];
  const gone = statusOf(queue.run('one', client, async () => void ran.push('gone')));
  const last = queue.run('one', here(), async (hasWaited) => void ran.push(`last ${hasWaited}`));
  client.abort();
  release();
  await Promise.all([first, last]);
  assert.equal([await gone, ran], [503, ['last true']]);
});

test('[guard.sign-in.queue] of one sign-in nine requests are taken at once, and another sign-in has its own', async () => {
  const { first, queue, release } = held();
  const taken = Array.from({ length: 8 }, () => queue.run('one', here(), async () => 'ran'));
  const late = await statusOf(queue.run('one', here(), async () => 'ran'));
  assert.is(late, 503);
  assert.is(await queue.run('other', here(), async (hasWaited) => hasWaited), false);
  release();
  await first;
  assert.equal(
    await Promise.all(taken),
    Array.from({ length: 8 }, () => 'ran'),
  );
  assert.is(await queue.run('one', here(), async (hasWaited) => hasWaited), false, 'an empty queue is none');
});

test.run();
