import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { memoryParts } from '../../../../../test/support/step-scene.ts';
import type { DeclaredClient } from '../../../define/client-options.ts';
import { ServiceError } from '../../../errors/index.ts';
import { sha256Text } from '../../../std/index.ts';
import type { Store } from '../../../model/store.ts';
import type { Client, ClientSource } from './client.ts';
import { createDeclaredClients, findClient } from './find-client.ts';
import { RegisteredClients } from './registered-clients.ts';

const address = { baseUrl: 'https://a.example', issuer: 'https://a.example', resource: 'https://a.example/mcp' };
const declared: DeclaredClient = { clientId: 'desk', redirectUris: ['https://desk.example/back'] };

function problemOf(clients: readonly DeclaredClient[]): string {
  try {
    createDeclaredClients(clients);
    return 'none';
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure;
    return failure.message;
  }
}

test('[D1.dcr.clients] a client that is there twice, has no id, no address or a bad one stops the start', () => {
  assert.is(problemOf([declared, { ...declared, clientId: 'other' }]), 'none');
  assert.is(problemOf([declared, declared]), 'auth.dcr.clients: "desk" is there twice');
  assert.is(problemOf([{ ...declared, clientId: '' }]), 'auth.dcr.clients: "" has no id');
  assert.is(problemOf([{ ...declared, redirectUris: [] }]), 'auth.dcr.clients: "desk" has no redirectUris');
  assert.match(problemOf([{ ...declared, redirectUris: ['https://good.example/', 'https://x.example/#y'] }]), 'must have no fragment');
});

test('[D1.dcr.clients] what the options do not say is a public client of both grants; a secret is kept as a hash and is posted', async () => {
  const source = createDeclaredClients([
    declared,
    { ...declared, clientId: 'named', clientName: 'Desk', scope: 'a', clientSecret: 'hush', grantTypes: ['x'], responseTypes: ['y'] },
    { ...declared, clientId: 'basic', clientSecret: 'hush', tokenEndpointAuthMethod: 'client_secret_basic' },
  ]);
  assert.equal(await source.find('desk', address), {
    clientId: 'desk',
    redirectUris: ['https://desk.example/back'],
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    source: 'options',
  });
  assert.equal(await source.find('named', address), {
    clientId: 'named',
    redirectUris: ['https://desk.example/back'],
    clientName: 'Desk',
    scope: 'a',
    secretHash: await sha256Text('hush'),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['x'],
    responseTypes: ['y'],
    source: 'options',
  });
  assert.is((await source.find('basic', address))?.tokenEndpointAuthMethod, 'client_secret_basic');
  assert.is(await source.find('nobody', address), undefined);
  assert.is(await source.find('desk', address), await source.find('desk', address), 'described once');
});

test('[D1.authorize.client-id] sources are asked in order; an id longer than 2,048 characters is asked of none', async () => {
  const asked: string[] = [];
  const knowing = (name: string, id: string): ClientSource => ({
    find: async (clientId) => (asked.push(name), clientId === id ? ({ clientId: name } as Client) : undefined),
  });
  const long = 'x'.repeat(2048);
  const sources = [knowing('first', 'a'), knowing('second', long)];
  assert.is((await findClient(sources, 'a', address))?.clientId, 'first');
  assert.equal(asked, ['first']);
  assert.is((await findClient(sources, long, address))?.clientId, 'second');
  asked.length = 0;
  assert.is(await findClient(sources, `${long}x`, address), undefined);
  assert.is(await findClient([...sources, { find: async () => undefined }], 'b', address), undefined);
  assert.equal(asked, ['first', 'second']);
});

const registering = (): Client => ({
  clientId: crypto.randomUUID(),
  redirectUris: [],
  tokenEndpointAuthMethod: 'none',
  grantTypes: [],
  responseTypes: [],
  source: 'registered',
});

test('[D1.dcr.maxDynamicClients] every slot is taken once, a freed one again, and 0 refuses all', async () => {
  for (const most of [1, 3, 20]) {
    const { store } = memoryParts();
    const clients = new RegisteredClients(store, most);
    const added = await Promise.all(Array.from({ length: most + 5 }, () => clients.add(registering())));
    assert.is(added.filter(Boolean).length, most, String(most));
    assert.is((await store.keys('client-slot:')).length, most);
  }
  for (const none of [0, -1]) assert.is(await new RegisteredClients(memoryParts().store, none).add(registering()), false);
});

test('[D1.dcr.maxDynamicClients] where chance finds no place, the free one is found and taken; others are left alone', async () => {
  const { store } = memoryParts();
  await store.set('client-slot:0', 'first', {});
  await store.set('client-slot:1', 'second', {});
  const tried: string[] = [];
  const unlucky = new Proxy(store, {
    get: (target, name: keyof Store) =>
      name === 'compareAndSet'
        ? async (key: string, swap: Parameters<Store['compareAndSet']>[1]) =>
            tried.push(key) > 8 && key.startsWith('client-slot:') ? target.compareAndSet(key, swap) : false
        : target[name].bind(target),
  });
  const client = registering();
  assert.is(await new RegisteredClients(unlucky, 3).add(client), true);
  assert.equal([tried.slice(8), await store.get('client-slot:2')], [['client-slot:2'], client.clientId]);
  assert.equal([await store.get('client-slot:0'), await store.get('client-slot:1')], ['first', 'second']);
});

test('[D1.dcr.maxDynamicClients] while most places are free they are not all looked at', async () => {
  const { store } = memoryParts();
  const unread = new Proxy(store, {
    get: (target, name: keyof Store) =>
      name === 'keys' ? () => Promise.reject(new Error('all are looked at')) : target[name].bind(target),
  });
  assert.is(await new RegisteredClients(unread, 1000).add(registering()), true);
});

test('[I15.totals.registrations] a registration for which there was no place is not counted', async () => {
  const { store } = memoryParts();
  const clients = new RegisteredClients(store, 1);
  const first = registering();
  await clients.add(first, '192.0.2.1');
  for (let at = 0; at < 40; at++) assert.is(await clients.add(registering(), '192.0.2.1'), false);
  await store.delete('client-slot:0');
  assert.is(await clients.add(registering(), '192.0.2.1'), true);
});

test('[R29.unused] a client that is kept stays with its place; one that ended is not kept, and its place is another`s', async () => {
  const parts = memoryParts();
  const clients = new RegisteredClients(parts.store, 1);
  const [first, second] = [registering(), registering()];
  await clients.add(first);
  parts.time.now += 86_400_000;
  assert.is(await clients.find(first.clientId), undefined);
  await clients.keep(first.clientId);
  assert.is(await clients.add(second), true);
  await clients.keep(second.clientId);
  const [before] = await Promise.all((await parts.store.keys('client:')).map((key) => parts.store.get(key)));
  await clients.keep(second.clientId);
  parts.time.now += 10 * 86_400_000;
  assert.equal(await clients.find(second.clientId), second);
  assert.match(String(before), '"used":true');
  assert.is(await clients.add(registering()), false);
});

test('[R29.unused] a client that lost its place to another is not kept', async () => {
  const { store } = memoryParts();
  const clients = new RegisteredClients(store, 1);
  const client = registering();
  await clients.add(client);
  await store.set('client-slot:0', 'another', {});
  await clients.keep(client.clientId);
  assert.not.match(String(await store.get(`client:${client.clientId}`)), '"used":true');
});

test('[I15.totals.registrations] one address takes a quarter of the places, and the rest is left to others', async () => {
  const clients = new RegisteredClients(memoryParts().store, 100);
  const added = await Promise.all(Array.from({ length: 60 }, () => clients.add(registering(), '192.0.2.1')));
  assert.is(added.filter(Boolean).length, 25);
  assert.is(await clients.add(registering(), '192.0.2.2'), true);
  const few = new RegisteredClients(memoryParts().store, 10);
  const all = await Promise.all(Array.from({ length: 11 }, () => few.add(registering(), '192.0.2.1')));
  assert.is(all.filter(Boolean).length, 10, 'where there are few places, one address may be everybody');
});

test('an id in another form than ours is never looked up', async () => {
  const { store } = memoryParts();
  await store.set('client:x', JSON.stringify({ client: registering(), slot: 0 }), {});
  assert.is(await new RegisteredClients(store, 1).find('x'), undefined);
});

test.run();
