/* Schemas that more than the sources decide, on built bundles in another environment and folder than the build's: listed as they are checked. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readContract } from '../../src/compiler/contract/index.ts';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';

const limits = `
import { z } from 'zod';
export const MAX = Number(process.env['MAX'] ?? 10);
export const colors = (process.env['COLORS'] ?? 'red').split(',');
export const short = (name: string) => z.string().max(MAX).describe(name + ' of at most ' + MAX);
`;

const source = (files: string, tools: string): string => `
import { App, Service, Tool, tool, ToolContext } from '@service/sdk';
import { z } from 'zod';
import { colors, MAX, short } from './limits.ts';
${files}
const done = () => 'done';
const made = (name: string, inputSchema: { value: z.ZodType }) => tool({ name, description: 'x', inputSchema })(done);

const named = (name: string) =>
  tool({ name, description: 'x', inputSchema: { value: z.string().max(7).optional() }, outputSchema: { text: z.string().max(8) } })(() => ({ text: 'x' }));
const twin = tool({ name: 'twin', description: 'x', inputSchema: { value: z.string().max(6) } })(done);
@App({ name: 'one', tools: [twin] })
class One {}
@App({ name: 'two', tools: [tool({ name: 'twin', description: 'x', inputSchema: { value: z.string().max(9) } })(done)] })
class Two {}

@Tool({ name: 'class', description: 'x', inputSchema: { value: z.number().max(MAX) }, outputSchema: { text: z.string().max(MAX) } })
class ClassTool extends ToolContext {
  execute({ value }: { value: number }) {
    return { text: 'x'.repeat(value) };
  }
}

@Service({
  info: { name: 'open', version: '1.0.0' },
  apps: [One, Two],
  tools: [
    ClassTool,
    tool({ name: 'enum', description: 'x', inputSchema: { value: z.enum(colors as [string]) } })(done),
    tool({ name: 'object', description: 'x', inputSchema: z.object({ value: z.array(z.number()).max(MAX) }) })(done),
    tool({ name: 'helper', description: 'x', inputSchema: { value: short('A name') } })(done),
    tool({ name: 'default', description: 'x', inputSchema: { value: z.string().default(() => colors.join('+')) } })(({ value }) => value),
    tool({ name: 'decided', description: 'x', inputSchema: { value: z.string().max(5).default(() => ['a', 'b'].join('')) } })(({ value }) => value),
    made('made', { value: z.number().max(MAX) }),
    named('named'),
    ${tools}
  ],
})
export class Server {}
`;

const fileImports = `
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
const words = readFileSync('words.txt', 'utf8').trim().split(',');
`;
/** What a worker has none of, or not while it loads. */
const nodeTools = `
    tool({ name: 'folder', description: 'x', inputSchema: { value: z.string().describe('Below ' + process.cwd()).optional() } })(done),
    tool({ name: 'time', description: 'x', inputSchema: { value: z.number().min(Date.now()).optional() } })(done),
    tool({ name: 'chance', description: 'x', inputSchema: { value: z.number().max(1 + Math.random()).optional() } })(done),
    tool({ name: 'file', description: 'x', inputSchema: { value: z.enum(words as [string]) } })(done),
    tool({ name: 'host', description: 'x', inputSchema: { value: z.string().describe('On ' + hostname()).optional() } })(done),
`;

const test = suite<{ project: BuiltProject; elsewhere: string }>('open schemas');
test.before((context) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'service-elsewhere-'));
  writeFileSync(join(elsewhere, 'words.txt'), 'over,there');
  context.elsewhere = elsewhere;
  context.project = projectOf('open', { 'src/limits.ts': limits, 'src/main.ts': source('', ''), 'words.txt': 'at,build' });
});
test.after(({ elsewhere, project }) => {
  project.remove();
  rmSync(elsewhere, { recursive: true });
});

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: { readonly value: Readonly<Record<string, unknown>> } };
  readonly outputSchema?: { readonly properties: { readonly text: Readonly<Record<string, unknown>> } };
}

async function toolsOf(server: BuiltServer): Promise<(name: string) => Listed> {
  const { result } = JSON.parse(await server.ask('tools/list')) as { readonly result: { readonly tools: readonly Listed[] } };
  return (name) => {
    const found = result.tools.find((tool) => tool.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
}

const env = { MAX: '3', COLORS: 'blue,green' };

for (const target of ['node', 'worker'] as const)
  for (const keepSchemas of [false, true])
    test(`[P5.schema-table.open] ${target}, ${keepSchemas ? 'zod' : 'tables'}: listed schemas are the checked ones`, async ({
      elsewhere,
      project,
    }) => {
      if (target === 'node') writeFileSync(join(project.root, 'src', 'main.ts'), source(fileImports, nodeTools));
      else writeFileSync(join(project.root, 'src', 'main.ts'), source('', ''));
      const server = await project.start(target, { env, cwd: elsewhere, request: { keepSchemas } });
      try {
        const toolOf = await toolsOf(server);
        const listed = (name: string) => toolOf(name).inputSchema.properties.value;
        const accepts = async (name: string, value: unknown): Promise<boolean> =>
          !(await server.ask('tools/call', { name, arguments: { value } })).includes('"isError":true');

        assert.equal(listed('enum')['enum'], ['blue', 'green']);
        assert.equal([await accepts('enum', 'green'), await accepts('enum', 'red')], [true, false]);
        for (const name of ['class', 'made']) {
          assert.is(listed(name)['maximum'], 3, name);
          assert.equal([await accepts(name, 3), await accepts(name, 4)], [true, false], name);
        }
        assert.is(toolOf('class').outputSchema?.properties.text['maxLength'], 3);
        assert.is(listed('object')['maxItems'], 3);
        assert.equal([await accepts('object', [1, 2, 3]), await accepts('object', [1, 2, 3, 4])], [true, false]);
        assert.equal([listed('helper')['maxLength'], listed('helper')['description']], [3, 'A name of at most 3']);
        assert.is(listed('default')['default'], 'blue+green');
        assert.match(await server.ask('tools/call', { name: 'default', arguments: {} }), 'blue+green');
        assert.equal([listed('decided')['default'], listed('decided')['maxLength']], ['ab', 5]);
        // Tables of tools that are named at start, or share their name, say what is listed.
        assert.equal([listed('named')['maxLength'], toolOf('named').outputSchema?.properties.text['maxLength']], [7, 8]);
        assert.equal([await accepts('named', 'x'.repeat(7)), await accepts('named', 'x'.repeat(8))], [true, false]);
        assert.equal([listed('one:twin')['maxLength'], listed('two:twin')['maxLength']], [6, 9]);
        if (target === 'node') {
          assert.ok(Number(listed('time')['minimum']) > Date.now() - 600_000);
          assert.is(await accepts('chance', listed('chance')['maximum']), true);
          assert.is(await accepts('chance', Number(listed('chance')['maximum']) + 0.0001), false);
          assert.is(listed('folder')['description'], `Below ${elsewhere}`);
          assert.equal(listed('file')['enum'], ['over', 'there']);
          assert.equal([await accepts('file', 'there'), await accepts('file', 'build')], [true, false]);
        }
        const contract = readFileSync(join(server.folder, 'contract.json'), 'utf8');
        assert.not.ok(contract.includes(project.root), 'the contract names no folder of the build');
        if (target === 'node') {
          assert.not.ok(contract.includes(hostname()), 'nor its name');
          const { tools } = readContract(contract) ?? { tools: [] };
          const open = tools.filter(({ decidedAtStart }) => decidedAtStart !== undefined);
          assert.equal(
            open.map(({ decidedAtStart, inputSchema, name }) => [name, decidedAtStart, inputSchema]),
            ['time', 'chance', 'host'].map((name) => [name, ['inputSchema'], { type: 'object' }]),
          );
        }
        const bundle = readFileSync(join(server.folder, target === 'node' ? 'open.bundle.js' : 'index.js'), 'utf8');
        assert.not.ok(bundle.includes(project.root), 'the bundle names no folder of the build');
      } finally {
        await server.stop();
      }
    });

test.run();
