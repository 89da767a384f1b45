import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import { MemoryStore } from '../../storage/drivers/memory.ts';
import type { QuotaLimits } from '../../std/index.ts';
import type { Store } from '../../model/store.ts';
import { noRequestHeaders } from '../../mcp/call/request-headers.ts';
import { revision20251125 } from '../../mcp/revisions/2025-11-25.ts';
import { Conversation, sessionBytes } from '../../mcp/sessions/conversation.ts';
import { SessionIds } from '../../mcp/sessions/session-ids.ts';
import { SessionClaims } from '../nodes/session-claims.ts';
import { OwnedSessionStore } from '../../features/nodes/own-sessions.ts';
import { SharedSessionStore, type SessionMessage } from './shared-session-store.ts';

const caller = { auth: anonymousCaller, http: { ...noRequestHeaders, peerAddress: '192.0.2.1' } };
const secret = { secret: 'a secret of thirty-two characters', identity: 'test' };
const idleMs = 1000;
const maxAgeMs = 20_000;

/** Instances at one store; they hear of each other only what a test hands on. */
function setUp() {
  const time = { now: 0 };
  const clock = (): number => time.now;
  const kept = new MemoryStore({ clock });
  let reads = 0;
  const records: Store = {
    get: (key) => {
      reads++;
      return kept.get(key);
    },
    set: (key, value, options) => kept.set(key, value, options),
    compareAndSet: (key, swap) => kept.compareAndSet(key, swap),
    delete: (key) => kept.delete(key),
    keys: (prefix) => kept.keys(prefix),
    increment: (key, by, ttlMs) => kept.increment(key, by, ttlMs),
    ping: () => kept.ping(),
    close: () => kept.close(),
  };
  const ids = new SessionIds(secret, clock);
  const told: SessionMessage[] = [];
  const instance = (maxLocal = 10, bytes?: QuotaLimits): SharedSessionStore =>
    new SharedSessionStore({
      records,
      ids,
      revive: (id, { clientCapabilities, principal }) =>
        new Conversation({ id, revision: revision20251125, clientCapabilities, principal }),
      idleMs,
      maxAgeMs,
      maxLocal,
      ...(bytes === undefined ? {} : { bytes }),
      clock,
      tell: (news) => void told.push(news),
    });
  const open = async (at: SharedSessionStore, principal = 'p'): Promise<string> => {
    const id = await ids.issue(principal);
    assert.ok(await at.add(id, new Conversation({ id, revision: revision20251125, clientCapabilities: {}, principal }), caller));
    return id;
  };
  return { time, kept, ids, told, instance, open, reads: () => reads };
}

const found = async (store: SharedSessionStore, id: string): Promise<Conversation> => {
  const conversation = await store.find(id, 'p');
  if (conversation === undefined) throw new Error('not found');
  return conversation;
};

test('[I4.sessions.sealed] an id of another user, or a made-up one, is refused without asking the store', async () => {
  const { ids, instance, open, reads } = setUp();
  const [a, b] = [instance(), instance()];
  const id = await open(a);
  const before = reads();
  assert.is(await b.find(id, 'other'), undefined);
  assert.is(await b.find('made up', 'p'), undefined);
  assert.is(await b.find(await new SessionIds({ ...secret, identity: 'another server' }, () => 0).issue('p'), 'p'), undefined);
  assert.is(reads(), before);
  assert.is(await a.find(id, 'other'), undefined, 'also where the session lives');
  assert.is(await b.find(await ids.issue('p'), 'p'), undefined, 'sealed here, and never opened');
  assert.ok(await b.find(id, 'p'));
});

test('[S5.3.session.age] an id that is too old brings no session back, without asking the store; where it lives it goes on', async () => {
  const { instance, open, reads, time } = setUp();
  const [a, b] = [instance(), instance()];
  const id = await open(a);
  while (time.now < maxAgeMs) {
    time.now += idleMs / 2;
    await found(a, id);
  }
  assert.ok(await instance().find(id, 'p'), 'as old as it may be');
  time.now += 1;
  const before = reads();
  assert.is(await b.find(id, 'p'), undefined);
  assert.is(reads(), before);
  assert.ok(await a.find(id, 'p'), 'in use');
});

test('[I4.sessions.idle] an unused session ends; use, streams and calls keep it', async () => {
  const { instance, kept, open, time } = setUp();
  const [a, b] = [instance(), instance()];
  const [used, listening, busy, idle] = [await open(a), await open(a), await open(a), await open(a)];
  (await found(a, listening)).openBackground({ send: () => true }, () => undefined);
  (await found(a, busy)).beginCall(1);
  const left = await found(a, idle);
  for (let at = 0; at < 5; at++) {
    time.now += idleMs * 0.6;
    await found(b, used);
    await a.refresh();
  }
  assert.is(await b.find(idle, 'p'), undefined);
  assert.ok(left.ended, 'its live half is gone too');
  for (const id of [used, listening, busy]) assert.ok(await b.find(id, 'p'));
  assert.equal((await kept.keys('')).length, 3);
});

test('what two instances agree upon at once is kept, both of it', async () => {
  const { instance, open } = setUp();
  const [a, b] = [instance(), instance()];
  const id = await open(a);
  const [here, there] = [await found(a, id), await found(b, id)];
  here.subscribedUris.add('note://a');
  there.subscribedUris.add('note://b');
  there.logLevel = 'error';
  await Promise.all([a.keep(here), b.keep(there)]);
  here.subscribedUris.add('note://c');
  await a.keep(here);
  here.subscribedUris.delete('note://a');
  await a.keep(here);
  const third = await found(instance(), id);
  assert.equal([...third.subscribedUris].sort(), ['note://b', 'note://c']);
  assert.is(third.logLevel, 'error');
  await found(b, id);
  assert.equal([...there.subscribedUris].sort(), ['note://b', 'note://c'], 'the other half follows');
});

test('[I4.sessions.order] what an instance hears late undoes nothing that it knows already', async () => {
  const { instance, open, told } = setUp();
  const [a, b] = [instance(), instance()];
  const id = await open(a);
  const [here, there] = [await found(a, id), await found(b, id)];
  here.subscribedUris.add('note://a');
  await a.keep(here);
  const late = told.find(({ kind }) => kind === 'state');
  assert.ok(late);
  await found(b, id);
  there.subscribedUris.add('note://b');
  await b.keep(there);
  b.hear(late, () => undefined);
  assert.equal([...there.subscribedUris], ['note://a', 'note://b'], 'news of before');
  const newer = told.at(-1);
  assert.ok(newer !== undefined && newer !== late);
  a.hear(newer, () => undefined);
  assert.equal([...here.subscribedUris], ['note://a', 'note://b'], 'news of after');
  if (newer.kind === 'state') a.hear({ kind: 'state', id, logLevel: 'info', uris: ['note://c'] }, () => undefined);
  assert.equal([...here.subscribedUris], ['note://c'], 'an instance of a former version counts nothing');
});

test('[I4.sessions.order] a record that was read before a change of the same instance undoes nothing', async () => {
  const { instance, kept, open } = setUp();
  const a = instance();
  const id = await open(a);
  const here = await found(a, id);
  const get = kept.get.bind(kept);
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  kept.get = async (key) => {
    kept.get = get;
    const read = await get(key);
    await gate;
    return read;
  };
  const finding = a.find(id, 'p');
  await new Promise((resolve) => setImmediate(resolve));
  here.subscribedUris.add('note://a');
  await a.keep(here);
  goOn();
  await finding;
  assert.equal([...here.subscribedUris], ['note://a']);
});

test('a call that runs does not lose what it is about to keep to another request', async () => {
  const { instance, open } = setUp();
  const a = instance();
  const id = await open(a);
  const conversation = await found(a, id);
  conversation.subscribedUris.add('note://a');
  await found(a, id);
  assert.equal([...conversation.subscribedUris], ['note://a']);
  await a.keep(conversation);
  assert.equal([...(await found(instance(), id)).subscribedUris], ['note://a']);
});

test('[I4.sessions.delete] an ended session ends on its own node when notified, otherwise at its next use', async () => {
  const { instance, open, told } = setUp();
  const [a, b, c] = [instance(), instance(), instance()];
  const id = await open(a);
  const [here, there] = [await found(b, id), await found(c, id)];
  await a.end(id, 'over');
  assert.equal(told, [{ kind: 'ended', id }]);
  for (const news of told) b.hear(news, () => undefined);
  assert.ok(here.ended);
  assert.not.ok(there.ended);
  assert.is(await c.find(id, 'p'), undefined);
  assert.ok(there.ended);
  await a.keep(there);
  assert.is(await a.find(id, 'p'), undefined, 'nothing brings it back');
});

test('[I4.sessions.delete] closing ends what lives here and leaves the records, with which another instance goes on', async () => {
  const { instance, open } = setUp();
  const [a, b] = [instance(), instance()];
  const id = await open(a);
  const here = await found(a, id);
  await a.close();
  assert.ok(here.ended);
  assert.not.ok((await found(b, id)).ended);
});

test('live halves make room for each other, their sessions stay', async () => {
  const { instance, open } = setUp();
  const a = instance(2);
  const ids = [await open(a), await open(a), await open(a)];
  for (const id of ids) await found(a, id);
  (await found(a, ids[0] ?? '')).beginCall(1);
  (await found(a, ids[1] ?? '')).beginCall(1);
  assert.is(await a.find(ids[2] ?? '', 'p'), undefined, 'all places are in use');
  assert.ok(await instance().find(ids[2] ?? '', 'p'), 'another instance has room');
});

test('[I4.sessions.questions] a relayed message reaches the live half of the instance that waits', async () => {
  const { instance, open, told } = setUp();
  const [a, b] = [instance(), instance()];
  const id = await open(a);
  await found(b, id);
  a.relay(await found(a, id), { kind: 'response', id: 'q1', result: {} });
  const heard: unknown[] = [];
  for (const news of told) b.hear(news, (conversation, message) => heard.push([conversation.opening.id, message]));
  assert.equal(heard, [[id, { kind: 'response', id: 'q1', result: {} }]]);
});

test('[I4.sessions.share] one instance opens sessions within the total and the share of their owner; deletion frees the room', async () => {
  const { ids, instance, open, time } = setUp();
  const bytes = sessionBytes({ revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  const at = instance(10, { total: 3 * bytes, share: 2 * bytes });
  const [first] = [await open(at), await open(at)];
  const another = async (from = caller): Promise<boolean> => {
    const id = await ids.issue('p');
    return at.add(id, new Conversation({ id, revision: revision20251125, clientCapabilities: {}, principal: 'p' }), from);
  };
  assert.not.ok(await another(), 'the share');
  const elsewhere = { ...caller, http: { ...noRequestHeaders, peerAddress: '192.0.2.2' } };
  assert.ok(await another(elsewhere));
  assert.not.ok(await another(elsewhere), 'the total');
  assert.ok(await found(at, first));
  await at.end(first, 'over');
  assert.ok(await another());
  time.now = idleMs;
  assert.ok(await another(), 'after the lifetime');
});

test('[I4.sessions.share] a session that the store did not take keeps no room', async () => {
  const { ids, instance, kept, open } = setUp();
  const bytes = sessionBytes({ revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  const store = instance(10, { total: bytes, share: bytes });
  const away = mock.method(kept, 'set', () => Promise.reject(new Error('the store is away')));
  const id = await ids.issue('p');
  const lost = new Conversation({ id, revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  assert.match(await store.add(id, lost, caller).then(String, String), 'the store is away');
  away.mock.restore();
  await open(store);
});

test('[I4.sessions.idle] a session without a record is not changed any more, and ends here with its stream', async () => {
  const { instance, kept, open, told } = setUp();
  const a = instance();
  const id = await open(a);
  const here = await found(a, id);
  here.openBackground({ send: () => true }, () => undefined);
  for (const key of await kept.keys('')) await kept.delete(key);
  here.logLevel = 'error';
  await a.keep(here);
  assert.equal([await kept.keys(''), told], [[], []]);
  assert.not.ok(here.ended);
  await a.refresh();
  assert.ok(here.ended);
});

test('a message of a conversation without an id goes to no instance', () => {
  const { instance, told } = setUp();
  const a = instance();
  const message = { kind: 'notification', method: 'notifications/cancelled', params: {} } as const;
  const of = (id?: string): Conversation =>
    new Conversation({ ...(id === undefined ? {} : { id }), revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  a.relay(of(), message);
  assert.equal(told, []);
  a.relay(of('one'), message);
  assert.equal(told, [{ kind: 'message', id: 'one', message }]);
});

test('a changed log level reaches the other instances and is applied there', async () => {
  const { instance, open, told } = setUp();
  const [a, b] = [instance(), instance()];
  const id = await open(a);
  const [here, there] = [await found(a, id), await found(b, id)];
  here.logLevel = 'error';
  here.subscribedUris.add('note://1');
  await a.keep(here);
  assert.equal(told, [{ kind: 'state', id, logLevel: 'error', uris: ['note://1'], edits: 1 }]);
  for (const message of told) b.hear(message, () => assert.unreachable());
  assert.equal([there.logLevel, [...there.subscribedUris]], ['error', ['note://1']]);
});

test('a store that claims sessions for its node hands messages on', () => {
  const { instance, told } = setUp();
  const claims = new SessionClaims({ store: new MemoryStore(), nodeId: 'n', ttlMs: 1000, clock: () => 0 });
  const owned = new OwnedSessionStore({ store: instance(), claims, renewMs: 1, clock: () => 0 });
  const message = { kind: 'notification', method: 'notifications/cancelled', params: {} } as const;
  owned.relay(new Conversation({ id: 'one', revision: revision20251125, clientCapabilities: {}, principal: 'p' }), message);
  assert.equal(told, [{ kind: 'message', id: 'one', message }]);
});

test.run();
