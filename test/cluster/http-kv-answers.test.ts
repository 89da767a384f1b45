/* Built servers on a key-value provider behind HTTP that answers everything but what it was asked: they do without it, and say no secret. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp, runBundle } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { startHttpKvProxy } from '../support/http-kv-proxy.ts';
import type { HttpKvProxy } from '../support/http-kv-proxy.ts';
import { listen } from '../support/listen.ts';
import { startRedis } from '../support/redis-server.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { initializeBody, legacyBody, legacyHeaders, send } from '../support/wire-client.ts';
import type { WireAnswer } from '../support/wire-client.ts';

const main = `
import { Service, tool } from '@service/sdk';
const echo = tool({ name: 'echo', description: 'Answers.' })(() => 'echoed');
const store = { provider: 'http-kv' } as const;
@Service({
  info: { name: 'shared', version: '1.4.0' },
  tools: [echo],
  redis: store,
  throttle: { global: { maxRequests: 100_000 }, storage: { redis: store } },
})
export default class Server {}
`;
const token = 'the-token-of-the-provider';
const project = copyFixture('shared', { 'src/main.ts': main });
const folder = join(project.root, 'dist', 'node');
let redis: RedisServer;
let provider: HttpKvProxy;
const environment = (): Record<string, string> => ({
  PORT: '0',
  KV_REST_API_URL: provider.url,
  KV_REST_API_TOKEN: token,
  MCP_SESSION_SECRET: 'one secret for every instance of it',
});

test.before(async () => {
  redis = await startRedis();
  provider = await startHttpKvProxy(redis.port, token);
  const request = requestOf(project.root, 'shared');
  await writeOutput(request, (await bundleOf(request)).result, folder);
});
test.after(async () => {
  await provider.close();
  await redis.remove();
  project.remove();
});

const cases: readonly (readonly [what: string, status: number, text: string])[] = [
  ['too many requests', 429, '{"error":"ERR slow down TOKEN"}'],
  ['a used up quota', 400, '{"error":"ERR max requests limit exceeded. Limit: 500000, Usage: 500001"}'],
  ['a full memory', 400, '{"error":"OOM command not allowed when used memory > \'maxmemory\'."}'],
  ['a start of its own', 200, '{"error":"LOADING Redis is loading the dataset in memory"}'],
  ['a script that runs on', 400, '{"error":"BUSY Redis is busy running a script."}'],
  ['a replica', 400, '{"error":"READONLY You can\'t write against a read only replica."}'],
  ['a refused token', 401, '{"error":"Unauthorized: TOKEN"}'],
  ['a page', 200, '<TOKEN></html>'],
  ['half of an answer', 200, '{"result": "PO'],
  ['an answer of another kind', 200, '{"result":{"of":"something else"}}'],
  ['nothing', 200, 'null'],
  ['a broken provider', 500, 'TOKEN'.repeat(1000)],
];

const initialize = (port: number) => send({ port, path: '/mcp', headers: legacyHeaders, body: initializeBody() });
const portOf = ({ url }: HttpBoot): number => Number(new URL(url).port);

for (const [what, status, text] of cases) {
  test(`[S5.3.http-kv.start] ${what} at the start: StorageConnectionError, and no listening`, async () => {
    provider.reply({ status, text });
    const { code, stderr } = await runBundle({ folder, name: 'shared', env: environment() });
    assert.is(code, 1);
    assert.match(stderr, 'StorageConnectionError: Failed to connect to Redis: ');
    assert.not.match(stderr, 'is listening');
    assert.not.match(stderr, token);
  });
}

type Case = (typeof cases)[number];

/** Each of these in place of an answer is a 503 with Retry-After, to a session that is open and to a new one; once the provider is well, so is the server. */
async function outlasts(port: number, opened: WireAnswer, troubles: readonly Case[]): Promise<void> {
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const call = () => send({ port, path: '/mcp', headers, body: legacyBody('tools/call', { name: 'echo', arguments: {} }, 1) });
  for (const [what, status, text] of troubles) {
    provider.reply({ status, text });
    for (const answer of [await call(), await initialize(port)]) {
      assert.is(answer.status, 503, what);
      assert.ok(Number(answer.headers['retry-after']) > 0, what);
    }
    provider.reply(undefined);
    const again = await call();
    assert.is(again.status, 200, what);
    assert.match(again.text, 'echoed');
  }
}

test("[S5.3.http-kv.lost] any answer in place of a store's answer: 503 with Retry-After, no secret in the log, and service again afterwards", async () => {
  provider.reply(undefined);
  const server = await bootHttp({ folder, name: 'shared', env: environment() });
  try {
    const port = portOf(server);
    await outlasts(port, await initialize(port), cases);
  } finally {
    provider.reply(undefined);
    assert.is(await server.stop(), 0);
  }
  assert.not.match(server.output.stderr, token);
});

test('[S5.3.http-kv.lost] the same on workerd, where a provider that says nothing is not waited for without end either', async () => {
  const request = requestOf(project.root, 'shared');
  const bundle = join(project.root, 'dist', 'worker');
  await writeOutput(request, (await bundleOf(request, workerTarget)).result, bundle);
  // Also before anything was answered: a worker opens its stores with its first request.
  provider.reply(cases[0] && { status: cases[0][1], text: cases[0][2] });
  const { PORT: _, ...vars } = environment();
  const worker = await bootWorker({ bundle: join(bundle, 'index.js'), vars });
  try {
    const port = Number(new URL(worker.origin).port);
    const refused = await initialize(port);
    assert.is(refused.status, 503);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    provider.reply(undefined);
    let opened = refused;
    // A start that failed is not tried again by every request.
    while (opened.status === 503) opened = await initialize(port);
    assert.is(opened.status, 200);
    await outlasts(port, opened, [...cases, ['silence', 0, '']]);
    assert.not.match(worker.output.text, /uncaught|unhandled/i);
    assert.not.match(worker.output.text, token);
  } finally {
    provider.reply(undefined);
    await worker.stop();
  }
});

test('[S5.3.http-kv.redirect] the token goes nowhere that the provider points to', async () => {
  const seen: string[] = [];
  const elsewhere = createServer((request, response) => {
    seen.push(String(request.headers.authorization));
    response.end('{"result":"PONG"}');
  });
  const place = `http://127.0.0.1:${await listen(elsewhere)}/`;
  const pointing = createServer((_request, response) => response.writeHead(307, { location: place }).end());
  const url = `http://127.0.0.1:${await listen(pointing)}`;
  const { code, stderr } = await runBundle({ folder, name: 'shared', env: { ...environment(), KV_REST_API_URL: url } });
  assert.is(code, 1);
  assert.match(stderr, 'HTTP 307 is no answer of a key-value store');
  assert.equal(seen, []);
  pointing.close();
  elsewhere.close();
});

test.run();
