import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';

const head = `import { Service, tool } from '@service/sdk'; const a = tool({ name: 'a' })(() => 1);\n`;

/** Whether the list of tools is taken for decided. */
function isDecided(statements: string, tools: string, further: Record<string, string> = {}): boolean {
  const source = `${head}${statements}\n@Service({ info: { name: 's', version: '1' }, tools: ${tools} }) export class Server {}`;
  const { declarations } = readSource(source, further);
  const options = declarations.all.get(declarations.servers[0] ?? '')?.options;
  const list = options?.kind === 'object' ? options.properties.find(({ name }) => name === 'tools')?.value : undefined;
  return list?.kind === 'array' && list.complete;
}

test('[lists.changed-constants] statements that change a constant are found under every alias', () => {
  for (const statements of [
    'const tools: object[] = []; tools.push(a);',
    'const tools: object[] = []; if (process.env.X) tools[0] = a;',
    'const tools: object[] = []; (tools as object[]).unshift(a);',
    'const tools: object[] = [a]; tools.length = 0;',
    'const tools: object[] = [a]; delete tools[0];',
    'const tools: object[] = []; const all = tools; all.push(a);',
    'const tools: object[] = []; Object.assign(tools, [a]);',
    'const tools: object[] = []; function fill(into: object[]) { into.push(a); } fill(tools);',
    'const tools: object[] = []; const fill = (one: object, into: object[]) => { into.push(one); }; fill(a, tools);',
  ])
    assert.not.ok(isDecided(statements, 'tools'), statements);
  assert.not.ok(isDecided('const lists: { tools: object[] } = { tools: [] }; lists.tools.push(a);', 'lists.tools'));
  const other = { 'src/tools.ts': 'export const tools: object[] = [];' };
  const imported = `import { tools } from './tools.ts';`;
  assert.not.ok(isDecided(imported, 'tools', { ...other, 'src/more.ts': `import { tools as t } from './tools.ts'; t.push({});` }));
  assert.not.ok(isDecided(imported, 'tools', { ...other, 'src/more.ts': `import * as all from './tools.ts'; all.tools.push({});` }));
});

test('[lists.changed-constants] what only reads a constant leaves it decided', () => {
  for (const statements of [
    'const tools = [a]; console.log(tools.length, tools[0], tools.map(String), JSON.stringify(tools));',
    'const tools = [a]; for (const one of tools) void one; const [first] = tools; void first;',
    'const tools = [a]; function count(of: readonly object[]) { return of.length; } count(tools);',
    'const tools = [a]; function other() { const tools: number[] = []; tools.push(1); }',
    'const tools = [a]; const copy = [...tools]; copy.push(a);',
  ])
    assert.ok(isDecided(statements, 'tools'), statements);
});

test('[lists.changed-constants] an object that is changed is no constant', () => {
  const source = (change: string): unknown => {
    const { declarations } = readSource(
      `import { Service } from '@service/sdk'; const info = { name: 's', version: '1' }; ${change} @Service({ info }) export class Server {}`,
    );
    const options = declarations.all.get(declarations.servers[0] ?? '')?.options;
    return options?.kind === 'object' ? options.properties[0]?.value.kind : undefined;
  };
  assert.is(source(''), 'object');
  assert.is(source(`info.version = '2';`), 'unknown');
});

test.run();
