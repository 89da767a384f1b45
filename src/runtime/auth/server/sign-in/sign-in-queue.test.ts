import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { memberOf } from '../../../std/index.ts';
import { SignInQueue } from './sign-in-queue.ts';

test('[guard.sign-in.queue] a client that goes while its request waits has nothing done for it, and the next one has', async () => {
  const queue = new SignInQueue();
  const gone = new AbortController();
  const open = new AbortController();
  const done: string[] = [];
  let finish = (): void => undefined;
  const first = queue.run('one', open, () => new Promise<void>((resolve) => (finish = resolve)));
  const second = queue.run('one', gone, async () => void done.push('gone')).catch((error: unknown) => memberOf(error, 'status'));
  const third = queue.run('one', open, async (hasWaited) => void done.push(`third ${hasWaited}`));
  await Promise.resolve();
  gone.abort();
  finish();
  await Promise.all([first, third]);
  assert.is(await second, 503);
  assert.equal(done, ['third true']);
});

test.run();
