import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formEntries, getAddedItems, getAuthFlow, setAuthNavigator, submitExtra, submitFinish, tryGetAuthFlow } from './browser.ts';

const stateName = '__SERVICE_AUTH__';
const formFields = [
  { name: 'pending_auth_id', value: 'p' },
  { name: 'csrf', value: 'c' },
  { name: 'incremental', value: 'true' },
];
const stateAt = (extraUrl = '') => ({
  slot: 'incremental',
  pendingAuthId: 'p',
  csrfToken: 'c',
  submitUrl: '/oauth/callback',
  submitMethod: 'POST',
  extraUrl,
  formFields,
  addedItems: {},
  extras: {},
});

test.before.each(() => void Reflect.set(globalThis, stateName, stateAt()));
test.after(() => {
  for (const name of [stateName, '__SERVICE_AUTH_NAVIGATOR__']) Reflect.deleteProperty(globalThis, name);
});

test('[ui.helpers] outside a page there is no state, and asking for it says so', () => {
  for (const other of [undefined, null, 'text', {}]) {
    Reflect.set(globalThis, stateName, other);
    assert.is(tryGetAuthFlow(), undefined);
    assert.throws(() => getAuthFlow(), 'window.__SERVICE_AUTH__ is not there: this is no page of a sign-in');
    assert.throws(() => submitFinish(), /no page of a sign-in/);
  }
});

test('[ui.helpers] submitFinish sends what the page says first, and nothing in its place', () => {
  const left: unknown[] = [];
  setAuthNavigator((navigation) => left.push(navigation));
  const values = { apps: ['mail', 'files'], age: 7, file: {}, csrf: 'other', pending_auth_id: ['x', 'y'], incremental: 'false' };
  submitFinish(values);
  submitFinish({ action: 'allow' }, { method: 'GET' });
  const own = formFields.map(({ name, value }) => [name, value]);
  assert.equal(left, [
    { url: '/oauth/callback', method: 'POST', fields: [...own, ['apps', 'mail'], ['apps', 'files'], ['age', '7']] },
    { url: '/oauth/callback', method: 'GET', fields: [...own, ['action', 'allow']] },
  ]);
});

test('[ui.helpers] the texts of FormData are taken, files are not', () => {
  const data = new FormData();
  data.append('a', '1');
  data.append('a', '2');
  data.append('b', new Blob(['x']));
  assert.equal(formEntries(data), [
    ['a', '1'],
    ['a', '2'],
  ]);
});

test('[ui.helpers] submitExtra sends for its page alone; added items are kept, and an empty answer is valid', async () => {
  const asked: unknown[] = [];
  const answers = ['{"ok":true,"addedItems":["Blue"],"sideEffects":{"last":"Blue"}}', '{"ok":false,"error":"no"}', '<html>', 'null', '{}'];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push([request.method, request.headers['content-type'], JSON.parse(body)]);
      response.end(answers[asked.length - 1]);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  Reflect.set(globalThis, stateName, stateAt(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`));
  const added = await submitExtra('room', { name: 'Blue', action: 'other', csrf: 'other', pending_auth_id: 'other' });
  assert.equal(asked, [['POST', 'application/json', { name: 'Blue', action: 'room', csrf: 'c', pending_auth_id: 'p' }]]);
  assert.equal(
    [added.ok, getAddedItems('room'), getAddedItems('desk'), getAuthFlow().extras],
    [true, ['Blue'], [], { room: { last: 'Blue' } }],
  );
  assert.equal(await submitExtra('room'), { ok: false, error: 'no' });
  assert.equal(getAddedItems('room'), ['Blue']);
  const none = { ok: false, error: 'The request failed. Please try again.' };
  for (let at = 2; at < answers.length; at++) assert.equal(await submitExtra('room'), none, answers[at]);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  assert.equal(await submitExtra('room'), none, 'nobody listens any more');
});

test.run();
