/* What several instances share beside sign-ins: documents of clients, and the rate of callers without a sign-in. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newPkce } from '../support/oauth-driver.ts';
import { startRedis } from '../support/redis-server.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';

const mainWith = (auth: string): string => `
import { Service, tool } from '@service/sdk';
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
@Service({ info: { name: 'local-auth', version: '1.0.0' }, tools: [whoami], auth: { mode: 'local', ${auth} } })
export default class Server {}
`;
const limited = new SignInProject('local-auth', {
  'src/main.ts': mainWith('allowDefaultPublic: true, publicAccess: { rateLimit: 3 }, tokenStorage: { redis: {} }'),
});
const documented = new SignInProject('local-auth', {
  'src/main.ts': mainWith("cimd: { cache: { type: 'redis', redis: {} }, security: { allowInsecureForTesting: true } }"),
});
test.before(async () => {
  await limited.build();
  await documented.build();
});
test.after(async () => {
  await limited.close();
  await documented.close();
});

/** Two instances behind one address, on one store. */
async function two(project: SignInProject, port: number): Promise<readonly [SignInServer, SignInServer]> {
  const variables = { REDIS_URL: `redis://127.0.0.1:${port}`, SERVICE_PUBLIC_URL: 'http://127.0.0.1:1' };
  return [await project.boot({ variables }), await project.boot({ variables })];
}

test('[N7.shared] the rate of callers without a sign-in is one over all instances', async () => {
  const store = await startRedis();
  const [one, other] = await two(limited, store.port);
  const { text } = await one.oauth.token({ grant_type: 'anonymous', client_id: 'c' });
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  const answers = [];
  for (const server of [one, other, one, other, one]) answers.push((await server.call(token)).status);
  // The window slides, so nothing passes again while this runs.
  assert.equal(answers, [200, 200, 200, 429, 429]);
  const { tokens } = await one.oauth.signIn();
  assert.is((await other.call(tokens.access_token)).status, 200, 'who has signed in is not meant');
  await store.kill();
  assert.is((await one.call(token)).status, 503, 'an open limit is no limit');
  await Promise.all([one.stop(), other.stop()]);
  await store.remove();
});

test('[cimd.cache.redis] [D1.options.cimd] [guard.exchange.document] a client named by its document signs in, and two instances fetch it once', async () => {
  const store = await startRedis();
  let asked = 0;
  const documents = createServer((_request, response) => {
    asked++;
    const body = { client_id: id, client_name: 'Desk', redirect_uris: ['http://127.0.0.1:9999/callback'] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  const id = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/client.json`;
  const [one, other] = await two(documented, store.port);
  const { tokens } = await one.oauth.signIn({ clientId: id });
  assert.is((await other.call(tokens.access_token)).status, 200);
  const page = await other.oauth.open(id, newPkce());
  assert.match(page.answer.text, 'Desk');
  assert.is(asked, 1);
  assert.is((await other.oauth.refresh(id, tokens.refresh_token)).status, 400, 'grants are in memory here');
  const pkce = newPkce();
  const code = await one.oauth.code(id, pkce);
  await store.kill();
  assert.is((await one.oauth.exchange({ clientId: id, code, pkce })).status, 200, 'a document that cannot be read fails no exchange');
  const away = await one.oauth.open(id, newPkce());
  assert.is(away.answer.status, 503, away.answer.text);
  assert.is((await one.oauth.refresh(id, tokens.refresh_token)).status, 200, 'and no refresh');
  await Promise.all([one.stop(), other.stop()]);
  await store.remove();
  documents.close();
});

test.run();
