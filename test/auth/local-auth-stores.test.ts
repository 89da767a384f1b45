/* `auth.tokenStorage` on built bundles: what outlives a process, and what happens when the store is away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { continueOnSqliteNode } from '../support/newer-node.ts';
import { newPkce, oauthErrorOf, tokensOf } from '../support/oauth-driver.ts';
import { freePort, startRedis } from '../support/redis-server.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';
import { modernRequest, send } from '../support/wire-client.ts';

continueOnSqliteNode(fileURLToPath(import.meta.url));

const mainWith = (storage: string): string => `
import { Service, tool } from '@service/sdk';
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
const withdraw = tool({ name: 'withdraw', description: 'Ends the grants of the caller.' })(async (_input, { auth, grants }) => {
  await grants.withdraw(auth.user.sub);
  return 'done';
});
@Service({ info: { name: 'local-auth', version: '1.0.0' }, tools: [whoami, withdraw], auth: { mode: 'local', revocation: true, tokenStorage: ${storage} } })
export default class Server {}
`;

const redis = new SignInProject('local-auth', { 'src/main.ts': mainWith('{ redis: {} }') });
const sqlite = new SignInProject('local-auth', {
  'src/main.ts': mainWith(
    "{ sqlite: { path: process.env['STORE_FILE'] ?? '', encryption: { secret: process.env['STORE_SECRET'] ?? '' } } }",
  ),
});
const folder = mkdtempSync(join(tmpdir(), 'service-sign-in-'));

test.before(async () => {
  await redis.build();
  await sqlite.build();
});
test.after(async () => {
  await redis.close();
  await sqlite.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sign in, end the process, go on with another one. */
async function checkOutlives(project: SignInProject, variables: Readonly<Record<string, string>>): Promise<void> {
  const port = await freePort();
  const given = { variables: { ...variables, PORT: String(port) } };
  const first = await project.boot(given);
  const { clientId, code, pkce, tokens } = await first.oauth.signIn();
  const open = await first.oauth.open(clientId, newPkce());
  await first.stop();
  const second = await project.boot(given);
  assert.is((await second.call(tokens.access_token)).status, 200);
  assert.is((await second.oauth.submit(open)).status, 302, 'the open page is still known');
  const next = tokensOf(await second.oauth.refresh(clientId, tokens.refresh_token));
  assert.is(
    oauthErrorOf(await second.oauth.exchange({ clientId, code, pkce })).error_description,
    'Authorization code has already been used',
  );
  assert.is((await second.oauth.refresh(clientId, next.refresh_token)).status, 400, 'the replay ended the family');
  await checkEnds([second, second], 'one instance');
  await second.stop();
}

/** Grants that are ended at one instance are ended at the other. */
async function checkEnds([one, two]: readonly [SignInServer, SignInServer], where: string): Promise<void> {
  const revoked = await one.oauth.signIn();
  assert.is((await one.call(revoked.tokens.access_token)).status, 200);
  assert.is((await two.oauth.post('/oauth/revoke', { token: revoked.tokens.refresh_token, client_id: revoked.clientId })).status, 200);
  assert.is((await one.call(revoked.tokens.access_token)).status, 401, `${where}: an access token of a revoked grant`);
  assert.is((await one.oauth.refresh(revoked.clientId, revoked.tokens.refresh_token)).status, 400, where);
  const [own, other] = [await one.oauth.signIn(), await two.oauth.signIn({ form: { email: 'eve@example.com' } })];
  const request = modernRequest('tools/call', { name: 'withdraw', arguments: {} });
  const headers = { ...request.headers, authorization: `Bearer ${own.tokens.access_token}` };
  assert.match((await send({ port: two.port, path: '/mcp', headers, body: request.body })).text, 'done');
  assert.is((await one.call(own.tokens.access_token)).status, 401, `${where}: a person whose grants were withdrawn`);
  assert.is((await one.oauth.refresh(own.clientId, own.tokens.refresh_token)).status, 400, where);
  assert.is((await one.call(other.tokens.access_token)).status, 200, `${where}: somebody else`);
  assert.is((await two.call((await one.oauth.signIn()).tokens.access_token)).status, 200, `${where}: who signs in again`);
}

test('[D1.storage.redis] [revocation.refresh] [revocation.withdraw] sign-ins, clients and grants outlive an instance in redis, and 50 exchanges over two instances give one success', async () => {
  const store = await startRedis();
  const variables = { REDIS_URL: `redis://127.0.0.1:${store.port}`, SERVICE_PUBLIC_URL: 'http://127.0.0.1:1' };
  await checkOutlives(redis, variables);
  const [one, two] = [await redis.boot({ variables }), await redis.boot({ variables })];
  const clientId = await one.oauth.clientId();
  const pkce = newPkce();
  const code = await two.oauth.code(clientId, pkce);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? one : two).oauth.exchange({ clientId, code, pkce })),
  );
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
  await checkEnds([one, two], 'two instances');
  const away = one.oauth.token({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: `${'A'.repeat(22)}.1.${'A'.repeat(43)}`,
  });
  assert.is((await away).status, 400);
  await store.kill();
  for (const answer of [await one.oauth.exchange({ clientId, code, pkce }), await one.oauth.register()]) {
    assert.is(answer.status, 503, 'fails closed');
    assert.is(oauthErrorOf(answer).error, 'temporarily_unavailable');
    assert.is(answer.headers['cache-control'], 'no-store');
  }
  await Promise.all([one.stop(), two.stop()]);
  await store.remove();
});

test('[D1.storage.unreachable] a store that is not there stops the start, and memory never takes its place', async () => {
  const { code, stderr } = await redis.start({ variables: { REDIS_URL: `redis://user:s3cret@127.0.0.1:${await freePort()}` } });
  assert.is(code, 1);
  assert.match(stderr, 'StorageConnectionError: Failed to connect to Redis:');
  assert.not.match(stderr, 's3cret');
});

test('[D1.storage.sqlite] [D1.storage.encryption] [revocation.withdraw] they outlive a restart in a file, which opens with its own secret only', async () => {
  const variables = {
    STORE_FILE: join(folder, 'store.db'),
    STORE_SECRET: 'first secret of the file',
    SERVICE_PUBLIC_URL: 'http://127.0.0.1:1',
  };
  await checkOutlives(sqlite, variables);
  const { code, stderr } = await sqlite.start({ variables: { ...variables, STORE_SECRET: 'another secret' } });
  assert.is(code, 1);
  assert.match(stderr, 'SqliteDecryptionError: ');
  assert.match(stderr, 'another encryption.secret');
});

test.run();
