import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer, type InMemoryOptions } from '../../../../../test/support/authorization-server.ts';
import { claimsOf, newPkce, tokensOf, type Fields } from '../../../../../test/support/oauth-driver.ts';
import type { AuthenticateInput, AuthenticateResult } from '../../../define/sign-in-options.ts';
import { silentLogger } from '../../../std/index.ts';
import { memoryParts, stepRequest } from '../../../../../test/support/step-scene.ts';
import { FormUserCheck } from './form-user-check.ts';
import { signInSettings } from '../local-settings.ts';
import { createPages } from '../pages/create-pages.ts';
import { AuthenticateRunner } from './run-authenticate.ts';

type Auth = NonNullable<InMemoryOptions['auth']>;

/** One form, posted to a page of its own: the page, or the claims of the token. */
async function post(auth: Auth, fields: Fields, more: Omit<InMemoryOptions, 'auth'> = {}) {
  const server = inMemoryServer({ auth, ...more });
  const [clientId, pkce] = [
    await server.oauth.clientId({ redirect_uris: ['http://127.0.0.1:9999/callback'], client_name: 'Desk' }),
    newPkce(),
  ];
  const page = await server.oauth.open(clientId, pkce);
  const answer = await server.oauth.submit(page, fields);
  const code = answer.headers.location === undefined ? undefined : new URL(answer.headers.location).searchParams.get('code');
  const tokens = code === undefined || code === null ? undefined : tokensOf(await server.oauth.exchange({ clientId, code, pkce }));
  return {
    status: answer.status,
    text: answer.text,
    page: page.answer.text,
    claims: tokens === undefined ? {} : claimsOf(tokens.access_token),
  };
}
const failed = 'Authentication failed. Please try again.';

test('[D1.users.email] without authenticate the address is the user, in any case and with surrounding space', async () => {
  const one = await post({}, { email: ' Ada@Example.com ', name: ' Ada ' });
  const two = await post({}, { email: 'ada@example.COM', name: '' });
  assert.match(String(one.claims['sub']), /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.is(one.claims['sub'], two.claims['sub']);
  assert.equal([one.claims['email'], one.claims['name'], 'name' in two.claims], ['Ada@Example.com', 'Ada', false]);
  assert.not.equal((await post({}, { email: 'bob@example.com' })).claims['sub'], one.claims['sub']);
  assert.match(one.page, 'does not check who you are');
});

test('[D1.callback.email] without an address it is 400, or the one anonymous person; fields of one`s own are no identity', async () => {
  for (const fields of [{}, { email: '' }, { email: '  ' }]) {
    const refused = await post({}, { name: 'Ada', ...fields });
    assert.is(refused.status, 400);
    assert.match(refused.text, 'Email is required');
    assert.match(refused.text, 'value="Ada"');
  }
  const own = { login: { fields: { email: { type: 'text', label: 'E' } } } } satisfies Auth;
  assert.is((await post(own, { email: 'ada@example.com' })).status, 400);
  const anonymous = await post({ requireEmail: false }, { name: 'Ada' });
  assert.equal([anonymous.claims['name'], 'email' in anonymous.claims], ['Ada', false]);
  assert.is((await post({ ...own, requireEmail: false }, { email: 'ada@example.com' })).claims['sub'], anonymous.claims['sub']);
  assert.not.equal((await post({ requireEmail: false, anonymousSubject: 'other' }, {})).claims['sub'], anonymous.claims['sub']);
  assert.not.equal((await post({ requireEmail: false }, { email: 'ada@example.com' })).claims['sub'], anonymous.claims['sub']);
});

test('[D1.authenticate.context] authenticate gets the typed fields and the client', async () => {
  const seen: { input: AuthenticateInput; client: unknown }[] = [];
  const answered = await post(
    {
      authenticate: (input, { clientId, clientName }) => (
        seen.push({ input, client: [typeof clientId, clientName] }),
        { ok: true, sub: 'ada' }
      ),
      login: { fields: { user: {}, long: {}, state: {}, name: {}, email: {} } },
    },
    { user: ['first', 'second'], other: 'x', state: 'x', long: 'x'.repeat(5000), name: 'Ada', email: 'ada@example.com' },
  );
  assert.is(answered.claims['sub'], 'ada');
  assert.equal([answered.claims['name'], answered.claims['email']], ['Ada', 'ada@example.com']);
  const [{ client, input } = { client: [], input: { fields: {} } }] = seen;
  assert.equal(client, ['string', 'Desk']);
  assert.equal({ ...input.fields }, { user: 'first', long: 'x'.repeat(4096), name: 'Ada', email: 'ada@example.com' });
  assert.not.match(answered.page, 'does not check who you are');
});

test('[D1.authenticate.failed] malformed answers refuse the sign-in and reveal no reason', async () => {
  const answers: readonly unknown[] = [
    undefined, null, 'yes', 7, {}, { ok: 'yes' }, { ok: 1 }, { ok: false }, { ok: false, message: 7 }, { ok: true, sub: '' },
    { ok: true, sub: 7 }, { ok: true, sub: null }, { ok: true, sub: 'x'.repeat(256) }, { ok: true, sub: 'x', claims: [] },
    { ok: true, sub: 'x', claims: 'x' }, { ok: true, sub: 'x', claims: null }, { message: 'x' },
  ]; // prettier-ignore
  for (const answer of answers) {
    const refused = await post({ authenticate: () => answer as never }, {});
    assert.is(refused.status, 200, JSON.stringify(answer));
    assert.match(refused.text, failed, JSON.stringify(answer));
  }
  const thrown = await post({ authenticate: () => Promise.reject(new Error('the database is gone')) }, {});
  assert.match(thrown.text, failed);
  assert.not.match(thrown.text, 'database');
  assert.is((await post({ authenticate: () => ({ ok: true, sub: 'x'.repeat(255) }) }, {})).claims['sub'], 'x'.repeat(255));
});

test('[D1.authenticate.refused] the page comes back with the message beside its field and the typed values, except passwords', async () => {
  const login = {
    title: 'Welcome',
    subtitle: 'to it',
    logo: 'https://a.example/l.png',
    fields: {
      user: { label: 'User', required: true, placeholder: 'you' },
      pin: { type: 'password' },
      team: { type: 'select', options: [{ value: 'a', label: 'A' }] },
    },
  } as const;
  const typed = { user: 'ada', pin: '8642', other: 'x' };
  const marked = await post({ login, authenticate: () => ({ ok: false, message: 'Wrong PIN', retryField: 'pin' }) }, typed);
  assert.is(marked.status, 200);
  assert.match(marked.text, 'value="ada"');
  assert.match(marked.text, /<p[^>]*class="problem"[^>]*>.*Wrong PIN/);
  for (const hidden of ['8642', 'value="x"']) assert.not.match(marked.text, hidden);
  for (const shown of ['<h1>Welcome', 'to it', 'https://a.example/l.png', 'placeholder="you"', '<option value="a"'])
    assert.match(marked.page, shown);
  assert.match(marked.page, /<label[^>]*>pin/, 'a field without a label has its name');
  for (const retryField of [undefined, 7]) {
    const whole = await post({ login, authenticate: () => ({ ok: false, message: 'No', retryField }) as never }, typed);
    assert.match(whole.text, /role="alert">No</, String(retryField));
  }
  const plain = (await post({}, {})).page;
  assert.match(plain, '<h1>Sign In');
  assert.not.match(plain, '<img');
  assert.match((await post({ login: { logoUri: 'https://a.example/m.png' } }, {})).page, 'https://a.example/m.png');
});

test('[D1.users.login-subject] sub, the field of login.subject, or one subject for all; an empty field refuses the sign-in', async () => {
  const login = { fields: { user: {} }, subject: { fromField: 'user', strategy: 'per-account' } } as const;
  const ok = () => ({ ok: true }) as const;
  const one = (await post({ login, authenticate: ok }, { user: ' ada ' })).claims['sub'];
  assert.is((await post({ login, authenticate: ok }, { user: 'ada' })).claims['sub'], one);
  assert.not.equal((await post({ login, authenticate: ok }, { user: 'bob' })).claims['sub'], one);
  assert.is((await post({ login, authenticate: () => ({ ok: true, sub: 'own' }) }, { user: 'ada' })).claims['sub'], 'own');
  for (const fields of [{}, { user: ' ' }]) assert.match((await post({ login, authenticate: ok }, fields)).text, failed);
  const everybody = (await post({ authenticate: ok }, { user: 'ada' })).claims['sub'];
  assert.match(String(everybody), /^[0-9a-f-]{36}$/);
  assert.is((await post({ authenticate: ok }, { undefined: 'ada' })).claims['sub'], everybody, 'no field is the subject');
  assert.is((await post({ authenticate: ok }, { user: 'bob' })).claims['sub'], everybody);
  const shared = { subject: { fromField: 'user', strategy: 'shared' } } as never;
  assert.is((await post({ login: shared, authenticate: ok }, { user: 'ada' })).claims['sub'], everybody);
});

test('[D1.authenticate.claims] [D1.credentials] claims go into the token, credentials to the vault, or are said to be dropped', async () => {
  const kept: unknown[] = [];
  const authenticate = (): AuthenticateResult => ({
    ok: true,
    sub: 'ada',
    claims: { team: 'T', roles: ['x'] },
    credentials: { key: { token: 't' } },
  });
  const extension = () => ({ keepCredentials: (...given: unknown[]) => Promise.resolve(void kept.push(given)) });
  const { claims } = await post({ authenticate }, {}, { extensions: [extension] });
  assert.equal([claims['team'], claims['roles']], ['T', undefined]);
  assert.equal(kept, [['ada', { key: { token: 't' } }]]);
  const warned: string[] = [];
  const logger = { ...silentLogger, warn: (text: string) => void warned.push(text) };
  logger.child = () => logger;
  assert.is((await post({ authenticate }, {}, { logger })).claims['sub'], 'ada');
  assert.ok(warned.some((text) => text.includes('credentials of authenticate were dropped')));
  warned.length = 0;
  await post({ authenticate: () => ({ ok: true, sub: 'ada' }) }, {}, { logger });
  assert.equal(warned, []);
});

test('[D1.page] a custom page gets the same, without passwords', async () => {
  const seen: object[] = [];
  const login = {
    fields: { user: { label: 'User' }, pin: { type: 'password' } },
    render: (page: { pendingAuthId: string }) => (seen.push(page), `own <input name="pending_auth_id" value="${page.pendingAuthId}">`),
    logoUri: 'https://a.example/m.png',
  } as const;
  const refused = await post({ login, authenticate: () => ({ ok: false, message: 'No' }) }, { user: 'ada', pin: '9', other: 'x' });
  assert.match(refused.text, 'own <input');
  const [before, after] = seen as Record<string, unknown>[];
  assert.equal([before?.['clientName'], before?.['logoUri'], 'error' in (before ?? {})], ['Desk', 'https://a.example/m.png', false]);
  assert.equal([after?.['error'], { ...(after?.['values'] as object) }], ['No', { user: 'ada' }]);
  const plain: object[] = [];
  await post({ login: { render: (page: object) => (plain.push(page), 'x') } }, {});
  assert.not.ok('logoUri' in (plain[0] ?? {}));
});

test('[D1.authenticate.failed] the operator reads the fault of an answer; a good answer has only its members', async () => {
  const told: string[] = [];
  const logger = { ...silentLogger, error: (_: string, fields?: object) => void told.push(String(Reflect.get(fields ?? {}, 'failure'))) };
  const context = { get: () => assert.unreachable() as never, fetch, logger, clientId: 'c' };
  const outcomeOf = (answer: unknown) => new AuthenticateRunner(() => answer as never, logger).run({ fields: {} }, context);
  for (const [answers, why] of [
    [[undefined, null, 'yes', 7, {}], 'something else than { ok }'],
    [[{ ok: false }, { ok: false, message: 7 }, { ok: 'yes', message: 'No' }, { ok: 'yes' }], '{ ok: false } without a message'],
    [
      [
        { ok: true, sub: '' },
        { ok: true, sub: 7 },
        { ok: true, sub: null },
      ],
      'a sub that is no text of 1 to 255 characters',
    ],
  ] as const)
    for (const answer of answers) {
      assert.equal(await outcomeOf(answer), { ok: false, message: failed }, JSON.stringify(answer));
      assert.is(told.pop(), `Error: authenticate answered ${why}`);
    }
  assert.equal(await outcomeOf({ ok: true, other: 1, sub: undefined, claims: undefined, credentials: undefined }), { ok: true });
  const full = { ok: true, sub: 'ada', claims: { a: 1 }, credentials: { k: 't' }, profile: { email: 'a@b.c', name: 'Ada' } };
  assert.equal(await outcomeOf(full), full);
  assert.equal(await outcomeOf({ ok: false, message: 'No', retryField: 'pin', other: 1 }), { ok: false, message: 'No', retryField: 'pin' });
  assert.equal(await outcomeOf({ ok: false, message: 'No', retryField: 7 }), { ok: false, message: 'No' });
  assert.equal(told, []);
});

test('[R13.concurrency] a person who is asked to retry gets 503', async () => {
  let open: (answer: AuthenticateResult) => void = () => undefined;
  const opened = new Promise<AuthenticateResult>((resolve) => (open = resolve));
  const check = new FormUserCheck({
    ...memoryParts(),
    settings: signInSettings({ mode: 'local', authenticate: () => opened }),
    pages: createPages(),
    serverName: 'office',
    get: () => assert.unreachable() as never,
    keepCredentials: undefined,
  });
  // One page each: of one, five are tried at once.
  const post = (page: number) => check.answer(stepRequest({ id: `page-${page}` }), new Map());
  const others = Array.from({ length: 32 + 256 }, (_, page) => post(page));
  const late = await post(-1);
  assert.ok('page' in late && late.page.status === 503);
  assert.match(String(late.page.body), 'Too many people are signing in');
  open({ ok: false, message: 'No' });
  assert.ok((await Promise.all(others)).every((answer) => 'page' in answer && answer.page.status === 200));
});

test('[D1.authenticate.context] a client without a name has none, for authenticate and for a page of one`s own', async () => {
  const seen: object[] = [];
  const authenticate = (_: unknown, context: object): AuthenticateResult => (seen.push(context), { ok: true, sub: 'ada' });
  const login = {
    render: (page: { pendingAuthId: string }) => (seen.push(page), `<input name="pending_auth_id" value="${page.pendingAuthId}">`),
  };
  const server = inMemoryServer({ auth: { authenticate, login } });
  await server.oauth.code(await server.oauth.clientId(), newPkce());
  assert.equal(
    seen.map((one) => 'clientName' in one),
    [false, false],
  );
});

test('[R13.concurrency] of many at once the last are asked to retry, and those who waited are answered', async () => {
  const open: (() => void)[] = [];
  const runner = new AuthenticateRunner(
    () => new Promise((resolve) => open.push(() => resolve({ ok: false, message: 'No' }))),
    silentLogger,
  );
  const context = { get: () => assert.unreachable() as never, fetch, logger: silentLogger, clientId: 'c' };
  const answers = Array.from({ length: 32 + 256 }, () => runner.run({ fields: {} }, context));
  assert.is(open.length, 32);
  const late = await runner.run({ fields: {} }, context);
  assert.ok(!late.ok && late.busy === true && late.message.startsWith('Too many people are signing in'));
  let answered = 0;
  for (const answer of answers) void answer.then(() => (answered += 1));
  while (answered < answers.length) {
    assert.ok(open.length <= 32);
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok((await Promise.all(answers)).every((answer) => !answer.ok && answer.message === 'No' && answer.busy === undefined));
});

test.run();
