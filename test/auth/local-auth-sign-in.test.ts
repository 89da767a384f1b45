/* The form, authenticate, cookies and keys of local sign-in on the built bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf, newPkce, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import { send } from '../support/wire-client.ts';

const project = new SignInProject();
test.before(() => project.build());
test.after(() => project.close());

test('[D1.callback.cookie] [R18.cookie] a sign-in goes on in the browser that began it, and nowhere else', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const [page, other] = [await oauth.open(clientId, newPkce()), await oauth.open(clientId, newPkce())];
  const [cookie = ''] = page.answer.headers['set-cookie'] ?? [];
  assert.match(cookie, /^service_signin_[\w-]+=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  for (const wrong of ['', other.cookie, `${page.cookie}x`, page.cookie.replace(/=.*/, '=')])
    assert.is((await oauth.submit({ pendingAuthId: page.pendingAuthId, cookie: wrong })).status, 400, wrong);
  const both = await oauth.submit({ pendingAuthId: page.pendingAuthId, cookie: `${other.cookie}; ${page.cookie}` });
  assert.is(both.status, 302, 'two tabs do not end each other');
  assert.match(both.headers['set-cookie']?.[0] ?? '', 'Max-Age=0');
  assert.match((await oauth.submit(page)).text, 'Authorization request has expired');
  await server.stop();
  const https = await project.boot({ variables: { SERVICE_PUBLIC_URL: 'https://public.example/base' } });
  const secure = await https.oauth.open(await https.oauth.clientId(), newPkce());
  assert.match(secure.answer.headers['set-cookie']?.[0] ?? '', /^__Host-service_signin_[\w-]+=[\w-]{43}; Path=\/; .*; Secure$/);
  assert.match(secure.answer.text, 'action="/base/oauth/callback"');
  const plain = { ...secure, cookie: secure.cookie.replace('__Host-', '') };
  assert.is((await https.oauth.submit(plain)).status, 400, 'a sibling host could have set it');
  assert.is((await https.oauth.submit(secure)).status, 302);
  await https.stop();
});

test('[D1.callback.gone] [D1.callback.once] an unknown sign-in has expired, and one becomes one code however often it is posted', async () => {
  const server = await project.boot();
  const { oauth } = server;
  for (const pendingAuthId of ['x', 'A'.repeat(22), '../x', '__proto__']) {
    const answer = await oauth.submit({ pendingAuthId, cookie: '' });
    assert.is(answer.status, 400);
    assert.match(answer.text, 'Authorization request has expired');
  }
  assert.is((await oauth.post('/oauth/callback', {})).status, 400);
  assert.is((await oauth.post('/oauth/callback', '{}', { 'content-type': 'application/json' })).status, 400);
  const page = await oauth.open(await oauth.clientId(), newPkce());
  assert.is(
    (await oauth.post('/oauth/callback', { pending_auth_id: [page.pendingAuthId, page.pendingAuthId] }, { cookie: page.cookie })).status,
    400,
  );
  const answers = await Promise.all(Array.from({ length: 3 }, () => oauth.submit(page)));
  assert.is(answers.filter(({ status }) => status === 302).length, 1);
  await server.stop();
});

test('[R10.callback-post] GET and HEAD of the callback do nothing', async () => {
  const server = await project.boot();
  const page = await server.oauth.open(await server.oauth.clientId(), newPkce());
  const path = `/oauth/callback?pending_auth_id=${page.pendingAuthId}&email=a@b.c`;
  for (const method of ['GET', 'HEAD']) {
    const answer = await send({ port: server.port, method, path, headers: { cookie: page.cookie } });
    assert.is(answer.status, 405);
    assert.is(answer.headers.allow, 'POST');
  }
  assert.is((await server.oauth.submit(page)).status, 302);
  await server.stop();
});

test('[D1.callback.email] [D1.options.requireEmail] [D1.options.anonymousSubject] no email is 400, or one shared user', async () => {
  const strict = await project.boot();
  const clientId = await strict.oauth.clientId();
  for (const form of [{}, { email: '' }, { email: '  ', name: 'Ada' }]) {
    const page = await strict.oauth.open(clientId, newPkce());
    const answer = await strict.oauth.submit(page, form);
    assert.is(answer.status, 400);
    assert.match(answer.text, 'Email is required');
    assert.is((await strict.oauth.submit(page, { email: 'a@b.c' })).status, 302, 'the sign-in stays open');
  }
  await strict.stop();
  const fields = { pin: { type: 'password', label: 'PIN', required: true } };
  const replaced = await project.boot({ options: { auth: { login: { fields } } } });
  const page = await replaced.oauth.open(await replaced.oauth.clientId(), newPkce());
  assert.match((await replaced.oauth.submit(page, { pin: '1', email: 'a@b.c' })).text, 'Email is required');
  await replaced.stop();
  const subjectWith = async (anonymousSubject?: string): Promise<unknown> => {
    const open = await project.boot({
      options: { auth: { requireEmail: false, ...(anonymousSubject === undefined ? {} : { anonymousSubject }) } },
    });
    const [one, two] = [await open.oauth.signIn({ form: {} }), await open.oauth.signIn({ form: { email: 'a@b.c' } })];
    assert.is.not(claimsOf(two.tokens.access_token)['sub'], claimsOf(one.tokens.access_token)['sub']);
    await open.stop();
    return claimsOf(one.tokens.access_token)['sub'];
  };
  const standard = await subjectWith();
  assert.is(await subjectWith('local-operator'), standard);
  assert.is.not(await subjectWith('else'), standard);
});

test('[D1.authenticate.ok] [D1.authenticate.claims] [R22.claims] sub and claims go into the token, reserved claims are dropped', async () => {
  const server = await project.boot({ options: { users: true } });
  const reserved = [
    'sub',
    'iss',
    'aud',
    'exp',
    'iat',
    'nbf',
    'jti',
    'scope',
    'email',
    'name',
    'picture',
    'roles',
    'consent',
    'federated',
    'authorized_apps',
    'client_id',
    'anonymous',
  ];
  const claims = { ...Object.fromEntries(reserved.map((name) => [name, 'forged'])), tenant: { id: 7 } };
  const { clientId, tokens } = await server.oauth.signIn({
    form: { email: 'e@x', name: 'N', answer: JSON.stringify({ ok: true, sub: 'u-7', claims }) },
  });
  const got = claimsOf(tokens.access_token);
  assert.is(got['sub'], 'u-7');
  assert.equal(got['tenant'], { id: 7 });
  assert.is(got['email'], 'e@x');
  assert.is(got['client_id'], clientId);
  for (const name of reserved) assert.is.not(got[name], 'forged', name);
  assert.is((await server.call(tokens.access_token)).status, 200);
  assert.equal(claimsOf(tokensOf(await server.oauth.refresh(clientId, tokens.refresh_token)).access_token)['tenant'], { id: 7 });
  assert.match(server.boot.output.stderr, 'FIELDS ["answer","email","name"]');
  await server.stop();
});

test('[D1.authenticate.context] authenticate gets the providers, fetch, a logger and the client', async () => {
  const server = await project.boot({ options: { users: true } });
  const clientId = await server.oauth.clientId({ redirect_uris: [redirectUri], client_name: 'Desk' });
  const { tokens } = await server.oauth.signIn({ clientId, form: { answer: 'context' } });
  const claims = claimsOf(tokens.access_token);
  assert.is(claims['sub'], 'realm-7');
  assert.is(claims['clientId'], clientId);
  assert.is(claims['clientName'], 'Desk');
  assert.is(claims['fetches'], 'function');
  assert.match(server.boot.output.stderr, 'CONTEXT SEEN');
  await server.stop();
});

test('[D1.authenticate.refused] [D1.authenticate.failed] a refusal or a failure shows the page again, typed values but no passwords, and no code', async () => {
  const fields = { user: { type: 'text', label: 'User' }, pin: { type: 'password', label: 'PIN' }, answer: {} };
  const server = await project.boot({ options: { users: true, auth: { login: { fields } } } });
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const page = await oauth.open(clientId, newPkce());
  assert.match(page.answer.text, 'name="pin"');
  const refused = await oauth.submit(page, { user: '<Ada>', pin: '9876' });
  assert.is(refused.status, 200);
  assert.match(refused.text, 'Wrong PIN');
  assert.match(refused.text, '&lt;Ada&gt;');
  assert.not.match(refused.text, '9876');
  assert.not.match(refused.text, '<Ada>');
  for (const answer of [
    'throw',
    'nonsense',
    '"text"',
    'null',
    '{"ok":false}',
    '{"ok":true,"sub":7}',
    JSON.stringify({ ok: true, sub: 'u', claims: { big: 'a'.repeat(5000) } }),
  ]) {
    const again = await oauth.open(clientId, newPkce());
    const failed = await oauth.submit(again, { answer });
    assert.is(failed.status, 200, answer);
    assert.match(failed.text, 'Authentication failed. Please try again.');
    assert.not.match(failed.text, 'database');
  }
  const sent = await oauth.submit(page, { user: 'Ada', pin: '1234' });
  assert.is(sent.status, 302, 'the sign-in stayed open');
  await server.stop();
});

test('[D1.users.login-subject] [R22.no-sub] without a sub the subject is made from the field, or everybody is one user', async () => {
  const login = { fields: { user: { type: 'text' }, answer: {} }, subject: { fromField: 'user', strategy: 'per-account' } };
  const ok = JSON.stringify({ ok: true });
  const byField = await project.boot({ options: { users: true, auth: { login } } });
  const subjectOf = async (user: string): Promise<unknown> =>
    claimsOf((await byField.oauth.signIn({ form: { user, answer: ok } })).tokens.access_token)['sub'];
  const ada = await subjectOf('ada@example.com');
  assert.is(await subjectOf('ada@example.com'), ada);
  assert.is.not(await subjectOf('bob'), ada);
  await byField.stop();
  const believed = await project.boot();
  assert.is.not(
    claimsOf((await believed.oauth.signIn({ form: { email: 'ada@example.com' } })).tokens.access_token)['sub'],
    ada,
    'an address is another kind of subject',
  );
  await believed.stop();
  const none = await project.boot({ options: { users: true } });
  const first = claimsOf((await none.oauth.signIn({ form: { answer: ok, email: 'a@b.c' } })).tokens.access_token)['sub'];
  assert.is(claimsOf((await none.oauth.signIn({ form: { answer: ok, email: 'd@e.f' } })).tokens.access_token)['sub'], first);
  assert.match(none.boot.output.stderr, 'without a sub');
  await none.stop();
});

test('[D1.secret.missing] [D1.secret.production] [D1.secret.weak] a missing or short JWT_SECRET', async () => {
  const without = await project.boot({ variables: { JWT_SECRET: '' } });
  assert.match(without.boot.output.stderr, 'JWT_SECRET is not set');
  const { tokens } = await without.oauth.signIn();
  assert.is((await without.call(tokens.access_token)).status, 200);
  await without.stop();
  const required = await project.start({ variables: { JWT_SECRET: '', NODE_ENV: 'production' } });
  assert.is(required.code, 1);
  assert.match(required.stderr, 'JwtSecretRequiredError: JWT_SECRET is not set');
  for (const NODE_ENV of ['production', 'development']) {
    const weak = await project.start({ variables: { JWT_SECRET: 'a'.repeat(31), NODE_ENV } });
    assert.is(weak.code, 1);
    assert.match(weak.stderr, 'JwtSecretWeakError: JWT_SECRET has 31 bytes');
    assert.not.match(weak.stderr, 'aaaa');
  }
});

test('[R17.dead-options] [R20.open-address] [R21.unchecked] what leaves a sign-in open is said at start, and on the page', async () => {
  const server = await project.boot({
    options: { auth: { local: { signKey: 'x', jwks: {} } } },
    variables: { SERVICE_BIND_ADDRESS: 'all' },
  });
  const { stderr } = server.boot.output;
  for (const text of [
    'forged Host header',
    'identity is not checked',
    'NODE_ENV is unset',
    '"auth.local.signKey" has no effect',
    '"auth.local.jwks" has no effect',
  ])
    assert.match(stderr, text);
  assert.match((await server.oauth.open(await server.oauth.clientId(), newPkce())).answer.text, /does not check who/);
  await server.stop();
  const closed = await project.boot();
  assert.not.match(closed.boot.output.stderr, 'auth: ');
  await closed.stop();
});

test('[I6.options.checked] options of auth are checked by value before anything starts', async () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ local: { issuer: 'https://x/?a' } }, 'auth.local.issuer'],
    [{ allowedScopes: ['a b'] }, 'auth.allowedScopes'],
    [{ login: { logo: 'javascript:x' } }, 'auth.login.logo'],
    [{ login: { fields: { a: { type: 'file' } } } }, 'auth.login.fields'],
    [{ dcr: { clients: [{ clientId: 'a', redirectUris: [], secret: 'x' }] } }, 'auth.dcr.clients'],
    [{ dcr: { allowedRedirectUris: ['*'] } }, 'allowedRedirectUris item 1: expected'],
    [{ dcr: { maxDynamicClients: -1 } }, 'auth.dcr.maxDynamicClients'],
    [{ scopes: ['x'] }, 'not read in mode'],
  ];
  for (const [auth, text] of cases) {
    const { code, stderr } = await project.start({ options: { auth } });
    assert.is(code, 1);
    assert.match(stderr, text);
  }
});

test.run();
