/* The environment that a server sees is the one where it runs, on every target; a build puts none of its own in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import type { Target } from '../../src/compiler/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest, parseWire, send } from '../support/wire-client.ts';

const project = copyFixture('environment');
test.after(() => project.remove());

const key = 'production-key-0123456789';
const values = [undefined, 'development', 'production'] as const;

type Variables = Readonly<Record<string, string>>;
const withValue = (value: string | undefined): Variables => (value === undefined ? {} : { NODE_ENV: value });

type Bundler = 'esbuild' | 'rollup';

async function build(target: Target, bundler: Bundler, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const request = requestOf(project.root, 'environment', { build: { bundler, define } });
  const folder = join(project.root, 'dist', `${target.name}-${bundler}-${Object.keys(define).length}`);
  await writeOutput(request, (await bundleOf(request, target)).result, folder);
  return folder;
}

interface Asked {
  readonly method: string;
  readonly params?: Record<string, unknown>;
  readonly token?: string | undefined;
}

/** The answer's content, or the status of who is refused. */
async function ask(port: number, { method, params = {}, token }: Asked): Promise<unknown> {
  const { body, headers } = modernRequest(method, params);
  const credentials: Variables = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await send({ port, path: '/mcp', headers: { ...headers, ...credentials }, body });
  return answer.status === 200 ? parseWire(answer.text).result : answer.status;
}

const calling = (name: string, input: object = {}): Asked => ({ method: 'tools/call', params: { name, arguments: input } });
const call = (port: number, name: string, input: object) => ask(port, calling(name, input));
const show = async (port: number, token?: string): Promise<unknown> => {
  const result = await ask(port, { ...calling('show'), token });
  return Reflect.get(Object(result), 'structuredContent') ?? result;
};

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties?: object };
}

/** Listed tools with the names of their arguments. */
async function list(port: number, token?: string): Promise<unknown> {
  const { tools = [] } = (await ask(port, { method: 'tools/list', token })) as { readonly tools?: readonly Listed[] };
  return tools.map(({ inputSchema: { properties = {} }, name }) => [name, ...Object.keys(properties)]);
}

async function withNode<T>(folder: string, env: Variables, look: (port: number) => Promise<T>): Promise<T> {
  const boot = await bootHttp({ folder, name: 'environment', env });
  try {
    return await look(Number(new URL(boot.url).port));
  } finally {
    await boot.stop();
  }
}

async function withWorker<T>(folder: string, env: Variables, look: (port: number) => Promise<T>): Promise<T> {
  // Those of the file that the build wrote for the platform, beside its date.
  const file = readFileSync(join(project.root, 'wrangler.toml'), 'utf8');
  const flags = JSON.parse(/^compatibility_flags = (.*)$/m.exec(file)?.[1] ?? '[]') as readonly string[];
  const boot = await bootWorker({ bundle: join(folder, 'index.js'), flags, vars: env });
  try {
    return await look(Number(new URL(boot.origin).port));
  } finally {
    await boot.stop();
  }
}

const hosts = [
  { target: nodeTarget, withServer: withNode },
  { target: workerTarget, withServer: withWorker },
];

for (const { target, withServer } of hosts)
  for (const bundler of ['esbuild', 'rollup'] as const)
    test(`[environment.run-time] [environment.options] [environment.failures] ${target.name}, ${bundler}: NODE_ENV, the options it decides and the texts for callers are those of the start`, async () => {
      const folder = await build(target, bundler);
      for (const value of values) {
        const seen = { atLoad: value ?? 'unset', atCall: value ?? 'unset', isProduction: value === 'production' };
        const answers = await withServer(folder, withValue(value), async (port) => [await show(port), await show(port, key)]);
        assert.equal(answers, [value === 'production' ? 401 : seen, seen], `NODE_ENV ${value}`);
        const failed = JSON.stringify(await withServer(folder, withValue(value), (port) => ask(port, { ...calling('fail'), token: key })));
        assert.match(failed, '"isError":true');
        assert.is(failed.includes('db.internal') && failed.includes('"stack"'), value === 'development', failed);
        assert.is(failed.includes('db.internal') || failed.includes('"stack"'), value === 'development', failed);
      }
    });

for (const { target, withServer } of hosts)
  test(`[environment.lists] ${target.name}: lists are those of the start, with schemas and limits of what the build did not list`, async () => {
    const folder = await build(target, 'esbuild');
    const shown = ['show'];
    const fail = ['fail'];
    const repeat = ['repeat', 'text', 'times'];
    assert.equal(await withServer(folder, {}, list), [shown, fail, repeat]);
    assert.equal(await withServer(folder, { NODE_ENV: 'production' }, (port) => list(port, key)), [shown, fail]);
    await withServer(folder, { LEDGER: 'main' }, async (port) => {
      assert.equal(await list(port), [['charge', 'amount'], shown, fail, repeat]);
      const charge = async (amount: unknown): Promise<string> => JSON.stringify(await call(port, 'charge', { amount }));
      assert.match(await charge(3), 'main: 3');
      assert.match(await charge('3'), 'expected number');
      assert.match(await charge(4), 'main: 4');
      assert.not.match(await charge(5), 'main: 5');
      assert.match(JSON.stringify(await call(port, 'repeat', { text: 'ab' })), 'abab');
    });
  });

test('[environment.define] build.define puts a constant in, and nothing else does', async () => {
  for (const bundler of ['esbuild', 'rollup'] as const) {
    const folder = await build(nodeTarget, bundler, { 'process.env.NODE_ENV': '"staged"' });
    const seen = { atLoad: 'staged', atCall: 'staged', isProduction: false };
    assert.equal(await withNode(folder, withValue('production'), (port) => show(port)), seen);
  }
});

test.run();
