import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLoopback, type Expected, type Loopback } from './loopback.ts';

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

test.run();
