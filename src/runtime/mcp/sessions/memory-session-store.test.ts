import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { revision20251125 } from '../revisions/2025-11-25.ts';
import { Conversation } from './conversation.ts';
import { MemorySessionStore } from './memory-session-store.ts';
import { SessionQuestions } from './session-questions.ts';

const open = (): Conversation => new Conversation({ revision: revision20251125, clientCapabilities: {}, principal: 'p' });

test('[MCP.session.idle] an unused session expires, one with a running call or a stream does not', async () => {
  let now = 0;
  const store = new MemorySessionStore({ idleMs: 100, mostSessions: 10 }, () => now);
  const [idle, busy, listening] = [open(), open(), open()];
  await store.add('idle', idle);
  await store.add('busy', busy);
  await store.add('listening', listening);
  busy.beginCall(1);
  listening.openBackground({ send: () => true }, () => undefined);
  now = 100;
  assert.is(await store.find('idle', 'p'), undefined);
  assert.ok(idle.ended);
  assert.is(await store.find('busy', 'p'), busy);
  assert.is(await store.find('listening', 'p'), listening);
});

test('[MCP.session.bounded] the longest unused session makes room; sessions in use do not', async () => {
  const store = new MemorySessionStore({ idleMs: 1000, mostSessions: 2 }, () => 0);
  const [first, second] = [open(), open()];
  await store.add('1', first);
  await store.add('2', second);
  await store.find('1', 'p');
  assert.ok(await store.add('3', open()));
  assert.ok(second.ended, 'the second was unused for longest');
  first.beginCall(1);
  (await store.find('3', 'p'))?.beginCall(1);
  assert.not.ok(await store.add('4', open()));
  assert.is(store.size, 2);
});

test('[I4.sessions.share] room is made by whoever has most sessions: an address, or a network of IPv6', async () => {
  for (const addressOf of [
    () => '203.0.113.7',
    (at: number) => `2001:db8::${at.toString(16)}:1`,
    (at: number) => `2001:db8:0:0:${at.toString(16)}:1:2:3`,
    () => '',
  ]) {
    const store = new MemorySessionStore({ idleMs: 1000, mostSessions: 300 }, () => 0);
    const others = ['198.51.100.1', '::ffff:198.51.100.1', '2001:db8:0:1::1', '2001:db8:1::1', '2001:db8:0:2:3:4:5:6'];
    for (const address of others) await store.add(address, open(), address);
    for (let at = 1; at < 2000; at++) assert.ok(await store.add(String(at), open(), addressOf(at)));
    for (const address of others) assert.ok(await store.find(address, 'p'), `${address} beside ${addressOf(1)}`);
    assert.ok(await store.find('1999', 'p'));
    assert.ok(store.size <= 300 && store.size > 290);
  }
});

test('a session is found by its owner alone', async () => {
  const store = new MemorySessionStore({ idleMs: 1000, mostSessions: 2 }, () => 0);
  await store.add('1', open());
  assert.is(await store.find('1', 'other'), undefined);
  assert.ok(await store.find('1', 'p'));
});

test('ending a session aborts its calls and open questions', async () => {
  const store = new MemorySessionStore({ idleMs: 1000, mostSessions: 2 }, () => 0);
  const conversation = open();
  await store.add('1', conversation);
  const signal = conversation.beginCall(7) ?? new AbortController().signal;
  conversation.questions = new SessionQuestions();
  const asked = conversation.questions.ask({ method: 'roots/list', params: {} }, { outlet: { send: () => true }, signal });
  await store.end('1', 'over');
  await asked.then(
    () => assert.unreachable(),
    (failure: Error) => assert.match(failure.message, /./),
  );
  assert.ok(signal.aborted);
  assert.is(await store.find('1', 'p'), undefined);
});

test.run();
