import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import * as keptLimits from '../../options/kept-limits.ts';
import { noRequestHeaders } from '../call/request-headers.ts';
import type { QuotaCaller } from '../principal.ts';
import { revision20251125 } from '../revisions/2025-11-25.ts';
import { Conversation, sessionBytes } from './conversation.ts';
import { MemorySessionStore } from './session-store.ts';
import { SessionQuestions } from './session-questions.ts';

const opening = { revision: revision20251125, clientCapabilities: {}, principal: 'p' };
const open = (): Conversation => new Conversation(opening);
const bytes = sessionBytes(opening);
const from = (peerAddress: string): QuotaCaller => ({ auth: anonymousCaller, http: { ...noRequestHeaders, peerAddress } });
const caller = from('192.0.2.1');

test('[MCP.session.idle] an unused session expires, one with a running call or a stream does not', async () => {
  let now = 0;
  const store = new MemorySessionStore({ idleMs: 100, bytes: keptLimits.sessions }, () => now);
  const [idle, busy, listening] = [open(), open(), open()];
  await store.add('idle', idle, caller);
  await store.add('busy', busy, caller);
  await store.add('listening', listening, caller);
  busy.beginCall(1);
  listening.openBackground({ send: () => true }, () => undefined);
  now = 100;
  assert.is(await store.find('idle', 'p'), undefined);
  assert.ok(idle.ended);
  assert.is(await store.find('busy', 'p'), busy);
  assert.is(await store.find('listening', 'p'), listening);
});

test('[MCP.session.bounded] [I4.sessions.share] without room a newcomer is refused, and every open session stays', async () => {
  const store = new MemorySessionStore({ idleMs: 1000, bytes: { total: 4 * bytes, share: 2 * bytes } }, () => 0);
  for (const id of ['1', '2']) assert.ok(await store.add(id, open(), from('192.0.2.1')));
  assert.not.ok(await store.add('3', open(), from('192.0.2.1')), 'the share of the address');
  for (const id of ['4', '5']) assert.ok(await store.add(id, open(), from('192.0.2.2')));
  assert.not.ok(await store.add('6', open(), from('192.0.2.3')), 'the total');
  for (const id of ['1', '2', '4', '5']) assert.ok(await store.find(id, 'p'));
  await store.end('1', 'over');
  assert.ok(await store.add('7', open(), from('192.0.2.1')), 'what ended gives its room back');
});

test('[I4.sessions.share] the room of sessions that expired is there again', async () => {
  let now = 0;
  const store = new MemorySessionStore({ idleMs: 100, bytes: { total: 2 * bytes, share: 2 * bytes } }, () => now);
  const busy = open();
  await store.add('busy', busy, caller);
  await store.add('idle', open(), caller);
  busy.beginCall(1);
  assert.not.ok(await store.add('early', open(), caller));
  now = 100;
  assert.ok(await store.add('new', open(), caller));
  assert.equal([await store.find('busy', 'p'), await store.find('idle', 'p')], [busy, undefined]);
});

test('[MCP.session.idle] a session lives on from its last use, by a request or by a call that ran when others were looked at', async () => {
  let now = 0;
  const store = new MemorySessionStore({ idleMs: 100, bytes: { total: 2 * bytes, share: 2 * bytes } }, () => now);
  const asked = open();
  await store.add('asked', asked, caller);
  await store.add('other', open(), caller);
  now = 50;
  assert.is(await store.find('asked', 'p'), asked);
  now = 120;
  assert.ok(await store.add('new', open(), caller), 'the other one expired, although it stood behind one in use');
  assert.is(await store.find('asked', 'p'), asked);
  asked.beginCall(1);
  now = 230;
  assert.ok(await store.add('newer', open(), caller));
  asked.endCall(1);
  now = 300;
  assert.is(await store.find('asked', 'p'), asked, 'its call ran until 230 at least');
});

test('[I4.sessions.share] what a client declares is counted by its members, not by its characters alone', () => {
  const lists = sessionBytes({ ...opening, clientCapabilities: { x: Array.from({ length: 5000 }, () => []) } });
  assert.ok(lists > 500_000, String(lists));
  assert.ok(sessionBytes({ ...opening, clientCapabilities: { x: 'x'.repeat(15_000) } }) < 40_000);
});

test('a session is found by its owner alone', async () => {
  const store = new MemorySessionStore({ idleMs: 1000, bytes: keptLimits.sessions }, () => 0);
  await store.add('1', open(), caller);
  assert.is(await store.find('1', 'other'), undefined);
  assert.ok(await store.find('1', 'p'));
});

test('a stream in the background is closed by its own end alone', () => {
  const conversation = open();
  const [mine, other] = [{ send: () => true }, { send: () => true }];
  conversation.openBackground(mine, () => undefined);
  conversation.closeBackground(other);
  assert.is(conversation.background, mine);
  conversation.closeBackground(mine);
  assert.is(conversation.background, undefined);
});

test('each session of the process is visited', async () => {
  const store = new MemorySessionStore({ idleMs: 1000, bytes: keptLimits.sessions }, () => 0);
  const sessions = [open(), open()];
  for (const [at, session] of sessions.entries()) await store.add(String(at), session, caller);
  const visited: Conversation[] = [];
  store.eachLocal((conversation) => visited.push(conversation));
  assert.equal(
    visited.map((one) => sessions.indexOf(one)),
    [0, 1],
  );
});

test('ending a session aborts its calls and open questions', async () => {
  const store = new MemorySessionStore({ idleMs: 1000, bytes: keptLimits.sessions }, () => 0);
  const conversation = open();
  await store.add('1', conversation, caller);
  const signal = conversation.beginCall(7) ?? new AbortController().signal;
  conversation.questions = new SessionQuestions();
  const asked = conversation.questions.ask({ method: 'roots/list', params: {} }, { sink: { send: () => true }, signal });
  await store.end('1', 'over');
  await asked.then(
    () => assert.unreachable(),
    (failure: Error) => assert.match(failure.message, /./),
  );
  assert.ok(signal.aborted);
  assert.is(await store.find('1', 'p'), undefined);
});

test.run();
