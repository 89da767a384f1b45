/* The page of an approval: a receiver sends the person there, who signs in, sees the call and decides. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltServer } from '../support/built-servers.ts';
import { startRedis } from '../support/redis-server.ts';
import { pagedProject, pageSecret, Person } from './approval-pages.ts';
import { decide, startReceiver, verifierOf, webhookSecret, type Receiver } from './approval-project.ts';

const project = pagedProject();
let receiver: Receiver;
let server: BuiltServer;

test.before(async () => {
  receiver = await startReceiver();
  server = await project.start('node', {
    env: { RECEIVER: receiver.url, APPROVAL_WEBHOOK_SECRET: webhookSecret, JWT_SECRET: pageSecret },
  });
});
test.after(async () => {
  await server.stop();
  await receiver.close();
  project.remove();
});

test('[D2.approval.page] [plugins.pages] the person signs in, sees the call and the reach, and approves it once', async () => {
  const ada = new Person('ada@example.com');
  const challenge = await ada.ask(server, receiver, ['told', { amount: 12, to: 'Bob' }]);
  const page = await ada.open(server, challenge);
  assert.is(page.status, 200);
  for (const text of [
    'Pay this invoice?',
    'told',
    'Ada Lovelace (ada@example.com)',
    '&quot;amount&quot;: 12',
    'write',
    'high',
    'Every call for 60 minutes',
  ])
    assert.ok(page.text.includes(text), `${text} in ${page.text}`);
  assert.not.match(page.text, /<script|tools/, 'nothing is granted to a client: no step asks what may be');
  assert.match((await ada.decide(server, page, { answer: 'approve' })).text, /Choose one of the answers/);
  assert.match((await ada.decide(server, page, { answer: 'approve', reach: 'tool_specific' })).text, /Approved/);
  assert.is((await ada.call(server, 'told', { amount: 12, to: 'Bob' })).text, 'SECRET result');
  assert.is((await ada.call(server, 'told', { amount: 13, to: 'Bob' })).data['state'], 'pending', 'it was for these arguments');
  await server.logs(/approval granted/);
});

test('[D2.approval.page] a denial holds, and each call that needs its own is approved for itself', async () => {
  const ada = new Person('eve@example.com');
  const page = await ada.open(server, await ada.ask(server, receiver, ['told', {}]));
  assert.match((await ada.decide(server, page, { answer: 'deny' })).text, /Denied/);
  assert.is((await ada.call(server, 'told')).data['state'], 'denied');
  const one = await ada.open(server, await ada.ask(server, receiver, ['once', {}]));
  assert.match(one.text, /This call alone/);
  await ada.decide(server, one, { answer: 'approve', reach: 'once' });
  assert.is((await ada.call(server, 'once')).text, 'SECRET result');
  assert.is((await ada.call(server, 'once')).data['state'], 'pending');
});

test('[D2.approval.page] a request that another system has decided, and an unknown one, are told of after the sign-in', async () => {
  const ada = new Person('joe@example.com');
  const challenge = await ada.ask(server, receiver, ['told', {}]);
  await decide(server, { codeVerifier: verifierOf(receiver), approved: true });
  for (const request of [challenge, 'x'.repeat(43)]) {
    const page = await ada.open(server, request);
    assert.is(page.status, 404);
    assert.match(page.text, /decided already, or its time is over/);
  }
});

test('[D2.approval.page] [D2.approval.away] while the store is away, page and callback say so, and nothing is decided', async () => {
  const redis = await startRedis();
  const store = "{ redis: { url: process.env['STORE'] } }";
  // One that a variable decides: pages are there as the options say, also where a start reads the options again.
  const stored = pagedProject(store, "process.env['STORE'] === '' ? 'memory' : 'memory'");
  const env = { RECEIVER: receiver.url, APPROVAL_WEBHOOK_SECRET: webhookSecret, JWT_SECRET: pageSecret };
  const away = await stored.start('node', { env: { ...env, STORE: `redis://127.0.0.1:${redis.port}` } });
  try {
    const ada = new Person('ada@example.com');
    const page = await ada.open(away, await ada.ask(away, receiver, ['told', {}]));
    await redis.kill();
    const shown = await ada.decide(away, page, { answer: 'approve', reach: 'tool_specific' });
    assert.is(shown.status, 503);
    assert.match(shown.text, 'Approvals cannot be looked up now; try again later');
    const told = await decide(away, { codeVerifier: verifierOf(receiver), approved: true });
    assert.is(told.status, 503);
    assert.match(told.text, 'temporarily_unavailable');
    assert.match((await ada.call(away, 'told')).text, 'approvals cannot be looked up now');
  } finally {
    await away.stop();
    await redis.remove();
    stored.remove();
  }
});

test('[D2.approval.page] without auth that signs people in the start is refused by name', async () => {
  const other = pagedProject();
  const { readFileSync, writeFileSync } = await import('node:fs');
  const path = `${other.root}/src/main.ts`;
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/auth: \{ mode: 'local'[^\n]*\n/, "auth: { mode: 'static', tokensEnv: 'KEYS' },\n"),
  );
  const env = { APPROVAL_WEBHOOK_SECRET: webhookSecret, KEYS: '[]' };
  const failure = await other.start('node', { env }).then(() => 'started', String);
  other.remove();
  assert.match(
    failure,
    /the page \/approvals of a plugin is for people who sign in, and this server has no sign-in: set auth\.mode to local or remote/,
  );
});

test.run();
