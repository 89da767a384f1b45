/* What the generated command line serves is what the bundle for Node serves, answer by answer. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { cliTarget } from '../../src/targets/cli/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { bootHttp, bootStdio, type BootOptions, type HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import {
  initializeBody,
  legacyBody,
  legacyHeaders,
  modernRequest,
  send,
  type WireAnswer,
  type WireRequest,
} from '../support/wire-client.ts';

const test = suite<{ node: BootOptions; cli: BootOptions; remove: () => void }>('serve of a generated command line');

test.before(async (context) => {
  const project = copyFixture('calculator');
  for (const target of [nodeTarget, cliTarget]) {
    const request = requestOf(project.root, 'calculator', target.name === 'cli' ? { commandLine: {} } : {});
    const folder = join(project.root, 'dist', target.name);
    await writeOutput(request, (await bundleOf(request, target)).result, folder);
    Object.assign(context, { [target.name]: { folder, name: 'calculator', ...(target.name === 'cli' ? { command: ['serve'] } : {}) } });
  }
  Object.assign(context, { remove: project.remove });
});
test.after(({ remove }) => remove());

const calls: readonly (readonly [method: string, params: Record<string, unknown>])[] = [
  ['server/discover', {}],
  ['tools/list', {}],
  ['tools/call', { name: 'add', arguments: { a: 1, b: 2 } }],
  ['tools/call', { name: 'add', arguments: { a: 'x' } }],
  ['tools/call', { name: 'divide', arguments: { a: 1, b: 0 } }],
  ['tools/call', { name: 'nothing', arguments: {} }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'calculator://constants' }],
  ['resources/read', { uri: 'calculator://nothing' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'explain', arguments: { sum: '1 + 1' } }],
  ['prompts/get', { name: 'explain', arguments: {} }],
  ['no/such', {}],
];

/** Ids and times differ from run to run. */
const steady = (text: string): string =>
  text.replaceAll(
    /err_\w+|\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}-[\da-f-]{27}|"(?:totalLatencyMs|uptime)":\d+|"mcp-session-id":"[^"]+"/g,
    '*',
  );

test('[cli-program.serve] over HTTP: every method in both protocols, refused requests, health and paths', async ({ cli, node }) => {
  const servers = [await bootHttp(node), await bootHttp(cli)] as const;
  const both = async (request: Omit<WireRequest, 'port'>): Promise<readonly WireAnswer[]> =>
    Promise.all(servers.map(({ url }: HttpBoot) => send({ port: Number(new URL(url).port), path: '/mcp', ...request })));
  const same = async (request: Omit<WireRequest, 'port'>): Promise<number> => {
    const [first, second] = (await both(request)).map(({ headers, status, text }) => ({
      status,
      type: headers['content-type'],
      text: steady(text),
    }));
    assert.equal(second, first, JSON.stringify(request));
    return second?.status ?? 0;
  };
  try {
    for (const [method, params] of calls) await same(modernRequest(method, params));
    assert.is(await same({ headers: legacyHeaders, body: initializeBody() }), 200);
    for (const [method, params] of calls.slice(1)) assert.is(await same({ headers: legacyHeaders, body: legacyBody(method, params) }), 400);
    const opened = await both({ headers: legacyHeaders, body: initializeBody() });
    for (const [method, params] of calls.slice(1)) {
      const answers = await Promise.all(
        servers.map(({ url }, index) =>
          send({
            port: Number(new URL(url).port),
            path: '/mcp',
            headers: { ...legacyHeaders, 'mcp-session-id': String(opened[index]?.headers['mcp-session-id']) },
            body: legacyBody(method, params),
          }),
        ),
      );
      assert.is(steady(answers[1]?.text ?? ''), steady(answers[0]?.text ?? ''), method);
    }
    for (const path of ['/healthz', '/readyz', '/', '/mcp/', '/nothing']) await same({ method: 'GET', path });
    assert.is(
      await same({ ...modernRequest('tools/list', {}), headers: { ...modernRequest('tools/list', {}).headers, host: 'evil.example' } }),
      403,
    );
    assert.is(await same({ headers: legacyHeaders, body: '{' }), 400);
  } finally {
    assert.equal(await Promise.all(servers.map((server) => server.stop())), [0, 0]);
  }
});

test('[cli-program.serve] over stdio: every method', async ({ cli, node }) => {
  const servers = [bootStdio(node), bootStdio(cli)] as const;
  const { params: opening } = JSON.parse(initializeBody()) as { params: object };
  for (const [method, params] of [['initialize', opening] as const, ...calls.slice(1)]) {
    const [first, second] = await Promise.all(servers.map((server) => server.request(method, params)));
    assert.is(steady(JSON.stringify(second)), steady(JSON.stringify(first)), method);
    if (method === 'initialize') for (const server of servers) server.notify('notifications/initialized');
  }
  assert.equal(await Promise.all(servers.map((server) => server.close())), [0, 0]);
});

test.run();
