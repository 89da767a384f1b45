/* What pages of an author's own are told, and what their forms say, field by field, on the built bundle. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fixtureRoot } from '../support/compile.ts';
import { claimsOf, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import type { Fields } from '../support/oauth-driver.ts';
import { openOwnPage, stateOf } from '../support/own-page.ts';
import type { PageState } from '../support/own-page.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';
import type { WireAnswer } from '../support/wire-client.ts';

const project = new SignInProject('auth-ui');
let server: SignInServer;

test.before(async () => {
  await project.build();
  server = await project.boot();
});
test.after(() => project.close());

/** Hidden fields of a page, beside those that every page has. */
function markersOf(answer: WireAnswer): readonly string[] {
  const { formFields } = stateOf(answer);
  const [id, csrf, ...more] = formFields.map(({ name, value }) => `${name}=${value}`);
  assert.ok(id?.startsWith('pending_auth_id=') && csrf?.startsWith('csrf='), answer.text.slice(0, 200));
  return more;
}

test('[ui.fields] a page of apps is answered by incremental and apps, a page of tools by consent_submitted and tools', async () => {
  const custom = await project.boot({ options: { auth: { consent: { enabled: true, customMessage: 'Only </script> this' } } } });
  const page = await openOwnPage(custom);
  const { clientId, pkce } = page;
  const submit = (fields: Fields) => custom.oauth.submit(page, fields);
  assert.is((await custom.oauth.post('/oauth/callback', { user: 'guest' }, { cookie: page.cookie })).status, 400, 'pending_auth_id');
  const apps = await submit({ user: 'guest' });
  assert.equal([stateOf(apps).slot, markersOf(apps), stateOf(apps)['customMessage']], ['incremental', ['incremental=true'], undefined]);
  for (const form of [{ apps: 'mail' }, { apps: 'mail', consent_submitted: '1' }, { apps: 'mail', incremental: '1' }])
    assert.is(stateOf(await submit(form)).slot, 'incremental', JSON.stringify(form));
  const tools = await submit({ incremental: 'true', apps: 'mail' });
  assert.equal([stateOf(tools).slot, markersOf(tools)], ['consent', ['consent_submitted=1']]);
  assert.is(stateOf(tools)['customMessage'], 'Only </script> this');
  assert.equal((stateOf(tools)['tools'] as object[])[1], {
    id: 'send',
    name: 'send',
    description: 'Sends mail.',
    appId: 'mail',
    appName: 'Mail',
    defaultSelected: false,
  });
  for (const form of [{ tools: 'send' }, { tools: 'send', incremental: 'true' }, { tools: 'send', consent_submitted: 'true' }])
    assert.is(stateOf(await submit(form)).slot, 'consent', JSON.stringify(form));
  const done = await submit({ consent_submitted: '1', tools: ['send', 'whoami'] });
  const code = new URL(done.headers.location ?? '').searchParams.get('code') ?? '';
  const { authorized_apps: granted, consent } = claimsOf(tokensOf(await custom.oauth.exchange({ clientId, code, pkce })).access_token);
  assert.equal([granted, consent], [['mail'], { enabled: true, selectedTools: ['whoami', 'send'] }]);
  await custom.stop();
});

test('[ui.state] a page knows the request that it is about', async () => {
  const { clientId, flow, pendingAuthId } = await openOwnPage(server);
  const members = ['clientId', 'clientName', 'redirectUri', 'resource', 'scopes', 'submitMethod', 'unchecked', 'title'];
  assert.equal(
    members.map((name) => flow[name]),
    [
      clientId,
      '<img src=x>"\'</script>\u2028',
      redirectUri,
      `${server.oauth.origin}/mcp`,
      ['openid', 'email'],
      'POST',
      false,
      'Desk </script><script>alert(2)</script>',
    ],
  );
  assert.equal(flow.formFields, [
    { name: 'pending_auth_id', value: pendingAuthId },
    { name: 'csrf', value: flow.csrfToken },
  ]);
  assert.equal([flow['error'], flow.addedItems, flow['extras']], [undefined, {}, {}]);
});

test('[ui.fields] a page of one app is answered by app_id and action', async () => {
  for (const [form, granted] of [
    [{ app_id: 'mail', action: 'allow' }, 'mail'],
    [{ app_id: 'mail', action: 'skip' }, null],
    [{ app_id: 'mail' }, null],
    [{ action: 'allow' }, null],
  ] as const) {
    const page = await openOwnPage(server, { mode: 'incremental', app: 'mail' });
    const one = await server.oauth.submit(page, { user: 'guest' });
    assert.equal([stateOf(one)['app'], markersOf(one)], [mail, ['incremental=true', 'app_id=mail']]);
    assert.is(stateOf(await server.oauth.submit(page, { incremental: 'true', ...form })).slot, 'consent');
    const done = await server.oauth.submit(page, { consent_submitted: '1', tools: 'whoami' });
    assert.is(new URL(done.headers.location ?? '').searchParams.get('app_id'), granted, JSON.stringify(form));
  }
});

const mail = { id: 'mail', name: 'Mail', description: 'Letters <b>and</b> parcels', defaultSelected: false };

test('[ui.slots] [ui.fields] the page of linked accounts is an own one too', async () => {
  const provider = {
    id: 'hub',
    name: 'Hub',
    authorizationEndpoint: 'https://hub.example/a',
    tokenEndpoint: 'https://hub.example/t',
    clientId: 'x',
  };
  const main = readFileSync(fixtureRoot('auth-ui/src/main.ts'), 'utf8');
  const linked = new SignInProject('auth-ui', {
    'src/main.ts': main.replace('extras: {', `providers: [${JSON.stringify(provider)}],\n extras: {`),
  });
  await linked.build();
  const shown = async (auth: object): Promise<PageState> => {
    const linking = await linked.boot({ options: { auth } });
    return stateOf(await linking.oauth.submit(await openOwnPage(linking), { user: 'guest' }));
  };
  const hub = { id: 'hub', name: 'Hub', url: 'https://hub.example/a', mode: 'remote', scopes: [] };
  const picker = await shown({ federatedAuth: { requiredProviders: ['hub'] } });
  assert.equal(
    [picker.slot, picker['formFields'], picker['providers']],
    [
      'federated',
      [
        { name: 'pending_auth_id', value: picker['pendingAuthId'] },
        { name: 'csrf', value: picker.csrfToken },
        { name: 'federated', value: 'true' },
      ],
      [{ ...hub, appIds: [], primary: true, required: true, defaultSelected: true }],
    ],
  );
  // Left unmarked the form is none of this page; marked, each that it names is visited.
  const linking = await linked.boot({ options: { auth: {} } });
  const page = await openOwnPage(linking);
  await linking.oauth.submit(page, { user: 'guest' });
  assert.is(stateOf(await linking.oauth.submit(page, { providers: 'hub' })).slot, 'federated');
  const unknown = await linking.oauth.submit(page, { federated: 'true', providers: ['hub', 'nobody'] });
  assert.equal([unknown.status, stateOf(unknown)['error']], [400, 'Invalid provider selection']);
  const visit = await linking.oauth.submit(page, { federated: 'true', providers: 'hub' });
  assert.ok(visit.headers.location?.startsWith('https://hub.example/a?'));
  // The app "mail" has the token of the provider of its name; of two none is meant when none is named.
  const two = await shown({
    providers: [
      { ...provider, scopes: ['read'] },
      { ...provider, id: 'mail', name: 'Post' },
    ],
  });
  assert.equal(two['providers'], [
    { ...hub, scopes: ['read'], appIds: [], primary: false, required: false, defaultSelected: true },
    { ...hub, id: 'mail', name: 'Post', appIds: ['mail'], primary: false, required: false, defaultSelected: true },
  ]);
  await linked.close();
});

test.run();
