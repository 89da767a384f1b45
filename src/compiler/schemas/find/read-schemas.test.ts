import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../../test/support/read-source.ts';
import type { SchemaSources } from '../../model/schemas.ts';

const head = `import { Service, tool, Tool, ToolContext } from '@service/sdk'; import { z } from 'zod';`;
const foot = `@Service({ info: { name: 'a', version: '1' } }) export class Server {}`;
const sourcesOf = (source: string, further: Record<string, string> = {}): SchemaSources =>
  readSource(`${head}${source}${foot}`, further).schemas();
/** What keeps the only schema from being evaluated; undefined when nothing does. */
function problemOf(schema: string, before = '', further: Record<string, string> = {}): string | undefined {
  const { sites } = sourcesOf(`${before} export const t = tool({ name: 't', inputSchema: ${schema} })(() => 1);`, further);
  assert.is(sites.length, 1, schema);
  return sites[0]?.problem?.text;
}

test('[P5.bundle.sites] schemas of constants, helpers, other modules and enums can be evaluated', () => {
  for (const [schema, before] of [
    ['{ a: z.string().min(2).max(3 * 4) }', ''],
    ['shape', 'const shape = { a: z.string() };'],
    ['{ ...shape, b: short(3) }', 'const shape = { a: z.string() }; const short = (n: number) => z.string().max(n);'],
    ['z.object({ a: z.enum(names) })', "const names = ['a', 'b'] as const;"],
    ['z.object({ a: z.enum(Size), b: z.literal(Size.small) })', "enum Size { small = 's' }"],
    ["z.object({ a: z.union(['a', 'b'].map((text) => z.literal(text))) })", ''],
    ['{ a: z.date().min(new Date(0)) }', ''],
    ['{ a: z.number().max(Math.max(1, 2)).default(() => [1].length) }', ''],
    ["{ a: z.date().min(new Date('2026-01-01')).max(new Date('2026-01-01T00:00:00Z')) }", ''],
    ['{ a: z.string().refine((text) => text !== String(Date.now())) }', ''],
    ['{ a: z.lazy(() => Tree) }', 'const Tree: z.ZodType = z.object({ get next() { return Tree.optional(); } });'],
    ['{ a: make(2) }', 'function make(most: number) { let schema = z.string(); if (most > 1) schema = schema.max(most); return schema; }'],
  ] as const)
    assert.is(problemOf(schema, before), undefined, schema);
  assert.is(
    problemOf('{ a: schemas.A, b: B }', "import * as schemas from './schemas.ts'; import { B } from './schemas.ts';", {
      'src/schemas.ts': "import { z } from 'zod'; export const A = z.string(); export const B = A.optional();",
    }),
    undefined,
  );
});

test('[P5.bundle.sites] what only running decides keeps its schema', () => {
  for (const [schema, before, because] of [
    ['{ a: z.enum(names) }', "const names = (process.env.NAMES ?? 'a').split(',') as [string];", 'known only while the server runs'],
    ['{ a: z.date().max(new Date()) }', '', 'known only while the server runs'],
    ["{ a: z.date().max(new Date('2026-01-01T00:00')) }", '', 'known only while the server runs'],
    ['{ a: z.date().max(new Date(2026, 0, 1)) }', '', 'known only while the server runs'],
    ["{ a: z.literal('i'.toLocaleUpperCase()) }", '', 'differs from machine to machine'],
    ['{ a: z.number().max(Date.now()) }', '', 'differs from run to run'],
    ['{ a: z.number().max(Math.random()) }', '', 'differs from run to run'],
    ["{ a: z.number().max(Math['random']()) }", '', 'differs from run to run'],
    ['{ a: z.number().max(random()) }', 'const { random } = Math;', 'differs from run to run'],
    ['{ a: z.string().describe(process.cwd()) }', '', 'known only while the server runs'],
    ["{ a: z.string().default(() => process.env.A ?? 'a') }", '', 'known only while the server runs'],
    ['{ a: z.number().default(now) }', 'const now = () => Date.now();', 'differs from run to run'],
    ['{ a: z.number().max(MAX) }', 'const MAX = Number(process.env.MAX ?? 10);', 'known only while the server runs'],
    [
      '{ a: z.enum(names) }',
      "import { readFileSync } from 'node:fs'; const names = readFileSync('names.txt', 'utf8').split(',') as [string];",
      'node:fs',
    ],
    ['{ a: z.string().max(most) }', 'let most = 3;', 'may change'],
    ['{ a: z.enum(names) }', "const names = ['a']; export const add = (name: string) => names.push(name);", 'may change'],
    ['{ a: z.string().max(limits.most) }', 'const limits = { most: 3 }; export const set = () => { limits.most = 4; };', 'may change'],
    ['{ a: z.string().max(count()) }', 'let calls = 0; const count = () => (calls += 1);', 'changes something'],
    ['{ a: z.string().register(registry, {}) }', 'const registry = z.registry<object>();', 'an effect'],
    ['{ a: z.string().default(sep) }', "import { sep } from 'node:path';", 'comes from the package node:path'],
  ] as const)
    assert.match(problemOf(schema, before) ?? 'none', because, schema);
  const factory = sourcesOf(
    "export const make = (shape: { a: z.ZodString }) => tool({ name: 't', inputSchema: z.object(shape) })(() => 1);",
  );
  assert.match(factory.sites[0]?.problem?.text ?? '', 'known only while the server runs');
});

test('[P5.bundle.sites] options in a constant are read where no other reader sees their schemas', () => {
  const options =
    "const options = { name: 't', inputSchema: { a: z.string() } } as const; export const t = tool(options)(() => options.name);";
  assert.equal(
    sourcesOf(options).sites.map(({ problem, role }) => [role, problem]),
    [['input', undefined]],
  );
  for (const use of [
    'options.inputSchema.a.parse(1);',
    'export const other = options;',
    'console.log(options);',
    'export const { inputSchema } = options;',
  ])
    assert.match(sourcesOf(`${options}${use}`).sites[0]?.problem?.text ?? 'none', 'used for more than options', use);
});

test('[P5.bundle.questions] a schema passed to a question of the context is a site; another method of that name is not', () => {
  const { sites } = sourcesOf(`
    const form = { name: z.string() };
    @Tool({ name: 'a' }) export class A extends ToolContext {
      async execute() { await this.elicit('Name?', form); const own = { elicit(_text: string, schema: z.ZodType) { return schema; } }; return own.elicit('', z.string()); }
    }
    export const b = tool({ name: 'b' })(async (_input, ctx) => { const names = ['a']; return ctx.elicit('Which?', { a: z.enum(names) }); });`);
  assert.equal(
    sites.map(({ owner, role }) => `${role} ${owner}`),
    ['question a question of A', 'question a question of b'],
  );
  assert.is(sites[0]?.problem, undefined);
  assert.match(sites[1]?.problem?.text ?? '', 'top of its module');
});

test('schemas of other libraries and tools without a schema are ignored', () => {
  const further = {
    'src/own.ts': "export const own = { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } };",
  };
  assert.equal(
    sourcesOf("import { own } from './own.ts'; export const t = tool({ name: 't', inputSchema: own })(() => 1);", further).sites,
    [],
  );
  assert.equal(sourcesOf("export const t = tool({ name: 't', inputSchema: {} })(() => 1);").sites, []);
});

test('[P5.bundle.callbacks] a function that names what only its place knows stays there', () => {
  const hoistable = (source: string): boolean[] => sourcesOf(source).callbacks.map((callback) => callback.hoistable);
  assert.equal(
    hoistable("const long = (text: string) => text !== ''; export const A = z.string().refine(long).refine((text) => long(text));"),
    [true, true],
  );
  assert.equal(hoistable('export const atMost = (n: number) => z.number().refine((value) => value <= n); export const A = atMost(3);'), [
    false,
  ]);
  assert.equal(hoistable('export const A = z.string().refine(function (text) { return text !== this; });'), [false]);
});

test('[P5.bundle.constants] constants that do nothing but make schemas may leave the bundle', () => {
  const source = `
    export const A = z.string();
    export const B = A.optional();
    export const shape = { a: A, b: z.number() };
    export const now = z.number().max(Date.now());
    export const parsed = z.string().parse('a');
    export let changing = z.string();`;
  const { constants } = sourcesOf(source);
  const text = `${head}${source}${foot}`;
  assert.equal(
    constants.map(({ start, end }) => text.slice(start, end)),
    ['z.string()', 'A.optional()', '{ a: A, b: z.number() }', "z.string().parse('a')"],
  );
});

test.run();
