/* Which fields of a posted form reach `authenticate`, and which become claims: anybody can add a field to a form that they post. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer, type InMemoryOptions } from '../../../../../test/support/authorization-server.ts';
import { claimsOf, newPkce, tokensOf, type Fields } from '../../../../../test/support/oauth-driver.ts';
import type { Authenticate, LoginOptions } from '../../../define/sign-in-options.ts';
import type { LocalAuthOptions } from '../../../define/auth-options.ts';
import { silentLogger, type Logger } from '../../../std/index.ts';
import { formSettings, typedValues } from './login-fields.ts';
import { signInSettings } from '../local-settings.ts';
import type { OwnPages } from '../own-pages/own-page.ts';
import { AuthenticateRunner, authenticationFailed } from './run-authenticate.ts';

type Auth = Omit<LocalAuthOptions, 'mode'>;

/** Signs in with a form: what `authenticate` was given, and the claims of the token. */
async function signIn(auth: Auth, form: Fields, more: Omit<InMemoryOptions, 'auth'> = {}) {
  const server = inMemoryServer({ auth, ...more });
  const [clientId, pkce] = [await server.oauth.clientId(), newPkce()];
  const page = await server.oauth.open(clientId, pkce);
  const answer = await server.oauth.submit(page, form);
  const code = new URL(answer.headers.location ?? 'http://x').searchParams.get('code');
  const claims = code === null ? undefined : claimsOf(tokensOf(await server.oauth.exchange({ clientId, code, pkce })).access_token);
  return { answer, claims };
}

/** `authenticate` that lets everybody in and notes what it was given. */
function noting(result: object = { sub: 'ada' }): { authenticate: Authenticate; given: () => object } {
  const seen: object[] = [];
  return {
    authenticate: ({ fields }) => (seen.push({ ...fields }), { ok: true, ...result }),
    given: () => seen.at(-1) ?? {},
  };
}

const forged = { email: 'boss@example.com', name: 'Boss', extra: 'x' };
const named = (claims: Readonly<Record<string, unknown>> | undefined) => [claims?.['sub'], claims?.['email'], claims?.['name']];
const render: NonNullable<LoginOptions['render']> = ({ pendingAuthId }) => `<input name="pending_auth_id" value="${pendingAuthId}">`;

test('[guard.fields.declared] [guard.fields.claims] built-in page: undeclared fields neither reach authenticate nor become a claim', async () => {
  const own = noting();
  const declared = await signIn({ authenticate: own.authenticate, login: { fields: { user: {}, pin: { type: 'password' } } } }, { user: 'ada', pin: '1', ...forged }); // prettier-ignore
  assert.equal(own.given(), { user: 'ada', pin: '1' });
  assert.equal(named(declared.claims), ['ada', undefined, undefined]);
  const partly = noting();
  const one = await signIn({ authenticate: partly.authenticate, login: { fields: { email: { type: 'email' } } } }, forged);
  assert.equal(partly.given(), { email: 'boss@example.com' });
  assert.equal(named(one.claims), ['ada', 'boss@example.com', undefined]);
  const builtIn = noting();
  const plain = await signIn({ authenticate: builtIn.authenticate }, forged);
  assert.equal(builtIn.given(), { email: 'boss@example.com', name: 'Boss' });
  assert.equal(named(plain.claims), ['ada', 'boss@example.com', 'Boss']);
});

test('[guard.fields.claims] without authenticate a field that is not declared is no claim either', async () => {
  const login = { fields: { team: {} } };
  const { claims } = await signIn({ requireEmail: false, login }, { team: 'a', ...forged });
  assert.equal(named(claims).slice(1), [undefined, undefined]);
  assert.is((await signIn({ login }, forged)).answer.status, 400, 'nor is it an address that could be believed');
});

test('[guard.fields.declared] [guard.fields.claims] a custom page without login.fields passes every field, and none of them becomes a claim', async () => {
  const ownPages: OwnPages = { replaces: (slot) => slot === 'login', print: () => undefined };
  for (const [auth, more] of [
    [{ login: { render } }, {}],
    [{}, { ownPages }],
  ] as const) {
    const { authenticate, given } = noting();
    const { claims } = await signIn({ ...auth, authenticate }, { user: 'ada', ...forged }, more);
    assert.equal(given(), { user: 'ada', ...forged });
    assert.equal(named(claims), ['ada', undefined, undefined]);
    const believed = await signIn(auth, forged, more);
    assert.equal(named(believed.claims).slice(1), ['boss@example.com', 'Boss'], 'without authenticate the page asks for them');
  }
  const { authenticate, given } = noting();
  const { claims } = await signIn({ authenticate, login: { render, fields: { user: {}, name: {} } } }, { user: 'ada', ...forged });
  assert.equal(given(), { user: 'ada', name: 'Boss' });
  assert.equal(named(claims), ['ada', undefined, 'Boss']);
  const other: OwnPages = { ...ownPages, replaces: (slot) => slot === 'consent' };
  const shown = noting();
  await signIn({ authenticate: shown.authenticate }, forged, { ownPages: other });
  assert.equal(shown.given(), { email: 'boss@example.com', name: 'Boss' }, 'a page of another slot declares nothing for this one');
});

test('[guard.fields.claims] a subject is not made from a field that the page does not have', async () => {
  const subject = { fromField: 'account', strategy: 'per-account' } as const;
  const { authenticate } = noting({});
  const built = await signIn({ authenticate, login: { fields: { user: {} }, subject } }, { user: 'eve', account: 'boss' });
  assert.is(built.claims, undefined);
  assert.match(built.answer.text, authenticationFailed);
  const own = await signIn({ authenticate, login: { render, subject } }, { account: 'ada' });
  assert.match(String(own.claims?.['sub']), /^[0-9a-f-]{36}$/, 'naming the field declares it where only the author knows the page');
});

test('[claims.reserved.told] a reserved claim is reported once, with the claim to return instead', async () => {
  const told: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (text) => void told.push(text), child: () => logger };
  const { authenticate } = noting({ sub: 'ada', claims: { roles: ['admin'], team: 'T' } });
  const server = inMemoryServer({ auth: { authenticate }, logger });
  for (const _ of ['first', 'second']) {
    const page = await server.oauth.open(await server.oauth.clientId(), newPkce());
    await server.oauth.submit(page, {});
  }
  const [first, ...others] = told.filter((text) => text.includes('claim'));
  assert.match(first ?? '', /the claim "roles".*not in the token\. .*authorities\.claimsMapping\.roles/);
  assert.equal(others, []);
});

test('[guard.fields.profile] profile names email and name, and the form then names neither', async () => {
  for (const [profile, expected] of [
    [{ email: 'ada@example.com', name: 'Ada' }, ['ada@example.com', 'Ada']],
    [{ name: 'Ada' }, [undefined, 'Ada']],
    [{ email: undefined, other: 'x' }, [undefined, undefined]],
    [{}, [undefined, undefined]],
  ] as const) {
    const { authenticate } = noting({ sub: 'ada', profile });
    assert.equal(named((await signIn({ authenticate }, forged)).claims).slice(1), expected);
  }
});

test('[guard.fields.profile] a malformed profile refuses the sign-in, and the operator reads the reason', async () => {
  const told: string[] = [];
  const logger = { ...silentLogger, error: (_: string, fields?: object) => void told.push(String(Reflect.get(fields ?? {}, 'failure'))) };
  const context = { get: () => assert.unreachable() as never, fetch, logger, clientId: 'c' };
  for (const [profile, why] of [
    [null, 'profile must be { email?, name? }'],
    ['ada', 'profile must be { email?, name? }'],
    [[], 'profile must be { email?, name? }'],
    [{ email: 7 }, 'profile.email must be text of 1 to 320 characters'],
    [{ name: '' }, 'profile.name must be text of 1 to 320 characters'],
    [{ name: 'x'.repeat(321) }, 'profile.name must be text of 1 to 320 characters'],
  ] as const) {
    const runner = new AuthenticateRunner(() => ({ ok: true, sub: 'ada', profile }) as never, logger);
    assert.equal(await runner.run({ fields: {} }, context), { ok: false, message: authenticationFailed });
    assert.is(told.pop(), `Error: ${why}`);
  }
  const longest = new AuthenticateRunner(() => ({ ok: true, sub: 'ada', profile: { name: 'x'.repeat(320) } }), logger);
  assert.is((await longest.run({ fields: {} }, context)).ok, true);
});

test('[guard.fields.identity] what becomes the subject, email or name is checked in the form that the token gets; a password is checked as typed', async () => {
  const accounts: Readonly<Record<string, string>> = { ada: '1', 'ada\u00a0': '2', 'ada\n': '3' };
  const seen: object[] = [];
  const authenticate: Authenticate = ({ fields }) => {
    seen.push({ ...fields });
    return accounts[fields['user'] ?? ''] === fields['pin'] ? { ok: true } : { ok: false, message: 'No' };
  };
  const fields = { user: {}, pin: { type: 'password' }, email: {}, note: {} } as const;
  const login = { fields, subject: { fromField: 'user', strategy: 'per-account' } } as const;
  const sub = async (user: string, pin: string) => (await signIn({ authenticate, login }, { user, pin })).claims?.['sub'];
  const ada = await sub('ada', '1');
  assert.match(String(ada), /^[0-9a-f-]{36}$/);
  assert.equal([await sub('ada\u00a0', '2'), await sub('ada\n', '3')], [undefined, undefined], 'their accounts would be hers');
  assert.is(await sub(' ada\r\n', '1'), ada);
  const typed = { user: 'ada', pin: ' 1 ', email: `\u3000a\0b@example.com ${'x'.repeat(400)}`, note: ' n ' };
  const { answer } = await signIn({ authenticate, login }, typed);
  assert.match(answer.text, 'No');
  const email = `ab@example.com ${'x'.repeat(400)}`.slice(0, 320);
  assert.equal(seen.at(-1), { user: 'ada', pin: ' 1 ', email, note: ' n ' });
});

test('[guard.fields.declared] names of the prototype are no declared fields', () => {
  const form = new Map([['constructor', ['x']], ['toString', ['y']], ['user', ['ada', 'eve']]]); // prettier-ignore
  assert.equal({ ...typedValues(form, { accepted: { user: {} }, identity: new Map() }) }, { user: 'ada' });
  const { accepted, claimable } = formSettings(signInSettings({ mode: 'local', login: { render } }), true);
  assert.is(accepted, undefined);
  assert.equal(Object.keys(claimable), ['email', 'name']);
});

test.run();
