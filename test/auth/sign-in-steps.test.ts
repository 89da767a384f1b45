/* The pages between the checked person and the code, one after another, through the whole way to a call. */
import { app, resource, tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LocalAuthOptions } from '../../src/runtime/define/auth-options.ts';
import { boxesOf } from '../support/step-scene.ts';
import { FetchSignIn, valueOf } from '../support/fetch-sign-in.ts';
import { claimsOf, newPkce, redirectUri } from '../support/oauth-driver.ts';

const send = tool({ name: 'send', description: 'Sends mail' })(() => 'sent');
const find = tool({ name: 'find', description: 'Finds files' })(() => 'found');
const inner = tool({ name: 'inner', description: 'Only for other tools', visibility: 'internal' })(() => 'inner');
const apps = [
  app({ id: 'mail', name: 'Mail', tools: [send] }),
  app({ id: 'files', name: 'Files', tools: [find] }),
  app({ id: 'hidden', name: 'Hidden', tools: [inner] }),
];

const serve = (auth: Partial<LocalAuthOptions>): FetchSignIn => new FetchSignIn({ apps, auth: { mode: 'local', ...auth } });
const person = { email: 'ada@example.com', name: 'Ada' };

test('[R40.apps.reads] an app that holds nothing but resources is offered too', async () => {
  const page = resource({ name: 'page', uri: 'wiki://page' })(() => 'text');
  const wiki = app({ id: 'wiki', name: 'Wiki', resources: [page] });
  const server = new FetchSignIn({ apps: [...apps, wiki], auth: { mode: 'local', incrementalAuth: { enabled: true } } });
  const appsPage = await server.submit(await server.open(await server.clientId(), newPkce()), person);
  assert.equal(boxesOf(appsPage.text).all, ['mail', 'files', 'wiki']);
});

test('[N8.order] apps, then tools, then the code; the token holds the choices', async () => {
  const server = serve({
    consent: { enabled: true, defaultSelectedTools: ['mail:send'] },
    incrementalAuth: { skippedAppBehavior: 'require-auth' },
  });
  const [clientId, pkce] = [await server.clientId(), newPkce()];
  const appsPage = await server.submit(await server.open(clientId, pkce), person);
  assert.equal(boxesOf(appsPage.text), { all: ['mail', 'files'], ticked: ['mail', 'files'] });
  const toolsPage = await server.submit(appsPage, { apps: 'mail', action: 'allow' });
  assert.equal(boxesOf(toolsPage.text), { all: ['send', 'find'], ticked: ['send'] });
  assert.match(toolsPage.text, '<legend>Mail</legend>');
  const back = await server.submit(appsPage, { apps: ['mail', 'files'], action: 'allow' });
  assert.match(back.text, 'Choose tools', 'a page that was answered shows the open one');
  const done = await server.submit(toolsPage, { tools: ['send', 'find'] });
  assert.ok(done.location?.startsWith(redirectUri), done.text);
  const token = await server.token(clientId, pkce, done.location);
  const { authorized_apps: granted, consent } = claimsOf(token);
  assert.equal([granted, consent], [['mail'], { enabled: true, selectedTools: ['send', 'find'] }]);
  assert.is(valueOf(await server.call(token, 'send')), 'sent');
  assert.match(JSON.stringify(await server.call(token, 'find')), 'AUTHORIZATION_REQUIRED');
  assert.is((await server.submit(toolsPage, { tools: 'send' })).status, 400, 'a sign-in becomes one code');

  const single = newPkce();
  const page = await server.submit(await server.open(clientId, single, { mode: 'incremental', app: 'files', tool: 'find' }), person);
  assert.match(page.text, 'Let it use the app');
  const more = await server.submit(page, { action: 'allow' });
  const { searchParams } = new URL(more.location ?? '');
  assert.equal([searchParams.get('incremental'), searchParams.get('app_id'), searchParams.get('state')], ['true', 'files', 'st4te']);
  assert.is(valueOf(await server.call(await server.token(clientId, single, more.location), 'find')), 'found');
});

test('options that are switched off ask nothing and guard nothing', async () => {
  const server = serve({ consent: { enabled: false }, incrementalAuth: { enabled: false } });
  const token = await server.signIn([person]);
  assert.is(valueOf(await server.call(token, 'find')), 'found');
  const { authorized_apps: granted, consent } = claimsOf(token);
  assert.equal([granted, consent], [undefined, undefined]);
});

test('unknown tool names in the options are logged', async () => {
  const server = serve({ consent: { enabled: true, excludedTools: ['send', 'typo'] } });
  await server.get('/');
  const warnings = server.lines.filter((line) => line.includes('auth.consent names tools'));
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', /does not have: typo/);
  const quiet = serve({ consent: { enabled: true, excludedTools: ['send'] } });
  await quiet.get('/');
  assert.not.match(quiet.lines.join('\n'), 'auth.consent names');
});

test('[R12.own-origin] where origins are listed, the own pages still post, and foreign ones do not', async () => {
  for (const publicUrl of ['https://mcp.example', '']) {
    const http = { security: { dnsRebindingProtection: { allowedHosts: ['mcp.example'], allowedOrigins: ['https://app.example'] } } };
    const server = new FetchSignIn({ apps, http, auth: { mode: 'local' } }, { SERVICE_PUBLIC_URL: publicUrl });
    const [clientId, pkce] = [await server.clientId(), newPkce()];
    const page = await server.open(clientId, pkce);
    const form = { pending_auth_id: /name="pending_auth_id" value="([^"]+)"/.exec(page.text)?.[1] ?? '', ...person };
    for (const origin of ['https://evil.example', 'http://mcp.example', 'https://mcp.example.evil', 'null'])
      assert.is((await server.post('/oauth/callback', form, { origin })).status, 403, origin);
    assert.is((await server.post('/oauth/callback', form, { origin: 'https://mcp.example' })).status, 302);
    assert.is((await server.post('/mcp', {}, { origin: 'https://mcp.example' })).status, 403, 'elsewhere the list is the list');
  }
});

test('[R12.own-origin] without a public address and a list of hosts, the Host header names no origin', async () => {
  const http = { security: { dnsRebindingProtection: { allowedOrigins: ['https://app.example'] } } };
  const server = new FetchSignIn({ apps, http, auth: { mode: 'local' } }, { SERVICE_PUBLIC_URL: '' });
  assert.is((await server.post('/oauth/callback', {}, { origin: 'https://mcp.example' })).status, 403);
});

test('[cimd.authorize] a client id that is a URL and cannot be used is a 400 page, and nothing is redirected', async () => {
  const server = serve({});
  for (const [clientId, code] of [
    ['https://127.0.0.1/client.json', 'CIMD_SECURITY_ERROR'],
    ['https://mcp.example/oauth/authorize', 'CIMD_SECURITY_ERROR'],
    ['https://desk.example/#x', 'INVALID_CLIENT_ID_URL'],
  ] as const) {
    const seen = await server.open(clientId, newPkce());
    assert.is(seen.status, 400);
    assert.match(seen.text, code);
    assert.is(seen.location, undefined);
  }
  const off = await serve({ cimd: { enabled: false } }).open('https://desk.example/c.json', newPkce());
  assert.match(off.text, 'Unknown client_id: register the client (DCR / pre-registered) or use a CIMD client-id URL');
  assert.match(off.text, 'CIMD_DISABLED');
  const open = await serve({ cimd: { enabled: false }, requireRegisteredClients: false }).open('https://desk.example/c.json', newPkce());
  assert.is(open.status, 200);
  const metadata = async (auth: Partial<LocalAuthOptions>): Promise<unknown> =>
    (JSON.parse((await serve(auth).get('/.well-known/oauth-authorization-server')).text) as Record<string, unknown>)[
      'client_id_metadata_document_supported'
    ];
  assert.is(await metadata({}), true);
  assert.is.not(await metadata({ cimd: { enabled: false } }), true);
});

test.run();
