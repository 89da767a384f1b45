/* The same members as a raw shape and as `z.object`, on built bundles with tables and with zod: one listing, one answer. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';

/** Members that JSON Schema can say. Each is a tool twice. */
const members: Readonly<Record<string, string>> = {
  any: 'z.any()',
  unknown: 'z.unknown()',
  string: 'z.string()',
  optional: 'z.string().optional()',
  exact: 'z.exactOptional(z.string())',
  nullish: 'z.string().nullish()',
  default: "z.string().default('x')",
  'default-optional': "z.string().default('x').optional()",
  prefault: "z.string().trim().min(2).prefault(' ab ')",
  catch: "z.string().catch('x')",
  'catch-optional': "z.string().optional().catch('x')",
  preprocess: "z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.number())",
  'preprocess-optional': "z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())",
  'preprocess-default': "z.preprocess((value) => (value === null ? undefined : value), z.string().default('y'))",
  transform: 'z.string().transform((text) => text.length)',
  'transform-optional': "z.string().optional().transform((text) => text ?? 'none')",
  pipe: 'z.any().pipe(z.string())',
  coerce: 'z.coerce.number()',
  lazy: 'z.lazy(() => z.string().optional())',
  'lazy-any': 'z.lazy(() => z.unknown())',
  union: 'z.union([z.string().optional(), z.number()])',
  nullable: 'z.string().nullable()',
  readonly: 'z.array(z.string()).readonly().optional()',
  nested: 'z.object({ inner: z.any(), given: z.unknown().optional() })',
  stringbool: 'z.stringbool().optional()',
};

const values: readonly unknown[] = [null, 'a', '', '5', 'yes', 1, true, ['a'], {}, { inner: 1 }];
const calls: readonly object[] = [{}, { other: 1 }, ...values.map((value) => ({ value }))];

const source = `
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
const show = (input: object) => JSON.stringify(Object.entries(input).map(([key, value]) => [key, value === undefined ? 'undefined' : value]));
const tools = [
${Object.entries(members)
  .map(
    ([name, member]) => `
  tool({ name: '${name}_shape', description: 'x', inputSchema: { value: ${member} } })(show),
  tool({ name: '${name}_object', description: 'x', inputSchema: z.object({ value: ${member} }) })(show),`,
  )
  .join('')}
];
@Service({ info: { name: 'shapes', version: '1.0.0' }, tools })
export class Server {}
`;

const test = suite<{ project: BuiltProject }>('raw shapes of built servers');
test.before((context) => void (context.project = projectOf('shapes', { 'src/main.ts': source })));
test.after(({ project }) => project.remove());

for (const [target, keepSchemas] of [
  ['node', false],
  ['node', true],
  ['worker', false],
  ['worker', true],
] as const)
  test(`[P5.schema-table.shapes] ${target}, ${keepSchemas ? 'zod' : 'tables'}: a raw shape and z.object are one thing`, async ({
    project,
  }) => {
    const server = await project.start(target, { request: { keepSchemas } });
    try {
      const schemas = await listedSchemas(server);
      for (const name of Object.keys(members)) {
        assert.equal(schemas.get(`${name}_shape`), schemas.get(`${name}_object`), name);
        for (const given of calls) await compare(server, name, given);
      }
    } finally {
      await server.stop();
    }
  });

async function compare(server: BuiltServer, name: string, given: object): Promise<void> {
  const [shape, object] = await Promise.all(
    ['shape', 'object'].map((kind) => server.ask('tools/call', { name: `${name}_${kind}`, arguments: given })),
  );
  assert.is(shape?.replaceAll(`${name}_shape`, name), object?.replaceAll(`${name}_object`, name), `${name} for ${JSON.stringify(given)}`);
}

async function listedSchemas(server: BuiltServer): Promise<Map<string, unknown>> {
  const { result } = JSON.parse(await server.ask('tools/list')) as {
    readonly result: { readonly tools: readonly { readonly name: string; readonly inputSchema: unknown }[] };
  };
  return new Map(result.tools.map(({ name, inputSchema }) => [name, inputSchema]));
}

test.run();
