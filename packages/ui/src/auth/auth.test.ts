import type { AuthFlow, AuthPageProps } from '@service/sdk/auth-ui';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AuthFlowProvider, AuthForm, AuthPageWrapper, mountAuthPage, useAddedItems, useAuthFlow, useExtraField } from './index.ts';

const state: AuthFlow = {
  slot: 'login',
  serverName: 'Harbour',
  title: 'Sign <in>',
  pendingAuthId: 'p',
  clientId: 'c',
  redirectUri: 'com.example.desk:/back',
  resource: 'https://harbour.example/mcp',
  scopes: [],
  csrfToken: 'x',
  submitUrl: '/oauth/callback',
  submitMethod: 'POST',
  extraUrl: '/oauth/ui/extra',
  formFields: [
    { name: 'pending_auth_id', value: 'p' },
    { name: 'csrf', value: 'x' },
  ],
  unchecked: false,
  fields: [],
  tools: [],
  providers: [],
  apps: [],
  allowSkip: true,
  addedItems: { room: ['Blue'] },
  extras: {},
};
const flow: AuthPageProps = {
  ...state,
  state,
  csrf: 'x',
  submitExtra: () => Promise.resolve({ ok: true }),
  submitFinish: () => undefined,
};

const print = (component: () => ReactElement | string, shown: Partial<AuthPageProps> = {}): string =>
  renderToString(createElement(AuthFlowProvider, { flow: { ...flow, ...shown } }, createElement(component)));

test('[ui.react.provider] hooks speak of the page that their provider was given', () => {
  const seen = (): string => {
    const { pending, result } = useExtraField('room');
    return JSON.stringify([useAuthFlow().title, useAddedItems('room'), useAddedItems('desk'), pending, result ?? 'nothing']);
  };
  assert.is(
    print(seen).replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    '["Sign <in>",["Blue"],[],false,"nothing"]',
  );
});

test('[ui.state.prop] the state of the page is one object too', () => {
  const seen = (): string => {
    const { state: known } = useAuthFlow();
    return `${known.clientId} ${JSON.stringify(known.addedItems['room'])}`;
  };
  assert.is(print(seen).replaceAll('&quot;', '"'), 'c ["Blue"]');
});

test('[ui.react.provider] outside a page a hook says what to do', () => {
  assert.throws(
    () => renderToString(createElement(() => useAuthFlow().title)),
    /name the component in auth\.ui, or put it into <AuthFlowProvider/,
  );
});

test('[ui.react.provider] the frame of a page shows the client, the problem, and that no identity is checked', () => {
  const frame = (): ReactElement => createElement(AuthPageWrapper, { id: 'frame' }, 'below');
  const plain = print(frame);
  assert.match(plain, /^<main id="frame"><h1>Sign &lt;in&gt;<\/h1><p><strong><bdi>c<\/bdi><\/strong>/);
  assert.match(plain, 'returns to com.example.desk:/back.');
  assert.match(plain, /below<\/main>$/);
  assert.not.match(plain, /role="alert"|does not check/);
  const more = print(frame, {
    clientName: '<b>',
    error: 'Wrong <pin>',
    unchecked: true,
    subtitle: 'Hello',
    logo: 'https://x.example/l.png',
  });
  for (const text of [
    '<bdi>&lt;b&gt;</bdi>',
    '<p role="alert">Wrong &lt;pin&gt;</p>',
    'does not check who you are',
    '<p>Hello</p>',
    'src="https://x.example/l.png" alt=""',
  ])
    assert.match(more, text);
  assert.match(print(frame, { clientId: '', redirectUri: '', error: 'gone' }), '<h1>Sign &lt;in&gt;</h1><p role="alert">gone</p>');
});

test('[ui.react.form] a form is posted where the page says, with its hidden fields first', () => {
  const given = { className: 'f', action: 'https://evil.example', method: 'GET' as const };
  const form = (): ReactElement => createElement(AuthForm, given, 'in it');
  const [, attributes = '', content] = /^<form ([^>]*)>(.*)<\/form>$/.exec(print(form)) ?? [];
  assert.equal(attributes.split(' ').toSorted(), ['action="/oauth/callback"', 'class="f"', 'method="post"']);
  assert.is(content, '<input type="hidden" name="pending_auth_id" value="p"/><input type="hidden" name="csrf" value="x"/>in it');
});

test('[ui.react.mount] nothing is mounted while the server prints', () => {
  mountAuthPage(() => createElement('p'));
});

test.run();
