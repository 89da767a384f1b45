import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer } from '../../../../../test/support/authorization-server.ts';
import { newPkce } from '../../../../../test/support/oauth-driver.ts';
import { memoryParts } from '../../../../../test/support/step-scene.ts';
import type { Authenticate, AuthenticateContext, AuthenticateResult } from '../../../define/sign-in-options.ts';
import { silentLogger } from '../../../std/index.ts';
import { formSettings } from '../sign-in/login-fields.ts';
import { signInSettings } from '../local-settings.ts';
import { formAccountOf } from './form-account.ts';
import { GuardedAuthenticate } from './guarded-authenticate.ts';

/** Everybody with the word "right" is let in; what was asked and what was written. */
function scene(
  check: Authenticate = ({ fields }) => (fields['pin'] === 'right' ? { ok: true, sub: 'ada' } : { ok: false, message: 'No' }),
) {
  const lines: { text: string; fields: object }[] = [];
  const asked: AuthenticateContext[] = [];
  const logger = { ...silentLogger, warn: (text: string, fields: object = {}) => void lines.push({ text, fields }) };
  logger.child = () => logger;
  const parts = { ...memoryParts(), logger };
  const guarded = new GuardedAuthenticate((input, context) => (asked.push(context), check(input, context)), parts);
  const context = { get: () => assert.unreachable() as never, fetch, logger, clientId: 'desk' };
  let pages = 0;
  const run = (pin: string, { address, name = 'ada' }: { address?: string; name?: string } = {}) =>
    guarded.run({ input: { fields: { pin } }, context, address, identifiers: [name], account: name, page: `p${(pages += 1)}` });
  return { asked, lines, parts, run };
}

test('[guard.guess.at-once] a delayed attempt is answered at once, and authenticate does not hear of it', async () => {
  const { asked, lines, parts, run } = scene();
  for (let at = 0; at < 5; at++) assert.equal(await run('wrong'), { ok: false, message: 'No' });
  const delayed = { ok: false, message: 'Too many failed attempts. Try again in 1 second.', retryAfterSeconds: 1 };
  for (const pin of ['wrong', 'right']) assert.equal(await run(pin), delayed);
  assert.is(asked.length, 5);
  assert.is(lines.length, 5, 'nor does the log: a flood would fill it');
  parts.time.now += 1000;
  assert.equal(await run('wrong'), { ok: false, message: 'No' });
  assert.is((await run('right')).ok, false);
  parts.time.now += 500;
  assert.equal(await run('right'), { ok: false, message: 'Too many failed attempts. Try again in 2 seconds.', retryAfterSeconds: 2 });
  parts.time.now += 1500;
  assert.is((await run('right')).ok, true);
});

test('[guard.guess.at-once] while the check is busy a delayed attempt does not wait, and one that waited is looked at again', async () => {
  const open: (() => void)[] = [];
  const { asked, parts, run } = scene(() => new Promise((resolve) => open.push(() => resolve({ ok: false, message: 'No' }))));
  const turn = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) await new Promise((resolve) => setImmediate(resolve));
  };
  const ada = { name: 'ada' };
  const early = Array.from({ length: 4 }, () => run('x', ada));
  await turn(() => open.length === 4);
  for (const go of open.splice(0)) go();
  await Promise.all(early);
  const others = Array.from({ length: 32 }, (_, at) => run('x', { name: `n${at}` }));
  await turn(() => open.length === 32);
  const both = [run('x', ada), run('x', ada)];
  open.shift()?.();
  await turn(() => asked.length === 37);
  open.pop()?.();
  const delayed = (await Promise.all(both)).filter((one) => 'retryAfterSeconds' in one);
  assert.is(delayed.length, 1, 'the fifth failure came while it waited');
  const again = run('x', { name: 'bob' });
  await turn(() => asked.length === 38);
  assert.ok('retryAfterSeconds' in (await run('x', ada)), 'answered while all the room is taken');
  assert.ok((await parts.store.keys('guess:identifier:')).length > 0);
  for (const go of open) go();
  await Promise.all([...others, again]);
});

test('[guard.guess.audit] every failure is one line: from where, under which name, for which client, how often', async () => {
  const { lines, run } = scene();
  await run('hunter2', { address: '192.0.2.1', name: ` Ada${'x'.repeat(200)}` });
  await run('hunter2', { address: '192.0.2.1', name: 'bob' });
  await run('right', { address: '192.0.2.1', name: 'bob' });
  assert.equal(lines, [
    {
      text: 'a sign-in was refused',
      fields: { address: '192.0.2.1', identifier: `Ada${'x'.repeat(97)}`, clientId: 'desk', failures: 1 },
    },
    { text: 'a sign-in was refused', fields: { address: '192.0.2.1', identifier: 'bob', clientId: 'desk', failures: 2 } },
  ]);
});

test('[guard.guess.context] authenticate gets the address when there is one', async () => {
  const { asked, run } = scene();
  await run('right', { address: '192.0.2.1' });
  await run('right');
  assert.equal(
    asked.map((context) => ('address' in context ? context.address : 'absent')),
    ['192.0.2.1', 'absent'],
  );
});

test('[guard.guess.counted] a check that fails by itself counts, and one that had no room does not', async () => {
  const failing = scene(() => {
    throw new Error('the database is gone');
  });
  for (let at = 0; at < 5; at++) await failing.run('x');
  assert.ok('retryAfterSeconds' in (await failing.run('x')));
  let open: (answer: AuthenticateResult) => void = () => undefined;
  const opened = new Promise<AuthenticateResult>((resolve) => (open = resolve));
  const waiting = scene(() => opened);
  let busy = 0;
  const runs = Array.from({ length: 32 + 256 + 6 }, async (_, at) => {
    const outcome = await waiting.run('x', { name: `n${at}` });
    if (!outcome.ok && outcome.busy === true) busy += 1;
  });
  while (busy < 6) await new Promise((resolve) => setImmediate(resolve));
  open({ ok: false, message: 'No' });
  await Promise.all(runs);
  assert.is((await waiting.parts.store.keys('guess:')).length, 2 * (32 + 256), 'a page and a name of each attempt that was made');
});

test('[guard.guess.counted] [guard.guess.at-once] guesses over fresh pages are delayed, with the time on the form and never with 429', async () => {
  let asked = 0;
  const authenticate: Authenticate = () => ((asked += 1), { ok: false, message: 'Wrong PIN' });
  const server = inMemoryServer({ auth: { authenticate, login: { fields: { user: {}, pin: { type: 'password' } } } } });
  const clientId = await server.oauth.clientId();
  const answers = [];
  for (let at = 0; at < 12; at++) {
    const page = await server.oauth.open(clientId, newPkce());
    answers.push(await server.oauth.submit(page, { user: 'ada', pin: String(at) }));
  }
  assert.is(asked, 5);
  assert.equal([...new Set(answers.map(({ status }) => status))], [200]);
  for (const { headers, text } of answers.slice(5)) {
    assert.match(text, /role="alert">Too many failed attempts\. Try again in 1 second\./);
    assert.match(text, 'value="ada"');
    assert.is(headers['retry-after'], '1');
  }
  assert.is(answers[0]?.headers['retry-after'], undefined);
});

test('[guard.guess.counted] an account is named by the first field that people can read, or the one of the subject', () => {
  const of = (login: object, values: Record<string, string>, ownPage = false) => {
    const settings = signInSettings({ mode: 'local', authenticate: () => ({ ok: true }), login });
    return formAccountOf(values, formSettings(settings, ownPage), settings.login).identifiers;
  };
  assert.equal(of({}, { email: 'a', name: 'b' }), ['a']);
  const fields = { pin: { type: 'password' }, team: { type: 'select' }, token: { type: 'hidden' }, user: {}, mail: { type: 'email' } };
  assert.equal(of({ fields }, { pin: '1', team: '2', token: '3', user: '4', mail: '5' }), ['4']);
  assert.equal(of({ fields: { pin: { type: 'password' }, mail: { type: 'email' } } }, { mail: 'm' }), ['m']);
  assert.equal(of({ fields, subject: { fromField: 'mail', strategy: 'per-account' } }, { user: '4', mail: '5' }), ['5']);
  assert.equal(of({ fields: { pin: { type: 'password' } } }, { pin: '1' }), []);
  assert.equal(of({}, { user: 'u', email: 'e', other: 'o' }, true), ['e', 'u']);
  assert.equal(of({ subject: { fromField: 'other', strategy: 'per-account' } }, { user: 'u', other: 'o' }, true), ['o', 'u']);
});

test('[guard.guess.known] a form of unknown fields proves an account only where it names one, or login.subject says which', () => {
  const of = (login: object, values: Record<string, string>, ownPage = false) => {
    const settings = signInSettings({ mode: 'local', authenticate: () => ({ ok: true }), login });
    return formAccountOf(values, formSettings(settings, ownPage), settings.login).account;
  };
  assert.is(of({}, { email: 'a', name: 'b' }), 'a');
  assert.is(of({}, { email: 'mallory', username: 'ada' }, true), undefined);
  assert.is(of({}, { email: 'ada', username: 'ada', other: 'o' }, true), 'ada');
  assert.is(of({}, { other: 'o' }, true), undefined);
  const subject = { fromField: 'other', strategy: 'per-account' };
  assert.is(of({ subject }, { user: 'ada', other: 'mallory' }, true), 'mallory');
  assert.is(of({ subject }, { user: 'ada' }, true), undefined);
});

test('[guard.guess.known] a success makes the address known, and an attempt with room reads the counters once', async () => {
  const { parts, run } = scene();
  assert.is((await run('right', { address: '192.0.2.1' })).ok, true);
  for (let at = 0; at < 5; at++) await run('wrong', { address: `203.0.113.${at}` });
  assert.ok('retryAfterSeconds' in (await run('right', { address: '203.0.113.9' })));
  const get = parts.store.get.bind(parts.store);
  const read: string[] = [];
  parts.store.get = (key) => (read.push(key), get(key));
  assert.is((await run('right', { address: '192.0.2.1' })).ok, true);
  assert.is(new Set(read).size, read.length, read.join());
});

test.run();
