import { Service } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callerWith, everyKind } from '../../../test/support/authority-server.ts';
import { openEnvelopeClient, type EnvelopeClient } from '../../../test/support/envelope-client.ts';
import { openPair } from '../../../test/support/pair-client.ts';
import { serveSmall } from '../../../test/support/serve-small.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseWire, send } from '../../../test/support/wire-client.ts';
import { anonymousCaller } from '../define/create-auth-context.ts';
import { StreamConnection } from '../mcp/stream-connection.ts';
import type { JsonObject } from '../model/index.ts';
import { allFeatures } from './all.ts';
import { authorities } from './authorities.ts';
import { tasks } from './tasks.ts';
import { unplannedOptions } from './unplanned-options.ts';

const admin = callerWith({ roles: ['admin'], team: 'core' });
const guest = callerWith({ roles: ['guest'] });
const options = { ...everyKind, authorities: { pipes: [({ claims }: { claims: JsonObject }) => ({ team: claims['team'] ?? 'none' })] } };
const open = (): Promise<EnvelopeClient> => openEnvelopeClient(options, { features: [authorities, tasks] });

const namesOf = (list: unknown): string[] => (Array.isArray(list) ? list.map((item: { name: string }) => item.name) : []);

test('[S3.7.lists] lists hide what a caller may not use', async () => {
  const client = await open();
  const lists = async (auth: typeof admin): Promise<string[]> => {
    const answers = [];
    for (const [method, key] of [
      ['tools/list', 'tools'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
      ['prompts/list', 'prompts'],
    ] as const) {
      answers.push(...namesOf((await client.ask(method, {}, { auth })).result[key]));
    }
    return answers;
  };
  assert.equal(await lists(admin), ['secret', 'own', 'open', 'who', 'vault', 'lobby', 'file', 'brief', 'mine']);
  assert.equal(await lists(guest), ['own', 'open', 'who', 'lobby', 'file', 'mine']);
  assert.equal(await lists(anonymousCaller), ['own', 'open', 'who', 'lobby', 'file', 'mine']);
});

test('[S3.7.denied] a refused call answers AUTHORITY_DENIED (-32003) and names the refused entry', async () => {
  const client = await open();
  const { error, status } = await client.ask('tools/call', { name: 'secret' }, { auth: guest });
  assert.is(error.code, -32003);
  assert.is(status, 200);
  assert.equal(error.data, {
    code: 'AUTHORITY_DENIED',
    entryType: 'tool',
    entryName: 'secret',
    deniedBy: 'roles',
    denial: 'roles: needs one of admin',
  });
});

test('[S3.7.doors] a denied entry has no side door', async () => {
  const client = await open();
  const tasking = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const doors: readonly (readonly [method: string, params: JsonObject, capabilities?: JsonObject])[] = [
    ['tools/call', { name: 'secret' }],
    ['tools/call', { name: 'SECRET' }],
    ['tools/call', { name: 'secret' }, tasking],
    ['tools/call', { name: 'open' }],
    ['tools/call', { name: 'own', arguments: { owner: 'bob' } }],
    ['resources/read', { uri: 'test://vault' }],
    ['resources/read', { uri: 'test://file/bob' }],
    ['prompts/get', { name: 'brief' }],
    ['prompts/get', { name: 'mine', arguments: { owner: 'bob' } }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'brief' }, argument: { name: 'owner', value: '' } }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'mine' }, argument: { name: 'owner', value: '' }, context: { arguments: { owner: 'bob' } } },
    ],
  ];
  for (const [method, params, capabilities = {}] of doors) {
    const refused = await client.ask(method, params, { auth: guest, capabilities });
    assert.ok(refused.error !== undefined, `${method} ${JSON.stringify(params)}`);
    assert.ok([-32003, -32602].includes(refused.error.code), `${method}: ${refused.error.code}`);
  }
  for (const [method, params] of doors.filter(([, params]) => !JSON.stringify(params).includes('bob') && params['name'] !== 'SECRET')) {
    assert.is((await client.ask(method, params, { auth: admin })).error, undefined, `${method} ${JSON.stringify(params)}`);
  }
  const mine = await client.ask('tools/call', { name: 'own', arguments: { owner: 'ann' } }, { auth: guest });
  assert.is(mine.error, undefined);
});

test('[S3.7.listen] [MCP.resource.unknown-updates] updates of a resource reach only callers who may read it', async () => {
  const client = await open();
  const wanted = { resourceSubscriptions: ['test://vault', 'test://lobby', 'test://file/bob', 'test://file/ann', 'test://nowhere'] };
  const refused = client.listen(wanted, { auth: guest });
  assert.equal((await refused.next()).params['notifications'], { resourceSubscriptions: ['test://lobby', 'test://file/ann'] });
  await refused.close();
  const allowed = client.listen({ resourceSubscriptions: ['test://vault'] }, { auth: admin });
  assert.equal((await allowed.next()).params['notifications'], { resourceSubscriptions: ['test://vault'] });
  await allowed.close();
});

test('[S3.7.auth-context] this.auth has roles, permissions and the fields of pipes, which cannot change the caller', async () => {
  const client = await open();
  const { result } = await client.ask('tools/call', { name: 'who' }, { auth: admin });
  assert.equal(result['structuredContent'], { roles: ['admin'], permissions: [], admin: true, sub: 'ann', extra: 'core' });
  const resolved = await openEnvelopeClient(
    { tools: everyKind.tools, authorities: { claimsResolver: async () => ({ roles: ['admin'], permissions: ['p'] }) } },
    { features: [authorities] },
  );
  const seen = await resolved.ask('tools/call', { name: 'who' }, { auth: guest });
  assert.equal(seen.result['structuredContent'], { roles: ['admin'], permissions: ['p'], admin: true, sub: 'ann', extra: null });
  for (const broken of [{ pipes: [() => ({ user: { sub: 'root' } })] }, { claimsResolver: () => Promise.reject(new Error('down')) }]) {
    const failing = await openEnvelopeClient({ tools: everyKind.tools, authorities: broken }, { features: [authorities] });
    const answer = await failing.ask('tools/call', { name: 'who' }, { auth: admin });
    assert.is(answer.error.code, -32603);
    assert.not.match(answer.error.message, 'down');
  }
});

test('[S3.7.planned] guards without their feature stop the start', async () => {
  for (const given of [{ tools: everyKind.tools }, { authorities: {} }]) {
    const failure = await openEnvelopeClient(given, { features: [unplannedOptions] }).then(() => 'started', String);
    assert.match(failure, 'was not there when the server was built');
  }
});

test('[modes.planned] a server with auth whose bundle has no guard for it does not start', async () => {
  const given = { tools: everyKind.tools.slice(2, 3), auth: { mode: 'static', tokensEnv: 'KEYS' } } as const;
  const failure = await openEnvelopeClient(given, { features: [unplannedOptions] }).then(() => 'started', String);
  assert.match(failure, 'auth.mode was not there when the server was built');
});

test('[S3.7.transports] sessions, batches, subscriptions, the pair and stdio refuse like the rest', async () => {
  class Server {}
  Service({ info: { name: 'guarded', version: '1.0.0' }, serve: false, transport: { protocol: 'full' }, ...options })(Server);
  const served = await serveSmall({}, { server: Server, features: allFeatures });
  const { application, port } = served;
  const begun = await send({ port, headers: { ...legacyHeaders }, body: initializeBody('2025-03-26') });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  const denied: unknown[] = [];
  for (const [method, params] of [
    ['tools/call', { name: 'secret' }],
    ['resources/subscribe', { uri: 'test://vault' }],
    ['resources/read', { uri: 'test://vault' }],
  ] as const) {
    denied.push(parseWire((await send({ port, headers, body: legacyBody(method, params, 1) })).text).error.code);
  }
  const batch = `[${legacyBody('tools/call', { name: 'secret' }, 1)},${legacyBody('ping', {}, 2)}]`;
  const answers = JSON.parse((await send({ port, headers, body: batch })).text) as { error?: { code: number } }[];
  denied.push(answers[0]?.error?.code);
  const modern = modernRequest('tools/call', { name: 'secret' });
  denied.push(parseWire((await send({ port, ...modern })).text).error.code);
  const pair = await openPair(port, '');
  await pair.post(initializeBody('2024-11-05'));
  await pair.next();
  await pair.post(legacyBody('tools/call', { name: 'secret' }, 2));
  denied.push(Reflect.get(Object((await pair.next())?.['error']), 'code'));
  pair.close();
  const line = await new Promise<string>((resolve) => {
    const parts = {
      server: application.mcp,
      handshakeProtocol: application.handshakeProtocol,
      auth: anonymousCaller,
      sink: { send: () => true },
    };
    new StreamConnection({ ...parts, answer: resolve }).receive(modern.body);
  });
  denied.push(parseWire(line).error.code);
  assert.equal(denied, [-32003, -32003, -32003, -32003, -32003, -32003, -32003]);
  await served.run.stop(0);
});

test.run();
