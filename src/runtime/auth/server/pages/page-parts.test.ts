/* Parts that every page is made of: what stands in them, and what is left out. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { testClient } from '../../../../../test/support/step-scene.ts';
import type { AuthField } from '../../../auth-ui/index.ts';
import { pageFields } from '../sign-in/login-fields.ts';
import type { Client } from '../clients/client.ts';
import { clientNotice, pageClientOf, serverPathOf } from './page-client.ts';
import { formFields } from './form-fields.ts';
import { answerPage } from './page-document.ts';
import { choiceGroup, honestText } from './page-parts.ts';
import { scopeList } from './scope-text.ts';

const field = (more: Partial<AuthField> = {}): AuthField => ({ name: 'team', type: 'text', label: 'Team', required: false, ...more });

test('[auth.page.form] a choice shows the chosen value; a required one has no empty entry', () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  const free = formFields([field({ type: 'select', options, value: 'b' })]);
  assert.match(free, '<option value=""></option>\n<option value="a">A</option>\n<option value="b" selected>B</option>');
  const must = formFields([field({ type: 'select', options, required: true })]);
  assert.match(must, /<select[^>]*>\n<option value="a">A<\/option>\n<option value="b">B<\/option>\n<\/select>/);
  assert.match(formFields([field({ type: 'select' })]), '<option value=""></option>\n\n</select>');
});

test('[auth.page.form] what may be left out says so; only plain text is spelled for the person', () => {
  assert.match(formFields([field()]), 'Team <span class="must">(optional)</span></label>');
  assert.not.match(formFields([field({ required: true })]), '(optional)');
  assert.match(formFields([field({ required: true })]), 'name="team" required type');
  assert.match(formFields([field()]), 'name="team" type');
  assert.not.match(formFields([field()]), 'spellcheck');
  for (const type of ['email', 'password'] as const) assert.match(formFields([field({ type })]), 'spellcheck="false"');
  for (const [name, autocomplete] of [
    ['Username', 'username'],
    ['otp', 'one-time-code'],
    ['team', 'on'],
  ] as const)
    assert.match(formFields([field({ name })]), `autocomplete="${autocomplete}"`);
});

test('[auth.page.error] of several faulty fields the first takes the focus', () => {
  const html = formFields([field(), field({ error: 'One' }), field({ error: 'Two' })]);
  assert.is(html.split('autofocus').length, 2);
  assert.match(html, 'aria-describedby="field-1-problem" aria-invalid="true" autofocus');
  assert.not.match(formFields([field()]), 'autofocus');
});

test('options of fields become fields of the page; absent members stay absent', () => {
  assert.equal(pageFields({ a: {} }, {}), [{ name: 'a', type: 'text', label: 'a', required: false }]);
  const options = [{ value: 'x', label: 'X' }];
  assert.equal(pageFields({ a: { label: 'A', required: true, placeholder: 'p', type: 'select', options } }, { a: 'x' }), [
    { name: 'a', type: 'select', label: 'A', required: true, placeholder: 'p', options, value: 'x' },
  ]);
  const typed = { a: 'seen', b: 'hidden' };
  assert.equal(
    pageFields({ a: {}, b: { type: 'password' } }, typed, { field: 'b', message: 'No' }).map(({ error, value }) => [value, error]),
    [
      ['seen', undefined],
      [undefined, 'No'],
    ],
  );
});

test('[auth.page.client] hosts are shown as a person can check them; a client is warned of when all its addresses are on this computer', () => {
  const of = (client: Partial<Client>, uri = 'https://desk.example:8443/back') => pageClientOf({ ...testClient, ...client }, uri);
  const { clientName: _, ...unnamed } = testClient;
  const plain = { clientId: 'client-1', redirectHost: 'desk.example:8443', loopbackOnly: false };
  assert.equal(pageClientOf(unnamed, 'https://desk.example:8443/back'), plain);
  assert.equal(of({}), { ...plain, clientName: 'Desk' });
  const clientId = 'https://id.example/c.json';
  assert.equal(of({ clientId, source: 'cimd' }), { ...plain, clientName: 'Desk', clientId, clientHost: 'id.example' });
  assert.is(of({ clientId }).clientHost, undefined, 'an id that only looks like an address proves nothing');
  assert.is(of({}, 'no address').redirectHost, 'no address');
  const [here, there] = ['http://127.0.0.1/a', 'https://desk.example/back'];
  assert.is(of({ redirectUris: [here, here] }).loopbackOnly, true);
  for (const redirectUris of [[], [here, there]]) assert.is(of({ redirectUris }).loopbackOnly, false);
  const notice = (client: Parameters<typeof clientNotice>[0]) => clientNotice(client, 'office');
  assert.match(notice(plain), '<strong><bdi>client-1</bdi></strong> asks');
  assert.not.match(notice(plain), 'Published at');
  assert.match(notice({ ...plain, clientHost: 'id.example' }), '<strong><bdi>id.example</bdi></strong> asks');
  assert.match(notice({ ...plain, clientHost: 'id.example', clientName: 'Desk' }), '<dd><bdi>id.example</bdi></dd>');
});

test('forms are posted below the path of the server`s address', () => {
  const path = (baseUrl: string) => serverPathOf({ baseUrl, issuer: '', resource: '' }, '/x');
  assert.equal([path('https://a.example'), path('https://a.example/one'), path('https://a.example/one/')], ['/x', '/one/x', '/one/x']);
});

test('a scope is put into words only when all of it is understood', () => {
  const text = (scope: string) =>
    scopeList([scope])
      .replaceAll(/<\/?bdi>/g, '')
      .split('<li>')[1]
      ?.split('</li>')[0];
  assert.is(text('openid'), 'Know who you are <code>openid</code>');
  assert.is(text('team_tickets:write'), 'Change team tickets <code>team_tickets:write</code>');
  for (const odd of ['tickets', 'tickets:zap', 'tickets:read:all', ':read', 'read']) assert.is(text(odd), `<code>${odd}</code>`, odd);
  assert.is(scopeList([]), '');
});

test('[auth.page.bidi] a text of 200 characters is whole, a longer one ends in a mark', () => {
  assert.is(honestText('x'.repeat(200)), 'x'.repeat(200));
  assert.is(honestText('x'.repeat(201)), `${'x'.repeat(199)}…`);
});

test('[auth.page.logo] an image may come from where the logo is, and from nowhere else', () => {
  const policy = (logo?: string) =>
    String(answerPage({ title: 't', body: '', logo }, 200).headers['content-security-policy']).match(/img-src ([^;]*)/)?.[1];
  assert.is(policy('https://cdn.example:8443/a/l.png'), 'https://cdn.example:8443');
  assert.is(policy('data:image/png;base64,AAAA'), 'data:');
  for (const logo of [undefined, 'http://cdn.example/l.png', 'no address']) assert.is(policy(logo), undefined);
});

test('boxes are ticked, named and explained one by one', () => {
  const choices = [
    { id: 'a', label: 'A', checked: true, hint: 'Because' },
    { id: 'b', label: 'B', checked: false },
  ];
  const html = choiceGroup('apps', { legend: 'Apps', prefix: 'app', choices });
  assert.match(html, '<input type="checkbox" id="app-0" name="apps" value="a" checked aria-describedby="app-0-hint">');
  assert.match(html, '<p class="hint" id="app-0-hint">Because</p>');
  assert.match(html, '<input type="checkbox" id="app-1" name="apps" value="b">');
  assert.is(html.split('class="hint"').length, 2);
});

test.run();
