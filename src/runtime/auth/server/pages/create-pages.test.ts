import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HttpAnswer } from '../../../web/exchange.ts';
import type { OwnPages } from '../own-pages/own-page.ts';
import type { SignInPage } from './page-types.ts';
import { receiverOf } from './page-client.ts';
import { createPages } from './create-pages.ts';

const pages = createPages();

const page: SignInPage = {
  title: 'Sign In',
  serverName: 'tickets',
  client: { clientId: 'c1', clientName: 'Desk', redirectHost: 'desk.example', loopbackOnly: false },
  scopes: ['openid', 'tickets:write'],
  fields: [
    { name: 'email', type: 'email', label: 'Email', required: true },
    { name: 'pin', type: 'password', label: 'PIN', required: true },
    { name: 'team', type: 'select', label: 'Team', required: false, options: [{ value: 'a', label: 'A & B' }] },
    { name: 'region', type: 'hidden', label: '', required: false, value: 'eu' },
  ],
  pendingAuthId: 'p1',
  csrf: 'value-1',
  callbackPath: '/oauth/callback',
  unchecked: false,
};

const textOf = (answer: HttpAnswer): string => {
  assert.type(answer.body, 'string');
  return String(answer.body);
};
const signIn = (more: Partial<SignInPage> = {}): string => textOf(pages.signIn({ ...page, ...more }, 200));

const hostile = `</style><script>alert(1)</script>"'&<img src=x onerror=alert(1)>`;

test('[auth.page.form] the form posts the pending sign-in and the fields; the title names the server', () => {
  const html = signIn();
  assert.match(html, '<title>Sign In - tickets</title>');
  assert.match(html, '<form method="post" action="/oauth/callback">');
  assert.match(html, '<input type="hidden" name="pending_auth_id" value="p1">');
  assert.match(html, '<input type="hidden" name="region" value="eu">');
  assert.match(html, /<label for="field-0">Email<\/label>\s*<input id="field-0" name="email" required type="email" autocomplete="email"/);
  assert.match(html, /type="password" autocomplete="current-password"/);
  assert.match(html, '<option value="a">A &amp; B</option>');
});

test('[auth.page.client] client, hosts and scopes are shown; a client on this computer is warned about', () => {
  const html = signIn({ client: { ...page.client, clientHost: 'id.example' } });
  for (const text of ['Desk', 'desk.example', 'id.example', 'tickets:write', 'Change tickets', 'Know who you are'])
    assert.match(html, text);
  assert.not.match(html, 'Any program here');
  assert.match(signIn({ client: { ...page.client, loopbackOnly: true } }), 'Any program here could claim this name');
});

test('[signin.private-schemes] an answer to an app on this device is said to go there', () => {
  const html = signIn({ client: { ...page.client, ...receiverOf('cursor://x/y') } });
  assert.match(html, 'the app on this device that opens cursor: addresses');
  assert.match(html, 'Another app here could open the same addresses');
});

test('[R21.page] a page without an identity check says so', () => {
  assert.match(signIn({ unchecked: true }), 'does not check who you are');
  assert.not.match(signIn(), 'does not check who you are');
});

test('[auth.page.escape] no text of a client, a caller or the options becomes markup', () => {
  const html = signIn({
    title: hostile,
    subtitle: hostile,
    serverName: hostile,
    error: hostile,
    pendingAuthId: hostile,
    callbackPath: hostile,
    scopes: [hostile, `${hostile}:read`],
    client: { clientId: hostile, clientName: hostile, clientHost: hostile, redirectHost: hostile, loopbackOnly: false },
    fields: [
      { name: hostile, type: 'text', label: hostile, required: false, value: hostile, placeholder: hostile, error: hostile },
      { name: hostile, type: 'select', label: hostile, required: false, options: [{ value: hostile, label: hostile }] },
      { name: hostile, type: 'hidden', label: hostile, required: false, value: hostile },
    ],
  });
  assert.not.match(html, '<script');
  assert.not.match(html, '<img');
  assert.is(html.split('</style>').length, 2);
  assert.not.match(html.replaceAll(/="[^"<>]*"/g, ''), /onerror=alert\(1\)>/);
  assert.not.match(textOf(pages.problem({ title: hostile, message: hostile }, 400)), '<script');
});

test('[auth.page.bidi] characters that turn or hide a name are shown as what they are', () => {
  const html = signIn({ client: { ...page.client, clientName: 'Good\u202Emoc.live\u2066x\u200b\r\n<b>' } });
  assert.match(html, 'Good\ufffdmoc.live\ufffdx\ufffd &lt;b&gt;');
  assert.not.match(html, /[\u202a-\u202e\u2066-\u2069\u200b]/);
  assert.match(signIn({ client: { ...page.client, clientName: 'x'.repeat(5000) } }), `${'x'.repeat(199)}…`);
});

test('[auth.page.bidi] a problem that quotes a stranger shows such characters as well, on pages of the author too', () => {
  const message = 'redirect URI "http://a\u202egro.elpmaxe//:ptth\r\n" must be absolute';
  const shown = 'redirect URI "http://a\ufffdgro.elpmaxe//:ptth "';
  assert.match(String(createPages().problem({ title: 'No', message }, 400).body), shown.replaceAll('"', '&quot;'));
  const told: (string | undefined)[] = [];
  const own: OwnPages = { replaces: () => true, print: (_slot, { error }) => (told.push(error), undefined) };
  createPages(own).problem({ title: 'No', message }, 400);
  assert.equal(told, [`${shown} must be absolute`]);
});

test('[auth.page.error] a problem stands beside its field, is tied to it, and takes the focus; typed values come back but passwords', () => {
  assert.match(signIn({ error: 'Try later' }), '<p class="alert" role="alert">Try later</p>');
  const html = signIn({
    error: 'Wrong PIN',
    fields: [
      { name: 'email', type: 'email', label: 'Email', required: true, value: 'a@b.example' },
      { name: 'pin', type: 'password', label: 'PIN', required: true, value: 'hunter2', error: 'Wrong PIN' },
    ],
  });
  assert.match(html, 'name="pin" required aria-describedby="field-1-problem" aria-invalid="true" autofocus');
  assert.match(html, '<p class="problem" id="field-1-problem" role="alert">Wrong PIN</p>');
  assert.is(html.split('Wrong PIN').length, 2, 'said once');
  assert.match(html, 'value="a@b.example"');
  assert.not.match(html, 'hunter2');
});

test('[auth.page.logo] a logo is an https address or an image in the options', () => {
  const source = (logo: string): string | undefined => /<img class="logo" src="([^"]*)"/.exec(signIn({ logo }))?.[1];
  assert.is(source('https://cdn.example/a.svg?x=1&y=2'), 'https://cdn.example/a.svg?x=1&amp;y=2');
  assert.is(source('data:image/png;base64,AAAA'), 'data:image/png;base64,AAAA');
  for (const logo of ['http://cdn.example/a.png', 'javascript:alert(1)', 'data:text/html,x', '//cdn.example/a.png', ''])
    assert.is(source(logo), undefined, logo);
});

const policyOf = (answer: HttpAnswer): string => String(answer.headers['content-security-policy']);

test('[R30.pages] every page carries its own policy and framing headers, without form-action', () => {
  const answers = [
    pages.signIn(page, 200),
    pages.signIn({ ...page, logo: 'https://cdn.example/a.png' }, 200),
    pages.problem({ title: 'Sorry', message: 'No' }, 400),
    pages.own('<p>mine</p>', 200),
  ];
  for (const answer of answers) {
    const policy = policyOf(answer);
    assert.match(policy, /^default-src 'none'; /);
    assert.match(policy, "frame-ancestors 'none'");
    assert.match(policy, "base-uri 'none'");
    assert.not.match(policy, 'form-action');
    assert.not.match(policy, 'script-src');
    assert.is(answer.headers['x-frame-options'], 'DENY');
    assert.is(answer.headers['x-content-type-options'], 'nosniff');
    assert.is(answer.headers['cache-control'], 'no-store');
    assert.is(answer.headers['referrer-policy'], 'same-origin');
    assert.is(answer.headers['content-type'], 'text/html; charset=utf-8');
  }
  const [plain, branded] = answers;
  assert.ok(plain !== undefined && branded !== undefined);
  const nonce = /nonce-([^']+)/.exec(policyOf(plain))?.[1];
  assert.match(textOf(plain), `<style nonce="${nonce}">`);
  assert.is.not(policyOf(plain), policyOf(pages.signIn(page, 200)));
  assert.match(policyOf(branded), 'img-src https://cdn.example;');
});

test.run();
