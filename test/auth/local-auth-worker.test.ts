/* auth: { mode: local } as a worker: on workerd itself, with WebCrypto alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { OAuthDriver } from '../support/oauth-driver.ts';
import { testSecret } from '../support/sign-in-project.ts';
import { modernRequest, send } from '../support/wire-client.ts';

const mainWith = (auth: string): string => `
import { Service, tool } from '@service/sdk';
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
@Service({ info: { name: 'edge', version: '1.0.0' }, tools: [whoami], transport: { protocol: 'stateless-api' }${auth} })
export default class Server {}
`;

const projects: { remove(): void }[] = [];
test.after(() => projects.forEach((project) => project.remove()));

async function buildEdge(auth: string): Promise<{ path: string; code: string }> {
  const project = copyFixture('local-auth', { 'src/main.ts': mainWith(auth), 'src/options.ts': 'export {};\n' });
  projects.push(project);
  const request = requestOf(project.root, 'edge');
  const { result } = await bundleOf(request, workerTarget);
  const folder = join(project.root, 'dist', 'worker');
  await writeOutput(request, result, folder);
  const path = join(folder, 'index.js');
  return { path, code: readFileSync(path, 'utf8') };
}

test('[I6.worker] [D1.secret.edge] the whole sign-in on workerd; without a good secret every request is 500 with its code', async () => {
  const { path: bundle } = await buildEdge(", auth: { mode: 'local', dcr: { enabled: true } }");
  const good = await bootWorker({ bundle, vars: { JWT_SECRET: testSecret } });
  const { port } = new URL(good.origin);
  const oauth = new OAuthDriver(
    (request) => send({ port: Number(port), ...request, headers: { host: `localhost:${port}`, ...request.headers } }),
    good.origin,
  );
  const { clientId, tokens } = await oauth.signIn();
  const call = modernRequest('tools/call', { name: 'whoami', arguments: {} });
  const path = new URL((JSON.parse((await oauth.get('/.well-known/oauth-protected-resource')).text) as { resource: string }).resource)
    .pathname;
  const answer = await send({
    port: Number(port),
    path,
    headers: { ...call.headers, host: `localhost:${port}`, authorization: `Bearer ${tokens.access_token}` },
    body: call.body,
  });
  assert.is(answer.status, 200, answer.text);
  assert.is((await oauth.refresh(clientId, tokens.refresh_token)).status, 200);
  assert.is((await oauth.get('/.well-known/jwks.json')).status, 200);
  await good.stop();
  for (const [vars, code] of [
    [{}, 'JWT_SECRET_REQUIRED'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET_INVALID'],
  ] as const) {
    const bad = await bootWorker({ bundle, vars });
    for (const target of ['/mcp', '/oauth/authorize', '/health']) {
      const refused = await send({ port: Number(new URL(bad.origin).port), method: 'GET', path: target });
      assert.is(refused.status, 500, target);
      assert.is((JSON.parse(refused.text) as { code: string }).code, code);
    }
    await bad.stop();
  }
});

test('[I6.size] [I6.composition] sign-in adds at most 43 kB gzip to a worker, and a server without auth carries none of it', async () => {
  const [without, withAuth] = [await buildEdge(''), await buildEdge(", auth: { mode: 'local' }")];
  const [small, large] = [without, withAuth].map(({ code }) => gzipSync(code).length);
  assert.ok((large ?? 0) - (small ?? 0) <= 43_000, `${small} to ${large} bytes`);
  for (const text of ['/oauth/', 'code_challenge', 'oauth-authorization-server', 'HS256']) assert.not.match(without.code, text);
  for (const text of ['node:', 'process.env']) assert.not.match(withAuth.code, text);
  // Errors of jose that nobody looks for, and addresses that are checked only where documents of strangers are fetched.
  for (const text of ['ERR_JWE_DECRYPTION_FAILED', 'ERR_JWKS_TIMEOUT', '2001:db8']) assert.not.match(withAuth.code, text);
});

test.run();
