/* Starts that must fail, on built bundles: everything that is wrong in one message, and no store, no server. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { runBundle } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { freePort } from '../support/redis-server.ts';

type Environment = Readonly<Record<string, string>>;

/** A server that is never well: only its start is looked at. */
async function startOf(options: string, environments: readonly Environment[]) {
  const main = `
    import { Service, tool } from '@service/sdk';
    const env = (name: string, standard: string) => process.env[name] ?? standard;
    const echo = tool({ name: 'echo', description: 'Says that it was called.' })(() => 'called');
    @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [echo], ${options} })
    export default class Server {}
  `;
  const project = copyFixture('shared', { 'src/main.ts': main });
  try {
    const request = requestOf(project.root, 'shared');
    const { result } = await bundleOf(request);
    const folder = join(project.root, 'dist', 'node');
    await writeOutput(request, result, folder);
    const ends = [];
    for (const env of environments) ends.push(await runBundle({ folder, name: 'shared', env: { PORT: '0', ...secrets, ...env } }));
    return ends;
  } finally {
    project.remove();
  }
}

const secrets = {
  MCP_SESSION_SECRET: 'one secret for every instance of it',
  JWT_SECRET: 'another secret that is long enough to sign with',
};

const said = (end: { readonly code: number | string; readonly stderr: string }, faults: readonly (string | RegExp)[]): void => {
  assert.is(end.code, 1, end.stderr);
  for (const fault of faults) assert.match(end.stderr, fault);
  assert.not.match(end.stderr, 'is listening');
};

const stores = `
  redis: { port: Number(env('STATE_PORT', '6379')) },
  throttle: {
    global: { maxRequests: Number(env('MOST', '100')) },
    storage: { redis: { port: Number(env('COUNTS_PORT', '6379')), db: Number(env('COUNTS_DB', '0')) } },
  },
  auth: {
    mode: 'local',
    tokenStorage: { redis: { port: Number(env('TOKENS_PORT', '6379')) } },
    local: { issuer: env('ISSUER', 'https://mcp.example') },
  },
  http: { bodyLimit: env('LIMIT', '1mb') },
`;

test('[I4.start.all] one message names every wrong option and every wrong variable, with its rule and never its value', async () => {
  const options = {
    STATE_PORT: '99999',
    COUNTS_PORT: '-1',
    COUNTS_DB: '-7',
    TOKENS_PORT: '70000',
    MOST: '0',
    ISSUER: 'nowhere',
    LIMIT: 'lots',
  };
  const variables = { SERVICE_TRUST_PROXY: 'hunter2', SERVICE_BODY_TIMEOUT_SECONDS: '0', REDIS_PORT: '0', SERVICE_HTTP_ENTRY_PATH: 'a b' };
  const missing = { SERVICE_TRUST_PROXY: 'hunter2' };
  const [both, onlyOptions, onlyMissing, missingToo] = await startOf(stores, [{ ...options, ...variables }, options, {}, missing]);
  assert.ok(both !== undefined && onlyOptions !== undefined && onlyMissing !== undefined && missingToo !== undefined);
  const wrongOptions = [
    /"redis": port must be a port number/,
    /"throttle.storage": redis.port must be a port number/,
    /"throttle.storage": redis.db must be a number of 0 or more/,
    /"throttle.global": maxRequests: expected an integer of at least 1; got 0/,
    /"auth.tokenStorage": redis.port must be a port number/,
    /"auth.local.issuer": /,
    /"http.bodyLimit": /,
  ];
  said(both, [...wrongOptions, ...Object.keys(variables).map((name) => `${name}: `)]);
  assert.not.match(both.stderr, 'hunter2');
  said(onlyOptions, wrongOptions);
  // What only a start can know: none of the three stores has an address.
  const noAddress = ['redis.host is required', 'throttle.storage.redis.host is required', 'auth.tokenStorage.redis.host is required'];
  said(onlyMissing, noAddress);
  said(missingToo, ['SERVICE_TRUST_PROXY: ', ...noAddress]);
});

/** Each part of a server that keeps something in a store, and nothing else that does. */
const sites: Readonly<Record<string, string>> = {
  sessions: `redis: {}`,
  persistence: `transport: { persistence: { redis: {} } }`,
  'event store': `redis: {}, transport: { eventStore: { enabled: true, provider: 'redis' } }`,
  limits: `throttle: { global: { maxRequests: 100 }, storage: { redis: {} } }`,
  questions: `elicitation: { redis: {} }`,
  channels: `redis: {}, pubsub: {}`,
  tokens: `auth: { mode: 'local', tokenStorage: { redis: {} } }`,
};

for (const [site, options] of Object.entries(sites)) {
  test(`[I4.start.store] a store that is away stops the start: ${site}`, async () => {
    const [end] = await startOf(options, [{ REDIS_URL: `redis://user:hunter2@127.0.0.1:${await freePort()}` }]);
    assert.ok(end !== undefined);
    said(end, [/StorageConnectionError: Failed to connect to Redis: .*ECONNREFUSED/]);
    assert.not.match(end.stderr, 'hunter2');
    assert.is(end.stdout, '');
  });
}

test('[I4.start.all] a bad address of a store is reported once, by the name of its variable and without its value', async () => {
  const bad = ['http://user:hunter2@cache:6379', 'hunter2', 'redis://user:hunter2@cache:6379/first', 'redis://user:100%hunter2@cache'];
  const environments = bad.map((REDIS_URL) => ({ REDIS_URL, SERVICE_TRUST_PROXY: 'x' }));
  for (const [at, end] of (await startOf(stores, environments)).entries()) {
    said(end, [
      `REDIS_URL: must be an address like redis://host:6379/0`,
      `(got text of ${bad[at]?.length} characters)`,
      'SERVICE_TRUST_PROXY: ',
    ]);
    assert.is(end.stderr.split('REDIS_URL: ').length, 2, 'three stores, one variable');
    assert.not.match(end.stderr, /hunter2|redis\.url|cache/);
  }
  const options = "redis: { provider: 'http-kv' }";
  const [kv] = await startOf(options, [{ KV_REST_API_URL: 'ftp://user:hunter2@kv', KV_REST_API_TOKEN: 'hunter3' }]);
  assert.ok(kv !== undefined);
  said(kv, ['KV_REST_API_URL: must be an http(s) address (got text of 21 characters)']);
  assert.not.match(kv.stderr, /hunter/);
});

test.run();
