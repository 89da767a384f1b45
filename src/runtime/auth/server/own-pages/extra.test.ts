import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AuthExtra } from '../../../define/auth-options.ts';
import { silentLogger } from '../../../std/index.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import type { SignInFlow } from '../sign-in-parts.ts';
import { opened } from '../sign-in-fixture.ts';
import { extra } from './extra.ts';

/** One open sign-in, kept as a store keeps it. */
function scene(run: AuthExtra) {
  let stored = opened;
  const waited: number[] = [];
  const flow: SignInFlow = {
    find: () => Promise.resolve(stored),
    replace: (read, next) => {
      if (read !== stored) return Promise.resolve(false);
      stored = next;
      return Promise.resolve(true);
    },
    submit: () => Promise.reject(new Error('no form is sent')),
    proceed: () => Promise.reject(new Error('no form is sent')),
  };
  const wait = (ms: number): Promise<void> => {
    waited.push(ms);
    return Promise.resolve();
  };
  const { answer } = extra({ flow, logger: silentLogger, extras: { run }, wait });
  const ask = async (input: object = {}): Promise<{ status: number; body: Record<string, unknown> }> => {
    const text = JSON.stringify({ action: 'run', pending_auth_id: 'a', csrf: 'c', ...input });
    const exchange: Partial<HttpExchange> = { header: () => 'application/json', text: () => text };
    const { body, status } = await answer(exchange as HttpExchange);
    return { status, body: JSON.parse(String(body)) as Record<string, unknown> };
  };
  return { ask, waited, progress: () => stored.extras };
}

test('[ui.extra.limits] refused requests wait longer each time, and end', async () => {
  const { ask, waited } = scene(() => ({ ok: false, error: 'Wrong code' }));
  for (let at = 0; at < 30; at++) assert.is((await ask()).body['error'], 'Wrong code');
  assert.equal(waited.slice(0, 8), [200, 400, 800, 1600, 3200, 6400, 8000, 8000]);
  assert.equal([waited.length, (await ask()).body['error']], [29, 'Authorization request has expired']);
});

test('[ui.extra.limits] a hundred requests are answered, whatever their answers, also at once', async () => {
  const seen: number[] = [];
  const { ask, progress, waited } = scene((_input, { current }) => {
    seen.push(current.length);
    return { addedItems: ['x'] };
  });
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask()));
  assert.equal([answers.filter(({ status }) => status === 200).length, seen.length, waited], [100, 100, []]);
  assert.equal([progress()?.calls, progress()?.items['run']?.length], [100, 100], 'nothing that was added is lost');
});

test('[ui.extra.limits] what is kept is bounded', async () => {
  const { ask, progress } = scene(() => ({ addedItems: ['x'.repeat(40_000)] }));
  assert.is((await ask()).status, 200);
  const full = await ask();
  assert.equal([full.status, full.body], [413, { ok: false, error: 'Too much was added to this sign-in' }]);
  assert.is(progress()?.items['run']?.length, 1);
});

test('[ui.extra] a function may answer nothing, and later', async () => {
  const { ask } = scene(async (input, { name, pendingAuthId }) => {
    await Promise.resolve();
    return input['quiet'] === true ? undefined : { sideEffects: { name, pendingAuthId, keys: Object.keys(input).join() } };
  });
  assert.equal((await ask({ quiet: true })).body, { ok: true });
  assert.equal((await ask({ x: 1 })).body, { ok: true, sideEffects: { name: 'run', pendingAuthId: 'a', keys: 'x' } });
});

test.run();
