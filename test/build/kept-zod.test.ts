/* What cannot be compiled keeps zod, works as it did, and is named with its line: by the build's report and by the command line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bootHttp } from '../support/boot/node.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest } from '../support/wire-client.ts';

const test = suite('kept zod');

const main = (tools: string, before = ''): string => `import { Service, tool } from '@service/sdk';
import { z } from 'zod';
${before}
${tools}
@Service({ info: { name: 'kept', version: '1.0.0' }, tools: [first] })
export default class Server {}
`;

const project = (files: Readonly<Record<string, string>>) => copyFixture('calculator', files);

/** `<place> <reason>` of everybody who keeps zod, by the build's report. */
async function reasonsOf(
  source: string,
  further: Readonly<Record<string, string>> = {},
  bundler: 'esbuild' | 'rollup' = 'esbuild',
): Promise<string[]> {
  const copy = project({ 'src/main.ts': source, ...further });
  try {
    const { report } = await bundleOf(requestOf(copy.root, 'calculator', { build: { bundler } }));
    return (report.zod?.because ?? []).map(({ place = '-', text }) => `${place} ${text}`);
  } finally {
    copy.remove();
  }
}

const compiled = "const second = tool({ name: 'second', description: 'Compiles.', inputSchema: { a: z.string() } })(() => 1);";

test('[P5.bundle.report] a schema that cannot be compiled is named with its tool, its line and the reason', async () => {
  const first = (schema: string): string => `const first = tool({
  name: 'first',
  description: 'Keeps.',
  inputSchema: { value: ${schema} },
})(() => 1);`;
  for (const [schema, place, reason] of [
    ['z.unknown().pipe(z.instanceof(URL))', '9:42', '`z.instanceof` cannot be compiled'],
    ['z.enum(regions)', '3:18', '`process` is known only while the server runs'],
    ['later', '9:25', '`later` may change while the server runs'],
    ["z.string({ error() { return 'no'; } })", '9:36', '`error` is written as a method; as a property with a function it can be compiled'],
  ] as const)
    assert.equal(
      await reasonsOf(
        main(
          `${first(schema)}\nvoid second;`,
          `const regions = (process.env['REGIONS'] ?? 'a').split(',');\nlet later = z.string();\n${compiled}`,
        ),
      ).then((reasons) => reasons.filter((text) => text.includes('tool'))),
      [`src/main.ts:${place} tool "first": ${reason}`],
      schema,
    );
});

test('[P5.bundle.report] direct uses of zod are named with their line', async () => {
  const byHand =
    "const first = tool({ name: 'first', description: 'By hand.', inputSchema: { value: Name } })(({ value }) =>\n  Name.parse(value),\n);";
  assert.equal(await reasonsOf(main(byHand, 'const Name = z.string();')), ['src/main.ts:5:3 `Name` is used here']);
  const inPlace =
    "const first = tool({ name: 'first', description: 'In place.', inputSchema: { value: z.string() } })(({ value }) =>\n  z.string().min(2).parse(value),\n);";
  assert.equal(await reasonsOf(main(inPlace)), ['src/main.ts:5:3 `z` is used here']);
});

test('[P5.bundle.report] several causes in one project are named once each, where they are written, by both bundlers', async () => {
  const tools = `const first = tool({ name: 'first', description: 'A', inputSchema: { site: Site } })(({ site }) => Name.parse(site.host));
const second = tool({ name: 'second', description: 'B', inputSchema: { site: Site, max: Max } })(() => {
  const found = Name.safeParse('b');
  return found.success ? Name.parse(found.data) : 'none';
});
const third = tool({
  name: 'third',
  description: 'C',
  inputSchema: { name: Name.refine((name) => z.email().safeParse(name).success) },
})(() => parse('c'));`;
  const source = main(tools, "import { Max, Name, Site } from './schemas.ts';\nimport { parse } from './helpers.ts';").replace(
    'tools: [first]',
    'tools: [first, second, third]',
  );
  // Re-exported from a module of the project, zod is still known for what it is.
  const schemas = `import { z } from './zod.ts';
export const Name = z.string().min(1);
export const Max = z.number().max(Number(process.env['MAX'] ?? 10));
export const Site = z.string().transform((text) => new URL(text)).pipe(z.instanceof(URL));
`;
  const copied = {
    'src/schemas.ts': schemas,
    'src/zod.ts': "export { z } from 'zod';\n",
    'src/helpers.ts': "export { parse } from './library.js';\n",
    'src/library.js': "import { z } from 'zod';\nexport const parse = (text) => z.string().parse(text);\n",
    'src/library.d.ts': 'export declare const parse: (text: string) => string;\n',
  };
  const expected = [
    'src/schemas.ts:4:72 tool "first": `z.instanceof` cannot be compiled',
    'src/schemas.ts:3:42 tool "second": `process` is known only while the server runs',
    'src/main.ts:5:100 `Name` is used here and in lines 7, 8',
    'src/main.ts:13:46 a function of a schema uses `z`',
    'src/library.js:1:19 this file imports zod',
  ];
  for (const bundler of ['esbuild', 'rollup'] as const)
    assert.equal(
      await reasonsOf(source.replace("import { z } from 'zod'", "import { z } from './zod.ts'"), copied, bundler),
      expected,
      bundler,
    );
});

test('[P5.bundle.sites] a schema compiles when a module of the project exports zod again', async () => {
  const tools = `const first = tool({ name: 'first', description: 'A', inputSchema: { value: z.string().min(2) } })(() => 1);`;
  for (const barrel of [
    "export { z } from 'zod';",
    "export * as z from 'zod';",
    "import { z } from 'zod';\nexport { z };",
    "export * from 'zod';",
  ])
    assert.equal(await reasonsOf(main(tools).replace("from 'zod'", "from './zod.ts'"), { 'src/zod.ts': barrel }), [], barrel);
  const used = tools.replace('() => 1', '({ value }) => z.string().parse(value)');
  assert.equal(await reasonsOf(main(used).replace("from 'zod'", "from './zod.ts'"), { 'src/zod.ts': "export * as z from 'zod';" }), [
    'src/main.ts:4:115 `z` is used here',
  ]);
});

test('[P5.bundle.report] a package that imports zod is named', async () => {
  const copy = project({
    'src/main.ts': main(
      "const first = tool({ name: 'first', description: 'Of a package.', inputSchema: { value: Shape } })(() => 1);",
      "import { Shape } from 'shapes';",
    ),
  });
  try {
    const folder = join(copy.root, 'src/node_modules/shapes');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      '{ "name": "shapes", "version": "1.0.0", "type": "module", "main": "index.js", "types": "index.d.ts" }',
    );
    writeFileSync(join(folder, 'index.js'), "import { z } from 'zod';\nexport const Shape = z.string();\n");
    writeFileSync(join(folder, 'index.d.ts'), "import { z } from 'zod';\nexport declare const Shape: z.ZodString;\n");
    const { report } = await bundleOf(requestOf(copy.root, 'calculator'));
    assert.equal(report.zod?.because, [
      {
        place: 'src/main.ts:4:89',
        text: 'tool "first": `Shape` comes from the package shapes, which imports zod',
        hint: 'Write the schema in the project: only its own files are followed',
      },
    ]);
    // What the handler alone calls has no schema to be named by.
    writeFileSync(join(copy.root, 'src/shape.ts'), "export { Shape as inner } from 'shapes';\n");
    writeFileSync(
      join(copy.root, 'src/main.ts'),
      main(
        "const first = tool({ name: 'first', description: 'Of a package.', inputSchema: { value: z.string() } })(({ value }) => inner.parse(value));",
        "import { inner } from './shape.ts';",
      ),
    );
    const { report: called } = await bundleOf(requestOf(copy.root, 'calculator'));
    assert.equal(called.zod?.because, [
      {
        place: 'src/shape.ts:1:32',
        text: 'the package shapes imports zod',
        hint: 'Import a part of the package that does without zod, or another package',
      },
    ]);
  } finally {
    copy.remove();
  }
});

test('[P5.bundle.keeps-zod] the kept schema works beside the compiled ones, and the command line names its user', async () => {
  const tools = `const first = tool({ name: 'first', description: 'Keeps.', inputSchema: { value: z.string().transform((text) => new URL(text)).pipe(z.instanceof(URL)) } })(
  ({ value }) => value.hostname,
);`;
  const copy = project({ 'src/main.ts': main(tools, compiled).replace('tools: [first]', 'tools: [first, second]') });
  try {
    const run = (...args: string[]) => runCli(['build', '--no-check', ...args], { cwd: copy.root });
    const text = await run();
    assert.is(text.code, 0, text.stderr);
    assert.match(
      text.stdout,
      /zod stays in dist\/node\/calculator\.bundle\.js \([\d.]+ kB before gzip\):\n +src\/main\.ts:4:133 +tool "first": `z\.instanceof` cannot be compiled\n +Use kinds of schemas/,
    );
    // An unchanged build says it too.
    const hint = 'Use kinds of schemas that JSON can express, and convert in the handler';
    const data = JSON.parse((await run('--json')).stdout) as { data: { outputs: { unchanged: boolean; zod: { because: object[] } }[] } };
    assert.equal(data.data.outputs[0]?.unchanged, true);
    assert.equal(data.data.outputs[0]?.zod.because, [
      { place: 'src/main.ts:4:133', text: 'tool "first": `z.instanceof` cannot be compiled', hint },
    ]);
    const server = await bootHttp({ folder: join(copy.root, 'dist/node'), name: 'calculator' });
    try {
      const ask = async (name: string, args: object): Promise<string> =>
        (await fetch(server.url, { method: 'POST', ...modernRequest('tools/call', { name, arguments: args }) })).text();
      assert.match(await ask('first', { value: 'https://a.b/c' }), 'a.b');
      assert.match(await ask('second', { a: 1 }), 'a: Invalid input: expected string, received number');
    } finally {
      await server.stop();
    }
  } finally {
    copy.remove();
  }
});

test.run();
