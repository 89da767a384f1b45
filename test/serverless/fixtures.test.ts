/* The projects of fixtures/ as functions: every method of theirs is answered as by the bundle of Node, byte for byte but for ids and times. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { serverlessATarget } from '../../src/targets/serverless_a.ts';
import { serverlessBTarget } from '../../src/targets/serverless_b.ts';
import { bootFunction } from '../support/boot/function.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootOutput } from '../support/boot/output.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, send } from '../support/wire-client.ts';

const test = suite('fixtures as functions');

/** Those whose callers sign in, and those that share a store, have tests of their own; that of the official suite has legs. */
const projects = ['assets', 'calculator', 'clients', 'schemas', 'skills', 'storefront'];
/** The endpoint of the projects that name one. */
const entryPaths: Readonly<Record<string, string>> = { storefront: '/shop' };
/** Tools that answer only when something else has happened. */
const waiting = new Set<unknown>(['count']);

const variables = {
  // Otherwise answers tell stacks, and so the paths of bundles.
  NODE_ENV: 'production',
  MCP_SESSION_SECRET: 'the session secret of functions under test',
  SERVICE_LOG_LEVEL: 'off',
};

interface Running {
  readonly port: number;
  stop(): Promise<unknown>;
}

async function buildAndBoot(name: string, target: Target): Promise<Running> {
  const project = copyFixture(name);
  const request = requestOf(project.root, name);
  const { result } = await bundleOf(request, target);
  const folder = join(project.root, 'dist', target.name);
  await writeOutput(request, result, folder);
  const running = await boot(folder, name, target);
  const stop = async (): Promise<void> => {
    await running.stop();
    project.remove();
  };
  return { port: running.port, stop };
}

async function boot(folder: string, name: string, target: Target): Promise<Running> {
  if (target === serverlessATarget) return bootOutput(folder, variables);
  if (target === serverlessBTarget) return bootFunction({ bundle: join(folder, 'handler.cjs'), gateway: 'http-api', variables });
  const booted = await bootHttp({ folder, name, env: variables });
  return { port: Number(new URL(booted.url).port), stop: () => booted.stop() };
}

type Params = Record<string, unknown>;
/** What was asked, and what was answered. */
type Exchange = readonly [asked: string, answered: string];

/** Ids and times of one answer alone, and what is sealed in one process. */
const ofThisAnswer = /err_[0-9a-f]{16}|"timestamp":"[^"]*"|[\w-]{80,}|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{16,32}\b/g;

/** Everything that a client finds, each used once without arguments and once with arguments of the right types. */
async function use(port: number, path: string): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const headers = { host: `localhost:${port}` };
  const ask = async (method: string, params: Params = {}): Promise<unknown> => {
    const request = modernRequest(method, params, { meta: { progressToken: 'p' } });
    const { status, text } = await send({ port, path, ...request, headers: { ...headers, ...request.headers } });
    exchanges.push([`${method} ${JSON.stringify(params)}`, `${status} ${text.replaceAll(ofThisAnswer, '…')}`]);
    const last = text.split('\n').findLast((line) => line.includes('"jsonrpc"'));
    return JSON.parse(last?.replace(/^data: /, '') ?? 'null');
  };
  await ask('server/discover');
  for (const [list, members, useOf] of [
    [
      'tools/list',
      'tools',
      (tool: Params) => [{}, sampleOf(tool['inputSchema'])].map((args) => ['tools/call', { name: tool['name'], arguments: args }] as const),
    ],
    ['resources/list', 'resources', ({ uri }: Params) => [['resources/read', { uri }] as const]],
    [
      'resources/templates/list',
      'resourceTemplates',
      ({ uriTemplate }: Params) => [['resources/read', { uri: String(uriTemplate).replaceAll(/\{[^}]*\}/g, 'one') }] as const],
    ],
    [
      'prompts/list',
      'prompts',
      ({ name }: Params) => [{}, { task: 'a', name: 'a' }].map((args) => ['prompts/get', { name, arguments: args }] as const),
    ],
  ] as const) {
    const found = Reflect.get(Object(Reflect.get(Object(await ask(list)), 'result')), members) as readonly Params[] | undefined;
    for (const one of (found ?? []).filter(({ name }) => !waiting.has(name)))
      for (const [method, params] of useOf(one)) await ask(method, params);
  }
  await ask('no/such');
  exchanges.push(...(await useSession({ port, path }, headers)));
  for (const other of ['/healthz', '/nothing'])
    exchanges.push([other, String((await send({ port, method: 'GET', path: other, headers })).status)]);
  return exchanges;
}

/** The same server for a client of 2025-11-25. */
async function useSession(
  at: { readonly port: number; readonly path: string },
  host: Record<string, string>,
): Promise<readonly Exchange[]> {
  const post = (body: string, more: Record<string, string> = {}) => send({ ...at, headers: { ...legacyHeaders, ...host, ...more }, body });
  const opened = await post(initializeBody('2025-11-25'));
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
  const answers = [opened, await post(legacyBody('notifications/initialized'), session)];
  for (const method of ['ping', 'tools/list', 'resources/list', 'prompts/list', 'no/such'])
    answers.push(await post(legacyBody(method, {}, 1), session));
  answers.push(await send({ ...at, method: 'DELETE', headers: { ...legacyHeaders, ...host, ...session } }));
  answers.push(await post(legacyBody('ping', {}, 1), session));
  return answers.map(({ status, text }, index) => [`in a session: ${index}`, `${status} ${text.replaceAll(ofThisAnswer, '…')}`]);
}

/** Arguments of the types that a schema asks for; whether it takes them is part of the answer. */
function sampleOf(schema: unknown): unknown {
  const { enum: choices, items: _items, properties, type } = Object(schema) as Params;
  if (Array.isArray(choices)) return choices[0];
  if (type === 'object')
    return Object.fromEntries(Object.entries(Object(properties) as Params).map(([name, member]) => [name, sampleOf(member)]));
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 2 : 'two';
}

for (const name of projects)
  test(`[serverless.behaviour] ${name}: both functions answer as the bundle of Node`, async () => {
    const wanted = await run(name, nodeTarget);
    assert.ok(wanted.length > 10);
    for (const target of [serverlessATarget, serverlessBTarget]) {
      const found = new Map(await run(name, target));
      for (const [asked, answered] of wanted) assert.is(found.get(asked), answered, `${target.name}: ${asked}`);
      assert.is(found.size, new Map(wanted).size);
    }
  });

async function run(name: string, target: Target): Promise<readonly Exchange[]> {
  const running = await buildAndBoot(name, target);
  try {
    return await use(running.port, entryPaths[name] ?? '/mcp');
  } finally {
    await running.stop();
  }
}

test.run();
