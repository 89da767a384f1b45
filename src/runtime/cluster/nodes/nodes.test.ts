/* What a node believes of what it finds in the store and hears on the channel: both are open to everybody who can reach them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import { MemoryStore } from '../../storage/drivers/memory.ts';
import { noRequestHeaders } from '../../mcp/call/request-headers.ts';
import { revision20251125 } from '../../mcp/revisions/2025-11-25.ts';
import { Conversation } from '../../mcp/sessions/conversation.ts';
import { MemorySessionStore } from '../../mcp/sessions/session-store.ts';
import { Heartbeats } from './heartbeats.ts';
import { readNodeMessage } from './node-messages.ts';
import { OwnedSessionStore } from '../../features/nodes/own-sessions.ts';
import { SessionClaims } from './session-claims.ts';

function nodesOf(time = { now: 0 }) {
  const [store, names] = [new MemoryStore({ clock: () => time.now }), new MemoryStore()];
  const node = (nodeId: string, startedAt: number): Heartbeats =>
    new Heartbeats({ store, names, nodeId, startedAt, ttlMs: 100, clock: () => time.now, sessionCount: () => 3 });
  return { names, node, store, time };
}

test('a sign tells its node, when it began, the beat and its sessions, until it ends', async () => {
  const { node, store, time } = nodesOf();
  const a = node('a', 1);
  time.now = 5;
  assert.is(await a.beat(), 'kept');
  assert.equal(JSON.parse((await store.get('a')) ?? ''), { nodeId: 'a', startedAt: 1, lastBeat: 5, sessionCount: 3 });
  assert.equal(await a.nodes(), ['a']);
  assert.ok(await a.isAlive('a'));
  time.now = 104;
  assert.is(await a.beat(), 'kept');
  time.now = 204;
  assert.not.ok(await a.isAlive('a'));
  assert.is(await a.beat(), 'lapsed');
  assert.equal(await a.nodes(), ['a'], 'once');
  await a.leave();
  assert.not.ok(await a.isAlive('a'));
  await a.forget('unknown');
  await a.forget('a');
  assert.equal(await a.nodes(), []);
});

test('another process of the same name is noticed by both, and one that ended is not', async () => {
  const { node, time } = nodesOf();
  const before = node('a', 1);
  await before.beat();
  time.now = 10;
  const after = node('a', 10);
  assert.is(await after.beat(), 'kept', 'the sign of the one that was restarted');
  time.now = 20;
  assert.is(await before.beat(), 'not alone');
  time.now = 30;
  assert.is(await after.beat(), 'not alone');
  time.now = 40;
  assert.is(await after.beat(), 'kept');
});

test('a sign that no node wrote is no sign, and names that no node can have are passed over', async () => {
  const { names, node, store } = nodesOf();
  const a = node('a', 1);
  await a.beat();
  for (const text of [
    '',
    '7',
    'null',
    '[]',
    '{"startedAt":2}',
    '{"lastBeat":9}',
    '{"startedAt":"2","lastBeat":9}',
    '{"startedAt":2,"lastBeat":"9"}',
  ]) {
    await store.set('a', text);
    assert.is(await a.beat(), 'lapsed', text);
  }
  for (const text of ['{}', 'x', '"a"', '7']) {
    await names.set('all', text);
    assert.equal(await a.nodes(), [], text);
  }
  await names.set('all', JSON.stringify(['b', 7, 'c d', '', null, 'e\n']));
  assert.equal(await a.nodes(), ['b']);
});

const told = (news: unknown, more: object = {}): unknown =>
  readNodeMessage(JSON.stringify({ from: 'x', server: 's', news, ...more }))?.news;

test('what nodes tell each other is read, and nothing else', () => {
  const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} };
  assert.equal(told({ kind: 'ended', id: '1' }), { kind: 'ended', id: '1' });
  assert.equal(told({ kind: 'state', id: '1', logLevel: 'info', uris: ['u', 7] }), {
    kind: 'state',
    id: '1',
    logLevel: 'info',
    uris: ['u'],
  });
  assert.is(Reflect.get(Object(told({ kind: 'message', id: '1', message })), 'kind'), 'message');
  for (const kind of ['tools', 'prompts', 'resources'])
    assert.equal(told({ kind: 'change', change: { kind } }), { kind: 'change', change: { kind } });
  const change = { kind: 'resource', uri: 'u' };
  assert.equal(told({ kind: 'change', change }), { kind: 'change', change });
  assert.equal(told({ kind: 'change', change: { ...change, of: 'p' } }), { kind: 'change', change: { ...change, of: 'p' } });
  const refused: unknown[] = [
    undefined,
    7,
    null,
    {},
    { kind: 'ended' },
    { kind: 'ended', id: 7 },
    { kind: 'else', id: '1' },
    { kind: 'state', id: '1', uris: [] },
    { kind: 'state', id: '1', logLevel: 'loud', uris: [] },
    { kind: 'state', id: '1', logLevel: 'info', uris: 'u' },
    { kind: 'message', id: '1' },
    { kind: 'message', id: '1', message: 'x' },
    { kind: 'message', message },
    { kind: 'else', id: '1', message },
    { kind: 'message', id: '1', message: { ...message, id: 1, method: 'tools/call' } },
    { kind: 'change' },
    { kind: 'change', change: 7 },
    { kind: 'change', change: { kind: 'resource' } },
    { kind: 'change', change: { kind: 'resource', uri: 7 } },
    { kind: 'change', change: { kind: 'else', uri: 'u' } },
    { kind: 'change', change: { ...change, of: 7 } },
    { kind: 'change', change: { ...change, of: null } },
  ];
  for (const news of refused) assert.is(told(news), undefined, JSON.stringify(news));
  for (const more of [{ from: 7 }, { server: 7 }]) assert.is(told({ kind: 'ended', id: '1' }, more), undefined);
  for (const text of ['x', '7', 'null', '[]']) assert.is(readNodeMessage(text), undefined, text);
});

test('a session is claimed when it is opened, renewed while it is used, and let go with its end', async () => {
  const time = { now: 0 };
  const kept = new MemoryStore({ clock: () => time.now });
  const claims = new SessionClaims({ store: kept, nodeId: 'a', ttlMs: 100, clock: () => time.now });
  const sessions = new MemorySessionStore(undefined, () => time.now);
  const store = new OwnedSessionStore({ store: sessions, claims, renewMs: 50, clock: () => time.now });
  const open = () => new Conversation({ id: '1', revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  const caller = { auth: anonymousCaller, http: { ...noRequestHeaders, peerAddress: '192.0.2.1' } };
  const claimedAt = async (): Promise<unknown> => Reflect.get(Object(JSON.parse((await kept.get('1')) ?? '{}')), 'claimedAt');
  const conversation = open();
  assert.ok(await store.add('1', conversation, caller));
  assert.is(await claimedAt(), 0);
  time.now = 49;
  assert.is(await store.find('1', 'p'), conversation);
  time.now = 99;
  assert.is(await claimedAt(), 0, 'used too early to be written again');
  assert.is(await store.find('1', 'other'), undefined);
  assert.is(await store.find('1', 'p'), conversation);
  time.now = 140;
  assert.is(await store.find('1', 'p'), conversation);
  time.now = 198;
  assert.is(await claimedAt(), 99, 'renewed once');
  const heard: Conversation[] = [];
  store.eachLocal((each) => heard.push(each));
  assert.equal(heard.length, 1);
  await store.end('1', 'over');
  assert.equal([await kept.get('1'), conversation.ended], [undefined, true]);
});

test('a session that found no room is claimed by no node; one with a stream is held without a request', async () => {
  const kept = new MemoryStore();
  const claims = new SessionClaims({ store: kept, nodeId: 'a', ttlMs: 100, clock: () => 0 });
  const sessions = new MemorySessionStore({ idleMs: 100, bytes: { total: 5000, share: 5000 } }, () => 0);
  const store = new OwnedSessionStore({ store: sessions, claims, renewMs: 50, clock: () => 0 });
  const open = (id?: string) =>
    new Conversation({ ...(id === undefined ? {} : { id }), revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  const caller = { auth: anonymousCaller, http: { ...noRequestHeaders, peerAddress: '192.0.2.1' } };
  const [one, two] = [open('1'), open()];
  assert.equal([await store.add('1', one, caller), await store.add('2', two, caller)], [true, true]);
  assert.not.ok(await store.add('3', open('3'), caller));
  assert.equal((await kept.keys('')).toSorted(), ['1', '2']);
  for (const id of ['1', '2']) await kept.delete(id);
  await store.holdAttended();
  assert.equal(await kept.keys(''), []);
  for (const each of [one, two]) each.openBackground({ send: () => true }, () => undefined);
  await store.holdAttended();
  assert.equal(await kept.keys(''), ['1']);
});

test('a heartbeat of another process in the millisecond of our own does not make it alive now', async () => {
  const { node, time } = nodesOf();
  const [before, after] = [node('a', 1), node('a', 10)];
  time.now = 10;
  await after.beat();
  await before.beat();
  time.now = 20;
  assert.is(await after.beat(), 'kept');
});

test('an unknown node is forgotten without a write', async () => {
  const { names, node } = nodesOf();
  const a = node('a', 1);
  await a.beat();
  const swaps: string[] = [];
  const compareAndSet = names.compareAndSet.bind(names);
  names.compareAndSet = (key, swap) => (swaps.push(key), compareAndSet(key, swap));
  await a.forget('unknown');
  assert.equal([swaps, await a.nodes()], [[], ['a']]);
});

test.run();
