/* Pages of the author's own (`auth.ui`, `auth.extras`) on the built bundle. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { analyse, build, bundleOf, copyFixture, fixtureRoot, requestOf } from '../support/compile.ts';
import { FetchSignIn } from '../support/fetch-sign-in.ts';
import { linkWithout } from '../support/link-without.ts';
import { claimsOf, newPkce, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import { openOwnPage, stateOf } from '../support/own-page.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';
import { send } from '../support/wire-client.ts';
import type { WireAnswer } from '../support/wire-client.ts';

const project = new SignInProject('auth-ui');
/** The same server with the pages that are built in. */
const plain = new SignInProject('local-auth');
let server: SignInServer;

test.before(async () => {
  await Promise.all([project.build(), plain.build()]);
  server = await project.boot();
});
test.after(async () => {
  await project.close();
  await plain.close();
});

test('[ui.slots] [ui.state] [ui.state.prop] [ui.csp] each page is printed by the server, with its state and a policy for its own scripts alone', async () => {
  const { answer, cookie, flow, pendingAuthId } = await openOwnPage(server);
  assert.is(answer.status, 200);
  assert.match(answer.text, /<div id="service-auth-root">\s*<style>/);
  assert.equal(
    [flow.slot, flow['pendingAuthId'], flow['submitUrl'], flow['extraUrl'], flow['submitMethod'], flow['scopes'], flow['serverName']],
    ['login', pendingAuthId, '/oauth/callback', '/oauth/ui/extra', 'POST', ['openid', 'email'], 'Auth pages'],
  );
  assert.is(flow['clientName'], '<img src=x>"\'</script>\u2028');
  // Nothing that anybody named ends a script, and what the page shows of it is text.
  assert.is(answer.text.match(/<\/script>/g)?.length, 2);
  assert.not.ok(answer.text.includes('<img'));
  assert.not.ok(/__SERVICE_AUTH__=[^\n]*\u2028/.test(answer.text));
  assert.not.ok(answer.text.includes('<!--'), 'what a script holds neither ends it nor keeps it from ending');
  const policy = String(answer.headers['content-security-policy']);
  const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
  assert.is(
    policy,
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src https: data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  assert.equal(
    [...answer.text.matchAll(/<script nonce="([^"]*)"/g)].map(([, one]) => one),
    [nonce, nonce],
  );
  assert.not.match(String((await openOwnPage(server)).answer.headers['content-security-policy']), nonce);
  assert.equal([answer.headers['x-frame-options'], answer.headers['cache-control']], ['DENY', 'no-store']);

  const refused = await server.oauth.submit({ pendingAuthId, cookie }, { user: 'ada"><script>', pin: '9' });
  const again = stateOf(refused);
  assert.is(again['error'], 'Wrong PIN <script>alert(1)</script>');
  assert.is(again.fields[0]?.value, 'ada"><script>');
  assert.is(again.fields[1]?.value, undefined, 'a password never comes back');
  assert.match(refused.text, 'Wrong PIN &lt;script&gt;alert(1)');
  assert.not.ok(refused.text.includes('<script>alert'));

  const apps = await server.oauth.submit({ pendingAuthId, cookie }, { user: 'ada', pin: '1234' });
  assert.equal(
    [stateOf(apps).slot, stateOf(apps)['apps']],
    ['incremental', [{ id: 'mail', name: 'Mail', description: 'Letters <b>and</b> parcels', defaultSelected: true }]],
  );
  assert.match(apps.text, 'Letters &lt;b&gt;and');
  const tools = await server.oauth.submit({ pendingAuthId, cookie }, { incremental: 'true', apps: 'mail', action: 'allow' });
  assert.is(stateOf(tools).slot, 'consent');
  assert.is((stateOf(tools)['tools'] as unknown[]).length, 2);
  const wrong = await server.oauth.submit({ pendingAuthId, cookie }, { consent_submitted: '1', tools: 'nobody' });
  assert.equal([wrong.status, stateOf(wrong)['error']], [400, 'Invalid tool selection. Choose from the tools on this page.']);
  const done = await server.oauth.submit({ pendingAuthId, cookie }, { consent_submitted: '1', tools: 'whoami' });
  assert.ok(done.headers.location?.startsWith(redirectUri));

  const gone = await server.oauth.submit({ pendingAuthId, cookie }, { user: 'ada', pin: '1234' });
  assert.equal([gone.status, stateOf(gone).slot, stateOf(gone)['error']], [400, 'error', 'Authorization request has expired']);
  const unknown = await server.oauth.get('/oauth/authorize?response_type=code&client_id=%3Cscript%3E');
  assert.equal([unknown.status, stateOf(unknown).slot, stateOf(unknown)['clientId']], [400, 'error', '']);
  assert.match(unknown.text, 'Close this page (error) and', 'printed from the property `state`');
});

test('[ui.get] a form by GET needs the cookie and the value of the page; passwords and HEAD are refused', async () => {
  const { cookie, flow, pendingAuthId } = await openOwnPage(server);
  const path = (fields: Record<string, string>): string => `/oauth/callback?${new URLSearchParams(fields).toString()}`;
  const good = { pending_auth_id: pendingAuthId, csrf: flow.csrfToken, user: 'guest' };
  const errorOf = async (fields: Record<string, string>, headers: Record<string, string> = { cookie }) => {
    const answer = await server.oauth.get(path(fields), headers);
    assert.is(answer.status, 400, JSON.stringify(fields));
    assert.is(answer.headers.location, undefined);
    return String(stateOf(answer)['error']);
  };
  assert.is(await errorOf({ pending_auth_id: pendingAuthId, user: 'guest' }), 'csrf is required');
  assert.is(await errorOf({ ...good, csrf: '' }), 'csrf is required');
  assert.is(await errorOf({ ...good, csrf: 'A'.repeat(22) }), 'This form is not of the page that was opened');
  assert.match(await errorOf({ ...good, csrf: (await openOwnPage(server)).flow.csrfToken }), 'not of the page');
  assert.match(await errorOf(good, {}), 'another browser');
  assert.match(await errorOf({ ...good, pin: '1234' }), 'pin has to be sent by POST');
  assert.match(await errorOf({ ...good, password: '' }), 'password has to be sent by POST');
  assert.match(await errorOf({ ...good, x: 'y'.repeat(9000) }), 'too long');
  const twice = await server.oauth.get(`${path(good)}&csrf=${flow.csrfToken}`, { cookie });
  assert.equal([twice.status, stateOf(twice)['error']], [400, 'csrf was sent more than once']);
  const look = await send({ port: server.port, method: 'HEAD', path: path(good), headers: { cookie } });
  assert.equal([look.status, look.headers['allow'], look.headers.location], [405, 'GET, POST', undefined]);
  const next = await server.oauth.get(path(good), { cookie, 'sec-fetch-site': 'same-origin' });
  assert.equal([next.status, stateOf(next).slot], [200, 'incremental'], 'nothing before it has spent the sign-in');
});

test('[ui.get] the whole way by GET ends at the address that the client registered', async () => {
  const { clientId, cookie, flow, pendingAuthId, pkce } = await openOwnPage(server);
  const ask = (fields: Record<string, string>) =>
    server.oauth.get(
      `/oauth/callback?${new URLSearchParams({ pending_auth_id: pendingAuthId, csrf: flow.csrfToken, redirect_uri: 'https://evil.example', ...fields }).toString()}`,
      { cookie },
    );
  await ask({ user: 'guest' });
  await ask({ incremental: 'true', apps: 'mail', action: 'allow' });
  const done = await ask({ consent_submitted: '1', tools: 'whoami' });
  const location = new URL(done.headers.location ?? '');
  assert.is(location.origin + location.pathname, redirectUri);
  const code = location.searchParams.get('code') ?? '';
  const tokens = tokensOf(await server.oauth.exchange({ clientId, code, pkce }));
  assert.is(claimsOf(tokens.access_token)['sub'], 'user-guest');
});

test('[ui.post] a posted form needs no value beside the cookie, and a wrong one is refused', async () => {
  const page = await openOwnPage(server);
  const wrong = await server.oauth.submit(page, { user: 'guest', csrf: 'x' });
  assert.equal([wrong.status, stateOf(wrong)['error']], [400, 'This form is not of the page that was opened']);
  assert.is(stateOf(await server.oauth.submit(page, { user: 'guest', csrf: page.flow.csrfToken })).slot, 'incremental');
  assert.is(stateOf(await server.oauth.submit(await openOwnPage(server), { user: 'guest' })).slot, 'incremental');
});

const json = { 'content-type': 'application/json' };
const answerOf = ({ text }: WireAnswer): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

test('[ui.extra] [ui.extra.kept] a page asks its server, and added items stay with the sign-in', async () => {
  const { cookie, flow, pendingAuthId } = await openOwnPage(server);
  const base = { action: 'room', pending_auth_id: pendingAuthId, csrf: flow.csrfToken, code: '77' };
  const ask = (fields: object) => server.oauth.post('/oauth/ui/extra', JSON.stringify({ ...base, ...fields }), { ...json, cookie });
  const first = await ask({ name: 'Blue' });
  assert.is(first.status, 200);
  assert.equal(answerOf(first), { ok: true, addedItems: [{ name: 'Blue', at: 0 }], sideEffects: { last: 'Blue' } });
  assert.equal([first.headers['cache-control'], first.headers['pragma']], ['no-store', 'no-cache']);
  const form = await server.oauth.post('/oauth/ui/extra', { ...base, name: 'Red' }, { cookie });
  assert.equal(answerOf(form)['addedItems'], [
    { name: 'Blue', at: 0 },
    { name: 'Red', at: 1 },
  ]);
  const refused = await server.oauth.submit({ pendingAuthId, cookie }, { user: 'ada', pin: '9' });
  assert.equal(stateOf(refused).addedItems['room']?.length, 2);
  assert.equal(stateOf(refused)['extras'], { room: { last: 'Red' } });
  assert.match(refused.text, '<li>Blue</li><li>Red</li>');
  const wrong = await ask({ code: '1' });
  assert.equal([wrong.status, answerOf(wrong)['ok'], answerOf(wrong)['error']], [200, false, 'Wrong code']);
  for (const name of ['throw', 'nonsense']) {
    const failed = answerOf(await ask({ name }));
    assert.equal([failed['ok'], failed['error']], [false, 'The request failed. Please try again.'], name);
  }
  assert.match(server.boot.output.stderr, 'the room database is gone');
});

test('[ui.extra.refused] other pages and other functions are refused', async () => {
  const { cookie, flow, pendingAuthId } = await openOwnPage(server);
  const other = await openOwnPage(server);
  const base = { action: 'room', pending_auth_id: pendingAuthId, csrf: flow.csrfToken, code: '77' };
  const refused = async (fields: object | string, headers: Record<string, string>, status = 400) => {
    const body = typeof fields === 'string' ? fields : JSON.stringify({ ...base, ...fields });
    const answer = await server.oauth.post('/oauth/ui/extra', body, headers);
    assert.is(answer.status, status, body.slice(0, 80));
    assert.equal([answerOf(answer)['ok'], answer.headers['cache-control']], [false, 'no-store']);
    return String(answerOf(answer)['error']);
  };
  const mine = { ...json, cookie };
  for (const action of ['nobody', '__proto__', 'constructor', 'toString', '', 7, null])
    assert.is(await refused({ action }, mine), 'Unknown action');
  assert.is(await refused({ pending_auth_id: 'A'.repeat(22) }, mine), 'Authorization request has expired');
  assert.is(await refused({ pending_auth_id: { id: 1 } }, mine), 'pending_auth_id and csrf are required');
  assert.is(await refused({ csrf: undefined }, mine), 'pending_auth_id and csrf are required');
  assert.match(await refused({ csrf: other.flow.csrfToken }, mine), 'not of the page');
  assert.match(await refused({ csrf: [flow.csrfToken] }, mine), 'required');
  assert.match(await refused({}, json), 'another browser');
  assert.match(await refused({}, { ...json, cookie: other.cookie }), 'another browser');
  for (const body of ['', '[]', 'null', '{', '"x"']) await refused(body, mine);
  await refused({}, { 'content-type': 'text/plain', cookie });
  await refused({ name: 'x'.repeat(70_000) }, mine, 413);
  const look = await server.oauth.get('/oauth/ui/extra', { cookie });
  assert.is(look.status, 405);
  const bare = await plain.boot();
  assert.is((await bare.oauth.post('/oauth/ui/extra', JSON.stringify(base), mine)).status, 404);
  assert.is((await bare.oauth.get('/oauth/callback?pending_auth_id=x')).status, 405);
  await bare.stop();
});

test('[ui.absent] a server without custom pages holds none of their code', async () => {
  for (const text of ['/oauth/ui/extra', '__SERVICE_AUTH__', 'service-auth-root', 'has to be sent by POST']) {
    assert.not.ok(plain.code.includes(text), text);
    assert.ok(project.code.includes(text), text);
  }
});

test('[ui.node-only] a worker refuses both options', async () => {
  const copy = copyFixture('auth-ui');
  const { diagnostics, output } = await build(requestOf(copy.root, 'auth-ui'), workerTarget);
  copy.remove();
  assert.is(output, undefined);
  const found = diagnostics.filter(({ code }) => code === 'target-unsupported').map(({ message }) => message);
  assert.equal(found, ['[--target worker] config incompatible with auth.ui', '[--target worker] config incompatible with auth.extras']);
});

test('[ui.files] a path is relative to the file that declares it', async () => {
  const source = `export const auth = { mode: 'local' as const, ui: { login: './login.ts' } };`;
  const main = `import { Service, tool } from '@service/sdk';
import { auth } from './pages/auth.ts';
const t = tool({ name: 't', description: 'T' })(() => 'ok');
@Service({ info: { name: 'x', version: '1.0.0' }, tools: [t], auth })
export default class Server {}
`;
  const copy = copyFixture('auth-ui', { 'src/pages/auth.ts': source, 'src/main.ts': main });
  const { report } = await bundleOf(requestOf(copy.root, 'auth-ui'));
  assert.ok(
    report.inputs.some((path) => path.endsWith('src/pages/layout.ts')),
    'a change of a page is a change of the build',
  );
  copy.remove();
});

test('[ui.rollup] the other bundler makes the same pages', async () => {
  const copy = copyFixture('auth-ui');
  const { code } = await bundleOf(requestOf(copy.root, 'auth-ui', { build: { bundler: 'rollup' } }));
  assert.match(code, 'service-auth-root');
  assert.match(code, 'Code of a room');
  copy.remove();
});

test('[ui.split] an app with an endpoint of its own shows the pages of the server, or its own', async () => {
  const main = `import { app, Service, tool } from '@service/sdk';
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
const own = app({ id: 'own', name: 'Own app', tools: [whoami], auth: { mode: 'local', ui: { login: './pages/own.ts' } } });
const shared = app({ id: 'shared', name: 'Shared', tools: [whoami] });
const bare = app({ id: 'bare', name: 'Bare', tools: [whoami], auth: { mode: 'local' } });
@Service({ info: { name: 'x', version: '1.0.0' }, splitByApp: true, apps: [own, shared, bare], auth: { mode: 'local', ui: { login: './pages/login.ts' } } })
export default class Server {}
`;
  const copy = new SignInProject('auth-ui', { 'src/main.ts': main });
  writeFileSync(
    join(copy.folder, '..', '..', 'src', 'pages', 'own.ts'),
    `import { html } from '@service/sdk/auth-ui';\nexport default () => html\`<p>THE OWN PAGE</p>\`;\n`,
  );
  await copy.build();
  const split = await copy.boot();
  const shown = async (place: string): Promise<string> => {
    const registered = await split.oauth.post(`/mcp/${place}/oauth/register`, JSON.stringify({ redirect_uris: [redirectUri] }), json);
    const { client_id: clientId } = JSON.parse(registered.text) as { client_id: string };
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: newPkce().challenge,
    });
    return (await split.oauth.get(`/mcp/${place}/oauth/authorize?${query.toString()}`)).text;
  };
  assert.match(await shown('own'), '<p>THE OWN PAGE</p>');
  assert.match(await shown('shared'), 'Code of a room');
  assert.match(await shown('shared'), '/mcp/shared/oauth/callback');
  assert.not.match(await shown('bare'), '__SERVICE_AUTH__');
  await copy.close();
});

test('[ui.react] a page written as .tsx is a component of the React that the project has', async () => {
  const main = readFileSync(fixtureRoot('auth-ui/src/main.ts'), 'utf8').replace('./pages/login.ts', './pages/login.tsx');
  const tsconfig = readFileSync(fixtureRoot('auth-ui/tsconfig.json'), 'utf8').replace('"strict"', '"jsx": "react-jsx",\n"strict"');
  const paged = new SignInProject('auth-ui', { 'src/main.ts': main, 'tsconfig.json': tsconfig });
  const source = join(paged.folder, '..', '..', 'src');
  writeFileSync(
    join(source, 'pages', 'login.tsx'),
    'export default ({ clientName, csrf }) => <h2>{clientName}{csrf === "" ? null : "!"}</h2>;\n',
  );
  // Without the package of hooks there is nothing of it; it is not needed for a page.
  rmSync(join(source, '..', 'node_modules'));
  linkWithout(join(source, '..'), 'react', 'react-dom', '@service/ui');
  await assertRejects(() => paged.build(), /Could not resolve "react/);
  for (const name of ['react', 'react-dom'])
    symlinkSync(join(fixtureRoot('../node_modules'), name), join(source, '..', 'node_modules', name));
  await paged.build();
  const page = await openOwnPage(await paged.boot());
  assert.match(page.answer.text, `<div id="service-auth-root"><h2>&lt;img src=x&gt;&quot;&#x27;&lt;/script&gt;\u2028<!-- -->!</h2></div>`);
  assert.match(page.answer.text, 'hydrateRoot');
  assert.not.match(page.answer.text, 'this is no page of a sign-in: name the component');
  assert.not.match(page.answer.text, 'React.createElement', 'compiled as the project says');
  await paged.close();
});

async function assertRejects(run: () => Promise<unknown>, problem: RegExp): Promise<void> {
  try {
    await run();
  } catch (failure) {
    assert.match(String(failure), problem);
    return;
  }
  assert.unreachable();
}

test('[ui.uncompiled] where nothing was built the server does not start', async () => {
  const uncompiled = new FetchSignIn({ auth: { mode: 'local', ui: { login: './login.ts' } } });
  assert.is((await uncompiled.get('/')).status, 500);
  assert.match(uncompiled.lines.join('\n'), 'auth.ui.login: its page is not in this bundle');
});

test('[ui.files] [ui.server-code] what cannot be a page is a finding at its place', async () => {
  for (const code of ['auth-page-missing', 'auth-page-server-code']) {
    const { diagnostics, output } = await build(requestOf(fixtureRoot(`errors/${code}`), code), nodeTarget);
    const found = diagnostics.find((diagnostic) => diagnostic.code === code);
    assert.equal([output, found?.span?.file], [undefined, 'src/main.ts']);
  }
  // A check says it too, before anything is bundled.
  const checked = await analyse(requestOf(fixtureRoot('errors/auth-page-missing'), 'auth-page-missing'));
  assert.ok(checked.diagnostics.some(({ code }) => code === 'auth-page-missing'));
});

test.run();
