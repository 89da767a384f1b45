import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeCharacter } from '../../../../test/support/change-character.ts';
import { memoryParts } from '../../../../test/support/step-scene.ts';
import { createAuthContext } from '../../define/create-auth-context.ts';
import type { CallFrame } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { decodeBase64url, encodeBase64url, silentLogger, textOf, utf8 } from '../../std/index.ts';
import { withdrawalOf } from '../server/records/withdrawals.ts';
import { RevocableGrants } from '../server/revocation/create-revocation.ts';
import { createAuthKeys } from '../server/tokens/keys.ts';
import { ConnectTickets } from './connect-tickets.ts';
import { credentialsOf, keepCredentials, SealedRecords, type SealedStore, secureStoreOf } from './sealed-records.ts';

const wanted = { sub: 'ada', key: 'github', clientId: 'c', account: 'ada@a.example' };

async function codeOf(deed: () => unknown): Promise<string> {
  try {
    await deed();
    return 'done';
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure;
    return failure.code;
  }
}

/** A call of somebody, as far as stores look at it. */
function callOf(given: {
  sub?: string;
  email?: string;
  name?: string;
  anonymous?: boolean;
  sessionId?: string;
  clientId?: unknown;
  claims?: Readonly<Record<string, string>>;
}): CallFrame {
  const { anonymous = false, clientId, email, name, sessionId, sub = 'ada' } = given;
  const user = { sub, ...(email === undefined ? {} : { email }), ...(name === undefined ? {} : { name }) };
  const claims = { ...given.claims, ...(clientId === undefined ? {} : { client_id: clientId as string }) };
  const auth = createAuthContext({ mode: 'local', isAnonymous: anonymous, user, scopes: [], claims });
  const frame: Pick<CallFrame, 'auth'> & { request: Partial<CallFrame['request']> } = {
    auth,
    request: sessionId === undefined ? {} : { sessionId },
  };
  return frame as CallFrame;
}

test('[R23.connect.person] a link is read in its ten minutes only, and used once', async () => {
  const parts = memoryParts();
  const tickets = new ConnectTickets(parts);
  const token = await tickets.print(wanted);
  parts.time.now += 599_999;
  const ticket = await tickets.read(token);
  assert.ok(ticket);
  assert.is(ticket.sub, 'ada');
  assert.equal([await tickets.use(ticket), await tickets.use(ticket)], [true, false]);
  assert.is(await tickets.read(token), undefined);
  const late = await tickets.print(wanted);
  parts.time.now += 600_000;
  assert.is(await tickets.read(late), undefined);
});

test('[R23.connect.person] a link with another signature, spelling or member is refused', async () => {
  const parts = memoryParts();
  const tickets = new ConnectTickets(parts);
  const token = await tickets.print(wanted);
  const [payload = '', mac = ''] = token.split('.');
  const changed = (textOf(decodeBase64url(payload) ?? new Uint8Array()) ?? '').replace('"ada"', '"eve"');
  // The last character of 32 bytes has two bits that nobody reads.
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.indexOf(mac.at(-1) ?? '');
  const respelt = mac.slice(0, -1) + ('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'[last ^ 1] ?? '');
  const bad = [
    '',
    '.',
    payload,
    `${payload}.`,
    `${token}.x`,
    `${payload}.${respelt}`,
    `${encodeBase64url(utf8(changed))}.${mac}`,
    `${payload}.!`,
  ];
  for (const one of bad) assert.is(await tickets.read(one), undefined, one.slice(0, 30));
  assert.is(await tickets.read(await tickets.print({ ...wanted, context: { long: 'x'.repeat(8192) } })), undefined);
  const elsewhere = new ConnectTickets({ ...parts, keys: { ...parts.keys, derive: async () => new Uint8Array(32) } });
  assert.is(await elsewhere.read(token), undefined);
  assert.ok(await tickets.read(token));
});

test('[R23.connect.person] a link of 8,192 characters is read, a longer one is not', async () => {
  const tickets = new ConnectTickets(memoryParts());
  const linkOf = (length: number) => tickets.print({ ...wanted, context: { long: 'x'.repeat(length) } });
  const [payload = ''] = (await linkOf(0)).split('.');
  // 8,192 without the dot and the 43 characters of the signature are 6,111 bytes of what is signed.
  const room = 6111 - (decodeBase64url(payload)?.length ?? 0);
  const longest = await linkOf(room);
  assert.is(longest.length, 8192);
  assert.is((await tickets.read(longest))?.sub, 'ada');
  assert.is(await tickets.read(await linkOf(room + 1)), undefined);
});

test('[D1.secure-store] a value is its owner`s, under its name, and unreadable where it lies', async () => {
  const parts = memoryParts();
  const { store } = parts;
  const records = new SealedRecords(store, parts, 'secret');
  await records.set('ada', 'a key', { value: { token: 'hush' } });
  await records.set('ada b', 'c', { value: 1 });
  await records.set('ada', 'second', { value: null });
  assert.equal(await records.get('ada', 'a key'), { token: 'hush' });
  assert.is(await records.get('bob', 'a key'), undefined);
  assert.equal((await records.list('ada')).toSorted(), ['a key', 'second']);
  for (const key of await store.keys('')) assert.not.match(String(await store.get(key)), 'hush');
  const [sealed] = await Promise.all((await store.keys('secret:ada:a')).map((key) => store.get(key)));
  await store.set('secret:ada:moved', sealed ?? '');
  assert.is(await records.get('ada', 'moved'), undefined, 'no record in the place of another');
  assert.equal([await records.delete('ada', 'a key'), await records.delete('ada', 'a key')], [true, false]);
});

test('[vault.unreadable] an unreadable value counts as absent, is logged once without its content, and can be replaced', async () => {
  const parts = memoryParts();
  const told: string[] = [];
  const logger = { ...silentLogger, warn: (...line: readonly unknown[]) => void told.push(JSON.stringify(line)) };
  const records = new SealedRecords(parts.store, { ...parts, logger }, 'secret');
  const value = { token: 'hush' };
  for (const owner of ['ada', 'bob']) await records.set(owner, 'key', { value });
  const [good = '', ofBob = ''] = await Promise.all(['ada', 'bob'].map((owner) => parts.store.get(`secret:${owner}:key`)));
  const unreadable = [ofBob, good.slice(0, -4), `${good}AAAA`, changeCharacter(good, 0), '', 'null', '{"token":"hush"}', good.repeat(2)];
  for (const text of unreadable) {
    await parts.store.set('secret:ada:key', text);
    assert.is(await records.get('ada', 'key'), undefined, text);
  }
  const jwtSecret = 'another secret of at least 32 bytes';
  const other = createAuthKeys({ jwtSecret, vaultSecret: undefined, production: false, identity: 'test', logger: silentLogger });
  await parts.store.set('secret:ada:key', good);
  assert.is(
    await new SealedRecords(parts.store, { keys: other, logger: silentLogger }, 'secret').get('ada', 'key'),
    undefined,
    'another key',
  );
  assert.is(told.length, 1);
  for (const secret of ['hush', 'ada', '"key"', good]) assert.not.match(told.join(), secret);
  await records.set('ada', 'key', { value: 'again' });
  assert.is(await records.get('ada', 'key'), 'again');
  assert.is(told.length, 1);
});

test('[vault.unreadable] what a store of the author`s own gives back and no vault has written is absent too', async () => {
  const { keys } = memoryParts();
  const given: unknown = 7;
  const sealed: SealedStore = {
    get: () => Promise.resolve(given as string),
    set: () => Promise.resolve(),
    delete: () => Promise.resolve(true),
    keys: () => Promise.resolve(['secret:ada:a%20key', 'secret:ada:%', 'secret:ada:%C3']),
  };
  const records = new SealedRecords(sealed, { keys, logger: silentLogger }, 'secret');
  assert.is(await records.get('ada', 'key'), undefined);
  assert.equal(await records.list('ada'), ['a key'], 'and names that nobody can have written');
});

test('[D1.secure-store] names have 1 to 256 characters, values are JSON', async () => {
  const parts = memoryParts();
  const records = new SealedRecords(parts.store, parts, 'secret');
  const set = (name: string, value: unknown = 1) => codeOf(() => records.set('ada', name, { value }));
  assert.equal([await set('x'.repeat(256)), await set('x'.repeat(257)), await set(''), await set('\ud800')], [
    'done', 'INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT',
  ]); // prettier-ignore
  const number: unknown = 7;
  assert.is(await codeOf(() => records.get('ada', number as string)), 'INVALID_INPUT');
  for (const value of [undefined, () => 1]) assert.is(await codeOf(() => records.set('ada', 'x', { value })), 'INVALID_INPUT');
});

test('[D1.secure-store] a value ends when it was said to, or when the option says', async () => {
  const { time, ...parts } = memoryParts();
  const records = new SealedRecords(parts.store, parts, 'secret');
  const kept = secureStoreOf(callOf({}), records, { scope: 'user', ttlMs: 1000 });
  await kept.set('short', 1, { ttlMs: 10 });
  await kept.set('usual', 1);
  const always = secureStoreOf(callOf({}), records, { scope: 'user', ttlMs: undefined });
  await always.set('always', 1);
  time.now += 10;
  assert.equal([await kept.get('short'), await kept.get('usual')], [undefined, 1]);
  time.now += 990;
  assert.equal([await kept.get('usual'), await kept.get('always')], [undefined, 1]);
});

test('[D1.secure-store] scopes: of a user, of a session, of all; callers without a sign-in have none of their own', async () => {
  const parts = memoryParts();
  const records = new SealedRecords(parts.store, parts, 'secret');
  const of = (scope: 'user' | 'session' | 'global', given: Parameters<typeof callOf>[0]) =>
    secureStoreOf(callOf(given), records, { scope, ttlMs: undefined });
  await of('user', { sessionId: 's1' }).set('k', 'user');
  await of('session', { sessionId: 's1' }).set('k', 'session');
  await of('global', {}).set('k', 'global');
  assert.is(await of('user', { sessionId: 's2' }).get('k'), 'user');
  assert.is(await of('session', { sessionId: 's1' }).get('k'), 'session');
  assert.is(await of('session', { sessionId: 's2' }).get('k'), undefined);
  assert.is(await of('session', { sessionId: 's1', sub: 'bob' }).get('k'), undefined, 'whatever session a caller names');
  assert.is(await of('session', {}).get('k'), 'user', 'without a session it is the user`s');
  assert.is(await of('user', { sub: 'bob' }).get('k'), undefined);
  assert.is(await of('global', { sub: 'bob', anonymous: true }).get('k'), 'global');
  for (const scope of ['user', 'session'] as const)
    assert.is(await codeOf(() => of(scope, { anonymous: true, sessionId: 's1' })), 'UNAUTHORIZED', scope);
});

test('[D1.credentials] stored credentials are returned; a missing one gives a link that names account and client', async () => {
  const parts = memoryParts();
  const records = new SealedRecords(parts.store, parts, 'credential');
  const tickets = new ConnectTickets(parts);
  const of = (given: Parameters<typeof callOf>[0]) =>
    credentialsOf(callOf(given), { records, tickets, baseUrlOf: () => 'https://a.example' });
  await keepCredentials(records, 'ada', { github: { token: 't' }, other: 1 });
  assert.equal(await of({}).requireConnect({ key: 'github' }), { connected: true, credential: { token: 't' } });
  assert.equal((await of({}).list()).toSorted(), ['github', 'other']);
  assert.is(await codeOf(() => of({ anonymous: true })), 'UNAUTHORIZED');
  const ticketOf = async (given: Parameters<typeof callOf>[0], more: { context?: { a: number } } = {}) => {
    const asked = await of({ sub: 'bob', ...given }).requireConnect({ key: 'github', ...more });
    assert.ok(!asked.connected);
    assert.match(asked.message, asked.resumeUrl);
    return tickets.read(new URL(asked.resumeUrl).searchParams.get('token') ?? '');
  };
  const ticket = await ticketOf({ email: 'boss@a.example', name: 'Boss' });
  assert.is(ticket?.sub, 'bob');
  assert.not.ok(JSON.stringify(ticket).includes('oss'), 'claims of a token may be what a form said');
  assert.equal([(await ticketOf({ clientId: 'desk' }))?.clientId, (await ticketOf({ clientId: 7 }))?.clientId], ['desk', '']);
  assert.equal((await ticketOf({}, { context: { a: 1 } }))?.context, { a: 1 });
  assert.is((await ticketOf({}))?.context, undefined);
});

test('[revocation.identified] a link that a call asks for after a withdrawal is as old as the grant of the call', async () => {
  const parts = memoryParts();
  const [records, tickets] = [new SealedRecords(parts.store, parts, 'credential'), new ConnectTickets(parts)];
  const issuer = 'https://a.example';
  const grants = new RevocableGrants(parts.signInStore, parts.clock);
  const begin = async (): Promise<string> => {
    const withdrawal = await withdrawalOf(parts.signInStore, 'ada');
    const facts = { clientId: 'c', redirectUri: 'r', codeChallenge: '', scopes: [], issuer, resource: 'm', claims: {} };
    const [id = ''] = (await grants.begin({ ...facts, user: { sub: 'ada', claims: {} }, withdrawal })).split('.');
    return id;
  };
  const isGood = async (grantId: string): Promise<boolean> => {
    const call = callOf({ claims: { grant_id: grantId, iss: issuer } });
    const asked = await credentialsOf(call, { records, tickets, baseUrlOf: () => issuer }).requireConnect({ key: 'github' });
    assert.ok(!asked.connected);
    return (await tickets.read(new URL(asked.resumeUrl).searchParams.get('token') ?? '')) !== undefined;
  };
  const first = await begin();
  assert.ok(await isGood(first));
  await grants.withdraw('ada');
  assert.not.ok(await isGood(first));
  assert.ok(await isGood(await begin()));
});

test.run();
