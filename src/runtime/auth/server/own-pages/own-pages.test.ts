import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyExchange, memoryParts, stepRequest, testClient } from '../../../../../test/support/step-scene.ts';
import type { LoginOptions } from '../../../define/sign-in-options.ts';
import { silentLogger } from '../../../std/index.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import { createPages } from '../pages/create-pages.ts';
import { GuessGuard } from '../guessing/guess-guard.ts';
import type { SignInFlow } from '../sign-in/sign-in-step.ts';
import { describeFlow } from './describe-flow.ts';
import { extra } from './extra.ts';
import { getCallback } from './get-callback.ts';
import { createOwnPages } from './own-pages.ts';

const onlyJson = (name: string): string | undefined => (name === 'content-type' ? 'application/json' : undefined);

const request = stepRequest();
const { signIn, address } = request;

test('[ui.state] absent state is left out; a sign-in, its addresses and its hidden fields are there', () => {
  const none = describeFlow('error', {});
  assert.equal([none.title, none.pendingAuthId, none.csrfToken, none.submitUrl, none.extraUrl], ['Sign-in failed', '', '', '', '']);
  assert.equal([none.formFields, none.allowSkip, none.unchecked, none.addedItems], [[], true, false, {}]);
  for (const name of ['subtitle', 'logo', 'error', 'clientName', 'customMessage', 'app']) assert.not.ok(name in none, name);
  const some = describeFlow('login', {
    request,
    title: 'T',
    subtitle: 'S',
    logo: 'L',
    error: 'E',
    unchecked: true,
    allowSkip: false,
    serverName: 'office',
    settings: { customMessage: 'M' } as never,
  });
  assert.equal(
    [some.title, some.subtitle, some.logo, some.error, some.customMessage, some.serverName],
    ['T', 'S', 'L', 'E', 'M', 'office'],
  );
  assert.equal([some.unchecked, some.allowSkip, some.csrfToken, some.pendingAuthId], [true, false, 'csrf-1', 'pending-1']);
  assert.equal([some.submitUrl, some.extraUrl], ['/oauth/callback', '/oauth/ui/extra']);
  assert.equal(some.formFields, [
    { name: 'pending_auth_id', value: 'pending-1' },
    { name: 'csrf', value: 'csrf-1' },
  ]);
  assert.not.ok('clientName' in some);
  const known = { ...signIn, clientName: 'Desk', extras: { calls: 1, refused: 0, items: { a: [1] }, sideEffects: { b: { c: 1 } } } };
  const named = describeFlow('login', { signIn: known });
  assert.equal([named.clientName, named.addedItems, named.extras], ['Desk', { a: [1] }, { b: { c: 1 } }]);
});

test('[ui.slots] a page of the author`s own replaces its slot and no other', () => {
  const pages = createOwnPages({ login: { render: () => 'x', script: '' } }, silentLogger);
  assert.equal([pages.replaces('login'), pages.replaces('consent')], [true, false]);
  assert.is(pages.print('consent', {}), undefined);
});

test('[ui.state] each form names its page, and chosen items are ticked', () => {
  const app = { id: 'mail', name: 'Mail' };
  const fieldsOf = (slot: 'consent' | 'incremental' | 'federated', more: object = {}) =>
    describeFlow(slot, { signIn, address, ...more })
      .formFields.slice(2)
      .map(({ name, value }) => `${name}=${value}`)
      .join();
  assert.is(fieldsOf('consent'), 'consent_submitted=1');
  assert.is(fieldsOf('federated'), 'federated=true');
  assert.is(fieldsOf('incremental', { app, granted: ['files', 'x'] }), 'incremental=true,app_id=mail,apps=files,apps=x');
  const provider = { id: 'one', name: 'One', url: 'https://one.example', appIds: ['a'], scopes: ['s'] };
  const tool = { id: 'mail:send', appId: 'mail', appName: 'Mail', title: 'send' };
  const flow = describeFlow('consent', {
    signIn,
    ticked: ['one', 'mail:send', 'mail'],
    required: ['one'],
    app: { ...app, description: 'D' },
    tools: [tool, { ...tool, id: 'other', description: 'D' }],
    apps: [app, { id: 'files', name: 'Files', description: 'D' }],
    providers: [provider, { ...provider, id: 'two' }],
  } as never);
  assert.equal(
    flow.tools.map(({ defaultSelected, id, name }) => [id, name, defaultSelected]),
    [
      ['mail:send', 'send', true],
      ['other', 'send', false],
    ],
  );
  assert.equal(
    [flow.tools.map((one) => 'description' in one), flow.apps.map((one) => 'description' in one)],
    [
      [false, true],
      [false, true],
    ],
  );
  assert.equal(
    flow.apps.map(({ defaultSelected }) => defaultSelected),
    [true, false],
  );
  assert.equal(
    flow.providers.map(({ defaultSelected, primary, required }) => [primary, required, defaultSelected]),
    [
      [false, true, true],
      [false, false, false],
    ],
  );
  assert.equal(flow.app, { id: 'mail', name: 'Mail', description: 'D', defaultSelected: false });
  assert.is(describeFlow('federated', { signIn, providers: [provider] } as never).providers[0]?.primary, true);
});

const failing = { render: () => Promise.reject(new Error('x')) as never, script: '' };

test('[ui.slots] a slot without a page is the built-in one`s; a broken error page does not hide the error', () => {
  const throwing = {
    ...failing,
    render: () => {
      throw new Error('broken');
    },
  };
  const pages = createOwnPages({ login: throwing, error: throwing }, silentLogger);
  assert.is(pages.print('consent', {}), undefined);
  assert.is(pages.print('error', {}), undefined);
  assert.throws(() => pages.print('login', {}), 'broken');
});

const flowOf = (more: Partial<SignInFlow> = {}): SignInFlow => ({
  find: () => Promise.resolve(signIn),
  exclusive: (_exchange, found, work) => work(found),
  replace: () => Promise.resolve(true),
  submit: () => Promise.resolve({ status: 302, headers: {} }),
  identify: () => Promise.reject(new Error('not here')),
  proceed: () => Promise.reject(new Error('not here')),
  ...more,
});

test('[ui.get] a form that is an address is looked at by GET only, is short, holds no password, and has the page`s value', async () => {
  const ask = async (query: string, more: { method?: HttpExchange['method']; login?: LoginOptions } = {}) => {
    const { answer } = getCallback({ flow: flowOf(), logger: silentLogger, login: more.login, pages: createPages() });
    const { body, status } = await answer(emptyExchange({ query, method: more.method ?? 'GET' }));
    return `${status} ${/role="alert">([^<]*)/.exec(String(body))?.[1] ?? ''}`.trim();
  };
  assert.is(await ask('csrf=1'), '302');
  assert.is(await ask('csrf=1', { method: 'HEAD' }), '405');
  assert.is(await ask(''), '400 csrf is required');
  assert.is(await ask(`csrf=${'x'.repeat(8192 - 5)}`), '302');
  assert.is(await ask(`csrf=${'x'.repeat(8192 - 4)}`), '400 The request is too long');
  assert.match(await ask('csrf=1&password=x'), '400 password has to be sent by POST');
  const login: LoginOptions = { fields: { pin: { type: 'password' }, user: { type: 'text' } } };
  assert.match(await ask('csrf=1&pin=x', { login }), '400 pin has to be sent by POST');
  assert.is(await ask('csrf=1&user=x', { login }), '302');
});

test('[ui.extra] a request names a function, its sign-in and its page, in JSON or a form', async () => {
  const seen: unknown[] = [];
  const { answer } = extra({
    flow: flowOf(),
    logger: silentLogger,
    guesses: new GuessGuard(memoryParts()),
    extras: { run: (input) => void seen.push(input), broken: () => Promise.reject(new Error('x')), odd: () => ({ ok: 'yes' }) as never },
  });
  const ask = async (text: string, type = 'application/json'): Promise<string> => {
    const exchange = emptyExchange({
      method: 'POST',
      header: (name) => (name === 'content-type' ? type : undefined),
      text: () => Promise.resolve(text),
    });
    const { body, status } = await answer(exchange);
    const { error, ok } = JSON.parse(String(body)) as { ok: boolean; error?: string };
    return `${status} ${error ?? ok}`;
  };
  const good = { action: 'run', pending_auth_id: 'a', csrf: 'csrf-1' };
  assert.is(await ask(JSON.stringify({ ...good, x: [1] })), '200 true');
  assert.is(await ask('action=run&pending_auth_id=a&csrf=csrf-1&x=1&x=2', 'application/x-www-form-urlencoded; charset=utf-8'), '200 true');
  assert.equal(seen, [{ x: [1] }, { x: '1' }]);
  assert.match(await ask(JSON.stringify(good), 'text/plain'), '400 Content-Type must be');
  assert.match(await ask('{'), '400 the body is not JSON');
  for (const text of ['[]', 'null', '7']) assert.match(await ask(text), '400 the body must be a JSON object', text);
  for (const action of ['nobody', 'toString', '__proto__', 7, undefined])
    assert.is(await ask(JSON.stringify({ ...good, action })), '400 Unknown action', String(action));
  for (const more of [{ pending_auth_id: undefined }, { csrf: undefined }, { csrf: 7 }, { pending_auth_id: 7 }])
    assert.is(await ask(JSON.stringify({ ...good, ...more })), '400 pending_auth_id and csrf are required');
  assert.is(await ask(JSON.stringify({ ...good, csrf: 'other' })), '400 This form is not of the page that was opened');
  for (const action of ['broken', 'odd']) assert.match(await ask(JSON.stringify({ ...good, action })), /^200 (?!true)/);
  assert.is(seen.length, 2, testClient.clientId);
});

test('[ui.extra] what a function answers is plain data, or its author`s error', async () => {
  const answerTo = async (value: unknown): Promise<object> => {
    const { answer } = extra({
      flow: flowOf(),
      logger: silentLogger,
      guesses: new GuessGuard(memoryParts()),
      extras: { run: () => value as never },
    });
    const text = JSON.stringify({ action: 'run', pending_auth_id: 'a', csrf: 'csrf-1' });
    const { body } = await answer(emptyExchange({ method: 'POST', header: onlyJson, text: () => Promise.resolve(text) }));
    return JSON.parse(String(body)) as object;
  };
  assert.equal(await answerTo(undefined), { ok: true });
  assert.equal(await answerTo({ ok: false, error: 'no' }), { ok: false, error: 'no' });
  assert.equal(await answerTo({ error: 7, addedItems: 'x', sideEffects: [] }), { ok: true });
  assert.equal(await answerTo({ sideEffects: null, addedItems: [1] }), { ok: true, addedItems: [1] });
  assert.equal(await answerTo({ sideEffects: { a: 1 } }), { ok: true, sideEffects: { a: 1 } });
  for (const bad of [null, [], 'x', 7, () => 1]) assert.is(Reflect.get(await answerTo(bad), 'ok'), false, String(bad));
});

test('[ui.extra] a fault of the server says its id and nothing else', async () => {
  const flow = flowOf({ find: () => Promise.reject(new Error('redis at 10.0.0.1')) });
  const { answer } = extra({ flow, logger: silentLogger, guesses: new GuessGuard(memoryParts()), extras: { run: () => undefined } });
  const text = JSON.stringify({ action: 'run', pending_auth_id: 'a', csrf: 'c' });
  const { body, status } = await answer(emptyExchange({ method: 'POST', header: onlyJson, text: () => Promise.resolve(text) }));
  assert.is(status, 500);
  assert.match(String(body), 'Ask the operator about error id');
  assert.not.match(String(body), '10.0.0.1');
});

test.run();
