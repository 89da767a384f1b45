/* A project with every kind of schema, built with tables and built with zod: both bundles give the same answers, byte for byte. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CompileRequest } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { fixture } from '../../fixtures/schemas/fixture.ts';
import { analyse, build, bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { inputNear } from '../support/schema-kinds/index.ts';
import { schemaSamples } from '../support/schema-samples.ts';
import { modernRequest } from '../support/wire-client.ts';

/** Values a tool; CONTRIBUTING.md: `SCHEMA_VALUES=10000` before a release. */
const values = Math.ceil(Number(process.env['SCHEMA_VALUES'] ?? 1000) / 10);

type Ask = (name: string, params: Record<string, unknown>) => Promise<string>;

interface Context {
  readonly project: ReturnType<typeof copyFixture>;
  readonly tables: Ask;
  readonly zod: Ask;
}
const test = suite<Context>('schemas');

/** A worker bundle is a module with `fetch`; nothing of it needs a worker. */
async function startBundle(root: string, more: Partial<CompileRequest>): Promise<Ask> {
  const { code } = await bundleOf(requestOf(root, 'schemas', { variables: { SERVICE_LOG_LEVEL: 'off' }, ...more }), workerTarget);
  const file = join(root, `bundle-${String(more.keepSchemas ?? false)}-${more.build?.bundler ?? 'esbuild'}.mjs`);
  writeFileSync(file, code);
  const { default: worker } = (await import(pathToFileURL(file).href)) as { default: { fetch(request: Request): Promise<Response> } };
  return async (name, params) => {
    const { headers, body } = modernRequest('tools/call', { name, ...params }, { meta: { [capabilities]: { elicitation: {} } } });
    const answer = await worker.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers: { host: 'localhost', ...headers }, body }),
    );
    return (await answer.text()).replaceAll(ofThisAnswer, '');
  };
}
/** Ids and times of one answer alone. */
const ofThisAnswer = /err_[0-9a-f]{16}|"timestamp":"[^"]*"/g;
const capabilities = 'io.modelcontextprotocol/clientCapabilities';

test.before(async (context) => {
  const project = copyFixture('schemas');
  const { root } = project;
  Object.assign(context, { project, tables: await startBundle(root, {}), zod: await startBundle(root, { keepSchemas: true }) });
});

test.after(({ project }) => project.remove());

for (const target of [nodeTarget, workerTarget])
  test(`[P5.bundle.no-zod] ${target.name}: a bundle whose schemas all compile holds no zod`, async ({ project }) => {
    const { code, report } = await bundleOf(requestOf(project.root, 'schemas'), target);
    const promise = fixture.targets[target.name];
    assert.ok(promise !== undefined);
    assert.is(report.zod, undefined);
    for (const path of promise.mustNotBundle)
      assert.not.ok(
        report.bundled.some((file) => file.includes(path)),
        path,
      );
    for (const text of promise.mustNotContain) assert.not.ok(code.includes(text), text);
    assert.ok(report.gzipBytes <= promise.maxGzipBytes, `${report.gzipBytes} bytes after gzip`);
  });

for (const folder of ['src/templates/basic', 'src/templates/full', 'fixtures/conformance'])
  test(`[P5.bundle.no-zod] ${folder}: no target brings zod`, async () => {
    const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
    // Tools that run only as tasks need a store on a worker.
    const targets = folder === 'fixtures/conformance' ? [nodeTarget] : [nodeTarget, workerTarget];
    for (const target of targets) {
      const { code, report } = await bundleOf(requestOf(root, 'project'), target);
      assert.is(report.zod, undefined, target.name);
      for (const path of fixture.targets[target.name]?.mustNotBundle ?? [])
        assert.not.ok(
          report.bundled.some((file) => file.includes(path)),
          `${target.name}: ${path}`,
        );
      for (const text of fixture.targets[target.name]?.mustNotContain ?? []) assert.not.ok(code.includes(text), `${target.name}: ${text}`);
    }
  });

for (const [name, inputs] of Object.entries(schemaSamples))
  test(`[P5.bundle.same-answers] ${name}: tables answer as zod does`, async ({ tables, zod }) => {
    const seen = { accepted: 0, refused: 0 };
    const check = async (value: unknown): Promise<void> => {
      // What JSON cannot say does not reach a server.
      const given = value === undefined ? {} : { value };
      const theirs = await zod(name, { arguments: given });
      assert.is(await tables(name, { arguments: given }), theirs, `for ${JSON.stringify(given)}`);
      seen[theirs.includes('"isError":true') ? 'refused' : 'accepted']++;
    };
    for (const input of inputs) await check(input);
    const jsonOnly = inputNear(inputs).map(asJson);
    await fc.assert(fc.asyncProperty(jsonOnly, check), { numRuns: values, seed: 20261122 });
    assert.ok(seen.accepted > 0, 'nothing was accepted');
    assert.ok(seen.refused > 0 || everything.has(name), 'nothing was refused');
  });

/** These take whatever JSON can say. */
const everything = new Set(['catch', 'catch-function', 'json']);
const asJson = (value: unknown): unknown => {
  const text = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? Number(item) : item)) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
};

test('[P5.bundle.callbacks] a function keeps the state of its module', async ({ tables, zod }) => {
  for (const ask of [tables, zod]) {
    const texts = [await ask('counted', { arguments: { value: 'a' } }), await ask('counted', { arguments: { value: 'b' } })];
    assert.match(texts[0] ?? '', 'a 1');
    assert.match(texts[1] ?? '', 'b 2');
  }
});

test('[P5.bundle.questions] a question of a handler is asked and checked by its table', async ({ tables, zod }) => {
  const params = { arguments: { value: '3' } };
  const where = { action: 'accept', content: { street: 'Main Street' } };
  const play = async (ask: Ask, content: object): Promise<unknown[]> => {
    const next = async (more: object): Promise<Round> => JSON.parse(await ask('question', { ...params, ...more })) as Round;
    const first = await next({});
    const second = await next({ ...stateOf(first), inputResponses: { where } });
    const third = await next({ ...stateOf(second), inputResponses: { often: { action: 'accept', content } } });
    return [first, second, third].map(withoutState);
  };
  for (const [content, answered] of [
    [{ times: 4 }, /times\W+4/],
    [{}, /times\W+2/],
    [{ times: 0 }, /input_required/],
    [{ times: 3 }, /input_required/],
  ] as const) {
    const rounds = await play(tables, content);
    assert.equal(rounds, await play(zod, content));
    assert.match(JSON.stringify(rounds[0]), '"street"');
    assert.match(JSON.stringify(rounds[2]), answered);
  }
});

interface Round {
  readonly error?: unknown;
  readonly result: { readonly requestState?: string; readonly inputRequests?: unknown };
}
const stateOf = ({ result }: Round) => ({ requestState: result.requestState });
const withoutState = ({ result, ...error }: Round): unknown => (result === undefined ? error : { ...result, requestState: undefined });

test('[P5.bundle.places] faults of a source are reported at their position, with and without marks', async () => {
  const line =
    "export const Name = z.string().refine((name) => name !== ''); if (Name.safeParse('').success === false) throw new TypeError('broken');";
  const source = `import { Service, tool } from '@service/sdk'; import { z } from 'zod';
${line}
const greet = tool({ name: 'greet', description: 'Greets.', inputSchema: { name: Name } })(({ name }) => name);
@Service({ info: { name: 'places', version: '1.0.0' }, tools: [greet] }) export default class Server {}`;
  const copy = copyFixture('calculator', { 'src/main.ts': source });
  try {
    const request = requestOf(copy.root, 'places');
    const places = [
      await build(request, nodeTarget),
      await build({ ...request, keepSchemas: true }, nodeTarget),
      await analyse(request),
    ].map(({ diagnostics }) => {
      // What the fixture's own server listed is listed no more, and that is said too.
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      return errors.map(({ code, span }) => `${code} ${span?.file}:${span?.line}:${span?.column}`);
    });
    const place = `evaluation-threw src/main.ts:2:${line.indexOf('new TypeError') + 1}`;
    assert.equal(places, [[place], [place], [place]]);
  } finally {
    copy.remove();
  }
});

test('[P5.bundle.same-answers] rollup makes the same of the tables', async ({ project, zod }) => {
  const ask = await startBundle(project.root, { build: { bundler: 'rollup' } });
  for (const [name, inputs] of Object.entries(schemaSamples))
    for (const value of inputs) {
      const given = value === undefined ? {} : { value };
      assert.is(await ask(name, { arguments: given }), await zod(name, { arguments: given }), name);
    }
});

test.run();
