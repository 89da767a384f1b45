import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AuthExtra } from '../../../define/sign-in-options.ts';
import { ServiceError } from '../../../errors/index.ts';
import { silentLogger, type Logger } from '../../../std/index.ts';
import { BodyTooLarge } from '../../../web/body-errors.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { SignInQueue } from '../sign-in/sign-in-queue.ts';
import type { SignInFlow } from '../sign-in/sign-in-step.ts';
import { opened } from '../../../../../test/support/sign-in-fixture.ts';
import { memoryParts } from '../../../../../test/support/step-scene.ts';
import { GuessGuard } from '../guessing/guess-guard.ts';
import { retryLater } from '../responses/error-response.ts';
import { SignInProblem } from '../responses/problems.ts';
import { extra } from './extra.ts';

const onlyJson = (name: string): string | undefined => (name === 'content-type' ? 'application/json' : undefined);

/** One open sign-in, kept as a store keeps it. */
function scene(run: AuthExtra, given: { logger?: Logger; find?: SignInFlow['find']; signal?: AbortSignal } = {}) {
  let stored = opened;
  const queue = new SignInQueue();
  const flow: SignInFlow = {
    find: given.find ?? (() => Promise.resolve(stored)),
    replace: (read, next) => {
      if (read !== stored) return Promise.resolve(false);
      stored = next;
      return Promise.resolve(true);
    },
    exclusive: (exchange, found, work) => queue.run(found.id, exchange, () => work(stored)),
    identify: () => Promise.reject(new Error('no form is sent')),
    submit: () => Promise.reject(new Error('no form is sent')),
    proceed: () => Promise.reject(new Error('no form is sent')),
  };
  const parts = memoryParts();
  const { answer } = extra({ flow, logger: given.logger ?? silentLogger, extras: { run }, guesses: new GuessGuard(parts) });
  const ask = async (
    input: object = {},
    sent?: HttpExchange['text'],
    peerAddress?: string,
  ): Promise<Pick<HttpAnswer, 'status' | 'headers'> & { body: Record<string, unknown> }> => {
    const text = JSON.stringify({ action: 'run', pending_auth_id: 'a', csrf: 'c', ...input });
    const exchange: Partial<HttpExchange> = {
      signal: given.signal ?? new AbortController().signal,
      header: onlyJson,
      text: sent ?? (() => text),
      peerAddress,
    };
    const { body, headers, status } = await answer(exchange as HttpExchange);
    return { status, headers, body: JSON.parse(String(body)) as Record<string, unknown> };
  };
  return { ask, time: parts.time, progress: () => stored.extras };
}

test('[ui.extra.limits] [guard.guess.extras] after refused requests the next one is delayed, longer each time, and there is an end', async () => {
  let runs = 0;
  const { ask, time } = scene(() => ((runs += 1), { ok: false, error: 'Wrong code' }));
  for (let at = 0; at < 5; at++) assert.is((await ask()).body['error'], 'Wrong code');
  const delayed = await ask();
  assert.equal([delayed.status, delayed.body], [200, { ok: false, error: 'Too many failed attempts. Try again in 1 second.' }]);
  assert.is(delayed.headers['retry-after'], '1');
  assert.is(runs, 5, 'the function did not run');
  for (let at = 5; at < 30; at++) {
    time.now += 30_000;
    assert.is((await ask()).body['error'], 'Wrong code');
  }
  assert.is((await ask()).body['error'], 'Authorization request has expired');
});

test('[guard.guess.context] a function is told the address of the caller, where there is one', async () => {
  const seen: unknown[] = [];
  const { ask } = scene((_input, context) => void seen.push('address' in context ? context.address : 'absent'));
  await ask();
  await ask({}, undefined, '192.0.2.1');
  assert.equal(seen, ['absent', '192.0.2.1']);
});

test('[ui.extra.limits] [guard.sign-in.queue] a sign-in has a hundred requests, one after another, and of many at once nine', async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  const { ask, progress } = scene(async (_input, { current }) => {
    most = Math.max(most, ++running);
    seen.push(current.length);
    await Promise.resolve();
    running -= 1;
    return { addedItems: ['x'] };
  });
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask()));
  assert.equal([answers.filter(({ status }) => status === 200).length, seen.length, most], [9, 9, 1]);
  const [refused] = answers.filter(({ status }) => status !== 200);
  assert.equal([refused?.status, refused?.body['error']], [503, 'This sign-in is busy. Please try again in a moment.']);
  assert.is(refused?.headers['retry-after'], retryLater['retry-after']);
  for (let at = 9; at < 100; at++) assert.is((await ask()).status, 200);
  assert.is((await ask()).body['error'], 'Authorization request has expired');
  assert.equal([progress()?.calls, progress()?.items['run']?.length], [100, 100], 'nothing that was added is lost');
});

test('[guard.sign-in.queue] the work of a client that has gone is not begun', async () => {
  const leaving = new AbortController();
  let runs = 0;
  const { ask } = scene(
    () => {
      runs += 1;
      leaving.abort();
      return { ok: true };
    },
    { signal: leaving.signal },
  );
  const answers = await Promise.all([ask(), ask(), ask()]);
  assert.equal([runs, ...answers.map(({ status }) => status)], [1, 503, 503, 503]);
});

test('[ui.extra.limits] stored items are bounded', async () => {
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

const errorOf = async (asked: Promise<{ body: Record<string, unknown> }>): Promise<unknown> => (await asked).body['error'];

test('[ui.extra] the page gets all added items, and none when none were added', async () => {
  const { ask } = scene((input) => (input['quiet'] === true ? {} : { addedItems: [input['x'] ?? null] }));
  assert.equal((await ask({ quiet: true })).body, { ok: true });
  assert.equal((await ask({ x: 1 })).body['addedItems'], [1]);
  assert.equal((await ask({ x: 2 })).body['addedItems'], [1, 2]);
  assert.equal((await ask({ quiet: true })).body['addedItems'], [1, 2]);
});

test('[ui.extra] an added item stays until the same function replaces it', async () => {
  const { ask, progress } = scene((input) => (input['quiet'] === true ? {} : { sideEffects: { sent: true } }));
  assert.equal(progress()?.sideEffects, undefined);
  await ask();
  await ask({ quiet: true });
  assert.equal(progress()?.sideEffects, { run: { sent: true } });
});

test('[ui.extra] an answer that is not plain data is reported to the operator, not to the page', async () => {
  const told: string[] = [];
  const logger = { ...silentLogger, error: (_: string, fields?: object) => void told.push(String(Reflect.get(fields ?? {}, 'failure'))) };
  const shape = 'Error: expected { ok?, error?, addedItems?, sideEffects? }';
  for (const [answer, why] of [
    [() => 1, shape],
    ['yes', shape],
    [null, shape],
    [[], shape],
    [{ ok: 'yes' }, 'Error: ok must be true or false'],
  ] as const) {
    const { body, status } = await scene(() => answer as never, { logger }).ask();
    assert.equal([status, body['ok'], String(body['error']).length > 0], [200, false, true]);
    assert.is(told.pop(), why);
  }
  const odd = { ok: false, error: 7, addedItems: 'x', sideEffects: [] } as never;
  assert.equal((await scene(() => odd).ask()).body, { ok: false });
});

test('[ui.extra.limits] stored items take 65,536 bytes at most', async () => {
  const around = JSON.stringify({ calls: 1, refused: 0, items: { run: [''] }, sideEffects: {} }).length;
  const added = async (length: number) => (await scene(() => ({ addedItems: ['x'.repeat(length - around)] })).ask()).status;
  assert.equal([await added(65_536), await added(65_537)], [200, 413]);
});

test('[ui.extra] a request that is too large, of another type or unknown gets its reason', async () => {
  const { ask } = scene(() => undefined);
  const large = await ask({}, () => Promise.reject(new BodyTooLarge(65_536, 65_537)));
  assert.equal([large.status, large.body['error']], [413, 'the body is over the limit of 65536 bytes']);
  for (const text of ['[]', 'null', '7', '"x"']) assert.is(await errorOf(ask({}, () => text)), 'the body must be a JSON object', text);
  assert.is(await errorOf(ask({}, () => '{')), 'the body is not JSON');
  for (const action of ['other', 'toString', 7, undefined]) assert.is(await errorOf(ask({ action })), 'Unknown action');
  for (const missing of ['pending_auth_id', 'csrf'])
    for (const value of [7, undefined]) assert.is(await errorOf(ask({ [missing]: value })), 'pending_auth_id and csrf are required');
});

test('[ui.extra] a sign-in for which there is no room now says when to come again, other refusals do not', async () => {
  for (const [status, retryAfter] of [
    [503, retryLater['retry-after']],
    [400, undefined],
  ] as const) {
    const { headers, ...answer } = await scene(() => undefined, { find: () => Promise.reject(new SignInProblem('no', status)) }).ask();
    assert.equal([answer.status, answer.body, headers['retry-after']], [status, { ok: false, error: 'no' }, retryAfter]);
    assert.is(headers['cache-control'], 'no-store');
  }
});

test('[guard.guess.extras] what succeeds delays nothing that comes after it', async () => {
  const { ask } = scene(() => ({ ok: true }));
  for (let at = 0; at < 30; at++) assert.equal((await ask({}, undefined, '192.0.2.1')).body, { ok: true }, String(at));
});

test('[ui.extra] a fault of the server has an id that the log has too; a store that is away is 503', async () => {
  for (const [failure, status] of [
    [new Error('redis at 10.0.0.1'), 500],
    [new ServiceError('STORAGE_CONNECTION_ERROR', 'redis at 10.0.0.1'), 503],
    [new ServiceError('INTERNAL_ERROR', 'redis at 10.0.0.1'), 500],
  ] as const) {
    const told: unknown[] = [];
    const logger = { ...silentLogger, error: (_: string, fields?: object) => void told.push(Reflect.get(fields ?? {}, 'errorId')) };
    const answer = await scene(() => undefined, { logger, find: () => Promise.reject(failure) }).ask();
    assert.is(answer.status, status);
    const [id] = told;
    assert.type(id, 'string');
    assert.is(answer.body['error'], `Something went wrong here. Ask the operator about error id ${String(id)}.`);
    if (failure instanceof ServiceError) assert.is(id, failure.errorId);
  }
});

test.run();
