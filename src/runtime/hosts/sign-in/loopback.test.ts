import { getEventListeners, once } from 'node:events';
import { connect, createServer } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../../test/support/listen.ts';
import { openLoopback, type Loopback } from './loopback.ts';
import type { Expected } from './redirect.ts';

const test = suite<{ opened: Loopback[]; open: (expected?: Partial<Expected>) => Promise<Loopback> }>('redirects of a sign-in');
const issuer = 'https://issuer.example';
const { signal } = new AbortController();

test.before.each((context) => {
  context.opened = [];
  context.open = async (expected) => {
    const loopback = await openLoopback({ state: 'expected', issuer, namesItself: false, ...expected }, undefined);
    context.opened.push(loopback);
    return loopback;
  };
});
test.after.each(({ opened }) => {
  for (const loopback of opened) loopback.close();
});

const redirect = async ({ redirectUri }: Loopback, query: Record<string, string>): Promise<number> =>
  (await fetch(`${redirectUri}?${new URLSearchParams(query).toString()}`)).status;
const outcome = (loopback: Loopback): Promise<string> => loopback.code(signal).catch((failure: Error) => failure.message);

test('[cli-program.login.hostile] what other pages ask for changes nothing: no address, another path, another state', async ({ open }) => {
  const loopback = await open();
  const { origin } = new URL(loopback.redirectUri);
  for (const path of [
    '//[',
    '//evil.example/callback?state=expected&code=evil',
    '/callback?state=guessed&code=evil',
    '/?state=expected&code=evil',
  ])
    assert.is((await fetch(origin + path)).status, 404, path);
  assert.is(await redirect(loopback, { state: 'expected', code: 'ours' }), 200);
  assert.is(await outcome(loopback), 'ours');
});

test('[cli-program.login.hostile] a redirect that names another issuer is refused, also where ours promises no name', async ({ open }) => {
  const foreign = 'The redirect came from another authorization server';
  const cases: readonly (readonly [expected: Partial<Expected>, iss: string | undefined, outcome: string])[] = [
    [{ namesItself: true }, issuer, 'ours'],
    [{ namesItself: true }, undefined, foreign],
    [{ namesItself: true }, 'https://evil.example', foreign],
    [{}, undefined, 'ours'],
    [{}, issuer, 'ours'],
    [{}, 'https://evil.example', foreign],
    [{}, '', foreign],
  ];
  for (const [expected, iss, told] of cases) {
    const loopback = await open(expected);
    await redirect(loopback, { state: 'expected', code: 'ours', ...(iss === undefined ? {} : { iss }) });
    assert.is(await outcome(loopback), told, JSON.stringify([expected, iss]));
  }
});

test('the first redirect with our state decides', async ({ open }) => {
  const loopback = await open();
  await redirect(loopback, { state: 'expected', error: 'access_denied' });
  await redirect(loopback, { state: 'expected', code: 'late' });
  assert.is(await outcome(loopback), 'The sign-in was refused: access_denied');
});

test('the page says whether it worked', async ({ open }) => {
  const textOf = async (query: Readonly<Record<string, string>>): Promise<string> => {
    const { redirectUri } = await open();
    return (await fetch(`${redirectUri}?${new URLSearchParams({ state: 'expected', ...query }).toString()}`)).text();
  };
  assert.is(await textOf({ code: 'ours' }), 'Signed in. You can close this page.');
  const refused: readonly Readonly<Record<string, string>>[] = [
    { error: 'access_denied' },
    { code: 'ours', iss: 'https://evil.example' },
    {},
  ];
  for (const query of refused) assert.is(await textOf(query), 'Not signed in. The terminal says why.');
});

test('a refusal that arrives early is given to the later waiter, and to no other', async ({ open }) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const loopback = await open();
  await redirect(loopback, { state: 'expected' });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  assert.equal(unhandled, []);
  assert.is(await outcome(loopback), 'The redirect brought no code');
});

test('waiting leaves neither a timer nor a listener; a reason that is not an error becomes one', async ({ open }) => {
  const loopback = await open();
  const stop = new AbortController();
  const waiting = loopback.code(stop.signal).catch(String);
  assert.is(getEventListeners(stop.signal, 'abort').length, 1);
  await redirect(loopback, { state: 'expected', code: 'ours' });
  assert.is(await waiting, 'ours');
  assert.is(getEventListeners(stop.signal, 'abort').length, 0);
  const other = await open();
  const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const timers = countTimers();
  const stopped = other.code(stop.signal).catch(String);
  stop.abort('a text');
  assert.is(await stopped, 'Error: stopped');
  assert.ok(countTimers() <= timers);
});

test('after close it stops listening and ends open connections', async ({ open }) => {
  const loopback = await open();
  const socket = connect(Number(new URL(loopback.redirectUri).port), '127.0.0.1');
  socket.on('error', () => undefined).write('GET /callback HTTP/1.1\r\n');
  await once(socket, 'connect');
  assert.is(await redirect(loopback, { state: 'guessed' }), 404, 'the connection before has been accepted too');
  loopback.close();
  await new Promise((resolve) => socket.once('close', resolve));
  assert.is(await redirect(loopback, {}).catch(() => 'closed'), 'closed');
});

test('the first free port of the range is taken; none free is named', async () => {
  const other = createServer();
  const port = await listen(other);
  try {
    const failure: unknown = await openLoopback({ state: 's', issuer, namesItself: false }, [port, port]).catch(String);
    assert.is(failure, `SignInFailure: No port from ${port} to ${port} is free`);
    const loopback = await openLoopback({ state: 's', issuer, namesItself: false }, [port, Math.min(port + 50, 65_535)]);
    assert.ok(Number(new URL(loopback.redirectUri).port) > port);
    loopback.close();
  } finally {
    other.close();
  }
});

test.run();
