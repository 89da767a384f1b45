/* Custom headers against the server's own, on built bundles over HTTP: said in the code on Node, by a variable on workerd. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { newPkce, OAuthDriver } from '../support/oauth-driver.ts';
import { testSecret } from '../support/sign-in-project.ts';
import { modernRequest, send, sendRaw, type WireAnswer } from '../support/wire-client.ts';

const custom = {
  'Cache-Control': 'private, max-age=9',
  'Content-Security-Policy': "default-src 'self'",
  'Referrer-Policy': 'origin',
  'Retry-After': '77',
  'X-Accel-Buffering': 'yes',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Own': 'yes',
  Vary: 'Accept',
};

const mainWith = (securityHeaders: object): string => `
import { Service, tool } from '@service/sdk';
const speak = tool({ name: 'speak', description: 'Speaks before it answers.' })((_input, ctx) => {
  ctx.progress(1, 2);
  return 'said';
});
const fetched = () => new Response('of its author', { headers: { 'cache-control': 'max-age=5' } });
@Service({
  info: { name: 'headers', version: '1.0.0' },
  tools: [speak],
  transport: { protocol: 'stateless-api' },
  auth: { mode: 'local', dcr: { enabled: true } },
  registry: { name: 'com.example/headers', description: 'Sends headers' },
  http: {
    cors: { origin: ['https://app.example'] },
    securityHeaders: ${JSON.stringify(securityHeaders)},
    routes: [{ method: 'GET', path: '/fetched', handler: fetched }],
  },
})
export default class Server {}
`;

const projects: { remove(): void }[] = [];
test.after(() => projects.forEach((project) => project.remove()));

async function buildFor(target: typeof nodeTarget, securityHeaders: object): Promise<string> {
  const project = copyFixture('local-auth', { 'src/main.ts': mainWith(securityHeaders), 'src/options.ts': 'export {};\n' });
  projects.push(project);
  const request = requestOf(project.root, 'headers');
  const { result } = await bundleOf(request, target);
  const folder = join(project.root, 'dist', target.name);
  await writeOutput(request, result, folder);
  return folder;
}

const shown = ({ headers }: WireAnswer, names: readonly string[]): readonly unknown[] => names.map((name) => headers[name]);

/** @param log what the server has written so far */
async function checkHeaders(origin: string, log: () => string): Promise<void> {
  const port = Number(new URL(origin).port);
  const ask: ConstructorParameters<typeof OAuthDriver>[0] = (request) =>
    send({ port, ...request, headers: { host: `localhost:${port}`, ...request.headers } });
  const oauth = new OAuthDriver(ask, origin);

  // Ours give way: of health, refusals, a page with a policy of its own, CORS.
  const { body, headers } = modernRequest('tools/call', { name: 'speak', arguments: {} });
  for (const [status, answer] of [
    [200, await oauth.get('/healthz', { origin: 'https://app.example' })],
    [401, await ask({ path: '/mcp', headers, body })],
    [404, await oauth.get('/nothing')],
  ] as const) {
    assert.is(answer.status, status);
    assert.equal(
      shown(answer, ['cache-control', 'content-security-policy', 'x-frame-options', 'x-own', 'vary']),
      ['private, max-age=9', "default-src 'self'", 'SAMEORIGIN', 'yes', 'Accept, Origin'],
      String(status),
    );
  }

  // Sign-in: its pages, its redirects, its tokens.
  const { answer: page } = await oauth.open(await oauth.clientId(), newPkce());
  assert.is(page.status, 200);
  assert.equal(shown(page, ['cache-control', 'x-frame-options', 'referrer-policy', 'x-own']), ['no-store', 'DENY', 'same-origin', 'yes']);
  assert.match(String(page.headers['content-security-policy']), "default-src 'none'");
  const redirected = await oauth.submit(await oauth.open(await oauth.clientId(), newPkce()), { email: 'ada@example.com' });
  assert.is(redirected.status, 302, redirected.text);
  assert.equal(shown(redirected, ['cache-control', 'referrer-policy', 'x-own']), ['no-store', 'no-referrer', 'yes']);
  for (const answer of [await oauth.token({}), await oauth.register({})])
    assert.equal(shown(answer, ['cache-control', 'pragma', 'x-own']), ['no-store', 'no-cache', 'yes']);

  // Documents say themselves how long they may be kept, and so does what an author's route answers.
  for (const [path, kept] of [
    ['/.well-known/oauth-protected-resource', 'no-store'],
    ['/.well-known/oauth-authorization-server', 'no-store'],
    ['/mcp/server-card', 'no-store'],
    ['/.well-known/ai-catalog.json', 'no-store'],
    ['/fetched', 'max-age=5'],
  ] as const) {
    const answer = await oauth.get(path);
    assert.is(answer.status, 200, path);
    assert.equal(shown(answer, ['cache-control', 'x-own']), [kept, 'yes'], path);
  }

  const { tokens } = await oauth.signIn();
  const spoken = modernRequest('tools/call', { name: 'speak', arguments: {} }, { meta: { progressToken: 'p' } });
  const stream = await ask({ path: '/mcp', ...spoken, headers: { ...spoken.headers, authorization: `Bearer ${tokens.access_token}` } });
  assert.match(String(stream.headers['content-type']), 'text/event-stream', stream.text);
  assert.equal(shown(stream, ['cache-control', 'x-accel-buffering', 'x-own']), ['no-cache, no-transform', 'no', 'yes']);

  // The start says where they do not win.
  for (const line of [
    'custom headers: event streams keep their own cache-control, x-accel-buffering',
    'custom headers: token and registration answers keep their own cache-control',
    'custom headers: sign-in pages and redirects keep their own cache-control, content-security-policy, x-frame-options, referrer-policy',
    'custom headers: discovery documents keep their own cache-control',
    'custom headers: the server card and the catalog keep their own cache-control',
  ])
    assert.match(log(), line);
}

test('[D2.headers.custom-wins] [D2.headers.custom-kept] on Node custom headers win over all but what sign-in, streams and documents say', async () => {
  const folder = await buildFor(nodeTarget, { custom });
  const boot = await bootHttp({ folder, name: 'headers', env: { JWT_SECRET: testSecret } });
  await checkHeaders(`http://localhost:${new URL(boot.url).port}`, () => boot.output.stderr);
  for (const bytes of ['NOT HTTP\r\n\r\n', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n\r\n'])
    assert.match(await sendRaw(Number(new URL(boot.url).port), bytes), /cache-control: private, max-age=9\r\n/);
  await boot.stop();
});

test('[D2.headers.custom-wins] [D2.headers.custom-kept] and on a worker', async () => {
  const bundle = join(await buildFor(workerTarget, {}), 'index.js');
  const boot = await bootWorker({ bundle, vars: { JWT_SECRET: testSecret, SERVICE_HEADERS_CUSTOM: JSON.stringify(custom) } });
  await checkHeaders(boot.origin, () => boot.output.text);
  await boot.stop();
});

test.run();
