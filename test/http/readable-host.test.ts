/* Servers whose public address is what requests come to: a Host that names no host moves nothing (RFC 9112 section 3.2). On real sockets. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Service } from '@service/sdk/define';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { fetchSmall } from '../support/fetch-small.ts';
import { testSecret } from '../support/sign-in-project.ts';
import { modernRequest, send } from '../support/wire-client.ts';

const mainWith = (parts: string): string => `
import { Service, tool } from '@service/sdk';
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
@Service({ info: { name: 'named', version: '1.0.0' }, tools: [whoami], ${parts} })
export default class Server {}
`;
const local = "auth: { mode: 'local' }";
const open = "auth: { mode: 'public' }";
const routes = "http: { routes: [{ method: 'GET', path: '/where', handler: (request) => new Response(request.url) }] }";

interface Built {
  /** Starts it with variables; its port. */
  readonly boot: (
    variables?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly port: number; readonly stop: () => Promise<unknown> }>;
}

async function withBuild(target: Target, parts: string, use: (built: Built) => Promise<void>): Promise<void> {
  const project = copyFixture('local-auth', { 'src/main.ts': mainWith(parts), 'src/options.ts': 'export {};\n' });
  try {
    const request = requestOf(project.root, 'named');
    const folder = join(project.root, 'dist');
    await writeOutput(request, (await bundleOf(request, target)).result, folder);
    await use({
      boot: async (more) => {
        const variables = { JWT_SECRET: testSecret, SERVICE_BIND_ADDRESS: 'all', ...more };
        if (target === workerTarget) {
          const worker = await bootWorker({ bundle: join(folder, 'index.js'), vars: variables });
          return { port: Number(new URL(worker.origin).port), stop: () => worker.stop() };
        }
        const server = await bootHttp({ folder, name: 'named', env: variables });
        return { port: Number(new URL(server.url).port), stop: () => server.stop() };
      },
    });
  } finally {
    project.remove();
  }
}

const refused = [400, { error: 'Bad Request', message: 'Invalid Host header' }];
const unreadable = [
  'user@host.example',
  'host.example/path',
  'host.example, other.example',
  'host.example:port',
  '[::1',
  'a b',
  '"quoted"',
  '1.2.3.4.5',
  'host:65536',
];
const readable = ['host.example', 'HOST.example:8443', '[::1]:3000', 'host.example:'];

const get = async (port: number, path: string, headers: Readonly<Record<string, string>>) => {
  const answer = await send({ port, method: 'GET', path, headers });
  return [answer.status, answer.text.startsWith('{') ? (JSON.parse(answer.text) as unknown) : answer.text] as const;
};

const cases = [
  [nodeTarget, local, '/.well-known/oauth-protected-resource'],
  [workerTarget, local, '/.well-known/oauth-protected-resource'],
  [nodeTarget, open, '/healthz'],
  [nodeTarget, routes, '/where'],
  [workerTarget, routes, '/where'],
] as const;

for (const [target, parts, path] of cases)
  test(`[rfc9112.host] a ${target.name} build with ${parts.slice(0, 24)} refuses a malformed Host, before any other check`, () =>
    withBuild(target, parts, async ({ boot }) => {
      const server = await boot();
      try {
        const { body, headers } = modernRequest('tools/call', { name: 'whoami', arguments: {} });
        for (const host of unreadable) {
          // workerd makes a URL of it before any worker is asked, and says 500 itself.
          const [status, told] = await get(server.port, path, { host });
          if (target === workerTarget) assert.equal([status, told], [500, 'Internal Server Error'], host);
          else assert.equal([status, told], refused, host);
          const called = await send({ port: server.port, path: '/mcp', headers: { ...headers, host }, body });
          assert.is(called.status, status, host);
        }
        for (const host of readable) assert.is((await get(server.port, path, { host }))[0], 200, host);
      } finally {
        await server.stop();
      }
    }));

test('[rfc9112.host] a fetch platform that hands such a Host on is answered 400', async () => {
  const Routed = class {};
  Service({
    info: { name: 'named', version: '1.0.0' },
    tools: [],
    http: { routes: [{ method: 'GET', path: '/where', handler: ({ url }) => new Response(url) }] },
  })(Routed);
  const { handler } = fetchSmall({ server: Routed });
  const ask = async (host: string) => {
    const answer = await handler(new Request('http://host.example/where', { headers: { host } }), {}, undefined);
    return [answer.status, await answer.text()];
  };
  for (const host of unreadable) assert.equal(await ask(host), [400, JSON.stringify(refused[1])], host);
  assert.equal(await ask('other.example:81'), [200, 'http://other.example:81/where']);
});

test('[rfc9112.host] behind the operator’s proxies it is the name that they were asked for, and a pinned address asks no request', () =>
  withBuild(nodeTarget, local, async ({ boot }) => {
    const path = '/.well-known/oauth-protected-resource';
    const proxied = await boot({ SERVICE_TRUST_PROXY: '1' });
    try {
      const ask = (forwarded: string) => get(proxied.port, path, { host: 'inner', 'x-forwarded-host': forwarded });
      assert.equal(await ask('user@outer.example'), refused);
      const [status, document] = await ask('outer.example');
      assert.is(status, 200);
      assert.is(Reflect.get(Object(document), 'resource'), 'http://outer.example/mcp');
    } finally {
      await proxied.stop();
    }
    const pinned = await boot({ SERVICE_PUBLIC_URL: 'https://mine.example' });
    try {
      const [status, document] = await get(pinned.port, path, { host: 'user@host' });
      assert.is(status, 200);
      assert.is(Reflect.get(Object(document), 'resource'), 'https://mine.example/mcp');
    } finally {
      await pinned.stop();
    }
  }));

test.run();
