/* Every guard of memories on its own; built servers and real stores are in test/plugins. */
import { Seal } from '@service/sdk/internal';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from '../../../src/runtime/storage/drivers/memory.ts';
import { Memories, type MemoryCaller } from './memories.ts';
import { MemoryError } from './memory-error.ts';

/** A store, and callers of it. */
function world(isReadable = false) {
  const state = { now: 1000, foreign: 0 };
  // Without a clock of its own it keeps what has ended, as a store that was told to.
  const store = new MemoryStore({ clock: () => 0 });
  const seal = isReadable ? undefined : new Seal('a secret', { label: 'memory', identity: '' });
  const vault = {
    store,
    seal,
    keyPrefix: 'p:',
    defaultTtl: undefined,
    maxPerOwner: 524_288,
    now: () => state.now,
    foreign: () => void state.foreign++,
  };
  const as = (caller: Partial<MemoryCaller>): Memories =>
    new Memories(vault, { principal: undefined, sessionId: undefined, entry: { id: 'tool:s/a' }, ...caller });
  const nameOf = async (end: string): Promise<string> => (await store.keys('')).find((name) => name.endsWith(`:${end}`)) ?? '';
  return { as, nameOf, state, store };
}

const refused = async (run: Promise<unknown>): Promise<string> => {
  const failure: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.instance(failure, MemoryError);
  return String(failure);
};

test('[D2.remember.scopes] persons, sessions, entries and scopes are apart', async () => {
  const { as } = world();
  const callers = {
    ada: as({ principal: 'ada' }),
    bob: as({ principal: 'bob' }),
    'ada in one session': as({ principal: 'ada', sessionId: '1' }),
    'ada in another': as({ principal: 'ada', sessionId: '2' }),
    'bob with the id of one': as({ principal: 'bob', sessionId: '1' }),
    'anonymous in one': as({ sessionId: '1' }),
    'anonymous in another': as({ sessionId: '2' }),
  };
  for (const [name, one] of Object.entries(callers)) {
    if (name !== 'ada' && name !== 'bob') await one.set('k', `session of ${name}`);
    if (!name.startsWith('ada in') && !name.startsWith('bob with')) await one.set('k', `user of ${name}`, { scope: 'user' });
    await one.set('k', `tool of ${name}`, { scope: 'tool' });
  }
  for (const [name, one] of Object.entries(callers)) {
    const person = name.startsWith('anonymous') ? name : name.slice(0, 3);
    assert.is(
      await one.get('k', { scope: 'session' }),
      person === name && !name.startsWith('anonymous') ? `user of ${name}` : `session of ${name}`,
    );
    assert.is(await one.get('k', { scope: 'user' }), `user of ${person}`);
  }
  assert.is(await as({ principal: 'ada', entry: { id: 'tool:s/b' } }).get('k', { scope: 'tool' }), undefined);
  assert.is(
    await as({ principal: 'ada', entry: { id: 'tool:s/b' } })
      .sharedBy('tool:s/a')
      .get('k', { scope: 'tool' }),
    'tool of ada in another',
  );
  assert.is(await callers['anonymous in one'].get('k', { scope: 'tool' }), 'tool of anonymous in one');
  assert.equal(await callers.ada.list({ scope: 'global' }), []);
  assert.match(await refused(as({}).get('k')), 'anonymous caller without a session');
  assert.match(await refused(callers.ada.get('k', { scope: 'toString' as 'user' })), '"scope" must be');
});

test('[D2.remember.sealed] records that were moved, cut, forged or kept too long are absent', async () => {
  const { as, nameOf, state, store } = world();
  const one = as({ principal: 'ada' });
  await one.set('a', 'first');
  await one.set('b', 'second', { ttl: 1 });
  const [a, b] = [await nameOf('a'), await nameOf('b')];
  const sealed = (await store.get(a)) ?? '';
  assert.not(sealed.includes('first'));
  for (const text of [(await store.get(b)) ?? '', sealed.slice(0, -1), '', '1', '{"value":1,"createdAt":1}']) {
    await store.set(a, text);
    assert.is(await one.get('a'), undefined, text);
    assert.equal(await one.list(), ['b'], text);
    assert.not(await one.forget('a'), text);
  }
  assert.is(state.foreign, 15);
  await store.set(a, sealed);
  assert.is(await one.get('a'), 'first');
  for (const alias of ['%61', '%', '%E0%A4%A']) await store.set(a.slice(0, -1) + alias, sealed);
  assert.equal(await one.list(), ['a', 'b']);
  state.now += 1000;
  assert.is(await one.get('b'), undefined);
  assert.equal(await one.list(), ['a']);
});

test('[D2.remember.limits] [D2.remember.json] what is beyond a limit, or no JSON, is refused', async () => {
  const one = world().as({ principal: 'ada' });
  for (const key of ['', 'k'.repeat(257), 'a\nb', '\ud800']) assert.match(await refused(one.set(key, 1)), '"key" must be');
  for (const ttl of [0, -1, NaN, Infinity]) assert.match(await refused(one.set('k', 1, { ttl })), '"ttl" must be');
  assert.match(await refused(one.set('k', 'v'.repeat(262_145))), 'at most 262144');
  assert.match(await refused(one.set('k', 1, { brand: '' })), '"brand" must be');
  assert.match(await refused(one.list({ pattern: '' })), '"pattern" must be');
  assert.match(await refused(one.set('k', { a: [new Date()] })), 'the value.a[0] is no plain object');
  assert.match(await refused(one.set('k', 1, { metadata: { a: NaN } })), 'metadata.a is NaN');
  await one.set('a:b/%', { left: undefined, __proto__: null });
  assert.equal(await one.get('a:b/%'), {});
  assert.equal(await one.list({ pattern: 'a*%' }), ['a:b/%']);
  assert.equal(await one.list({ pattern: 'b*' }), []);
});

test('[D2.remember.room] one owner fills its own room alone; what is replaced, forgotten or over makes room again', async () => {
  const { as, store } = world();
  const [ada, bob] = [as({ principal: 'ada' }), as({ principal: 'bob' })];
  for (let at = 0; at < 510; at++) await ada.set(`k${at}`, at);
  await ada.set('short', 1, { ttl: 60 });
  await ada.set('last', 'v');
  for (const more of ['one', 'two'])
    assert.match(await refused(ada.set(more, 1)), 'there is no room for it: the memories here may take 524288');
  await ada.set('last', 'another');
  assert.match(await refused(ada.set('last', 'v'.repeat(2000))), 'there is no room');
  assert.is(await ada.get('last'), 'another', 'what was there stays');
  await bob.set('k', 1);
  await ada.set('k', 1, { scope: 'tool' });
  await ada.set('k', 1, { scope: 'global' });
  assert.ok(await ada.forget('k0'));
  await ada.set('one', 1);
  assert.match(await refused(ada.set('two', 1)), 'there is no room');
  // As a store does with what has ended: nothing is given back.
  const names = await store.keys('p:user:');
  await store.delete(names.find((name) => name.endsWith(':short')) ?? '');
  for (const name of await store.keys('p:room:')) if (name.endsWith(':full')) await store.delete(name);
  await ada.set('two', 1);
  assert.match(await refused(ada.set('three', 1)), 'there is no room');
});

test('[D2.remember.sealed] where values stand readable, what is no memory is absent', async () => {
  const { as, nameOf, store } = world(true);
  const one = as({ principal: 'ada' });
  await one.set('a', 'first');
  const name = await nameOf('a');
  assert.match((await store.get(name)) ?? '', '"first"');
  for (const text of ['', '1', 'null', '[]', '{"createdAt":1}', '{"value":1}', '{"value":1,"createdAt":1,"expiresAt":"never"}']) {
    await store.set(name, text);
    assert.is(await one.getEntry('a'), undefined, text);
  }
});

test.run();
