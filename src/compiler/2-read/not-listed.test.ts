import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';

const server = (before: string, lists: string): string => `
  import { App, app, Prompt, PromptContext, Provider, Service, Tool, tool, ToolContext } from '@service/sdk';
  ${before}
  @Service({ info: { name: 'demo', version: '1.0.0' }, ${lists} }) export class Server {}`;
const found = (text: string, further: Readonly<Record<string, string>> = {}): readonly string[] =>
  readSource(text, further)
    .findings([])
    .flatMap(({ code, hint }) => (code === 'not-listed' ? [hint ?? ''] : []));

const addTool = `@Tool({ name: 'add', description: 'x' }) export class AddTool extends ToolContext { execute() { return 1; } }`;
const inOther = (name: string): string =>
  `import { tool } from '@service/sdk'; export const ${name} = tool({ name: '${name}', description: 'x' })(() => 1);`;

test('[I2.4.not-listed] classes and builders that nothing names', () => {
  assert.equal(found(server(addTool, '')), ['Add AddTool to `tools` of the server, an app or a plugin, or delete it']);
  assert.equal(found(server(`@Prompt({ name: 'p' }) class P extends PromptContext { execute() { return 'x'; } }`, '')), [
    'Add P to `prompts` of the server, an app or a plugin, or delete it',
  ]);
  assert.equal(found(server(`const shop = app({ name: 'shop', tools: [] });`, '')), ['Add shop to `apps` of the server, or delete it']);
  assert.equal(found(server(`@Provider({ name: 'p' }) class P {} const one = (p: P): P => p; void one;`, '')), [
    'Add P to `providers` of the server, an app or a plugin, or delete it',
  ]);
});

test('[I2.4.not-listed] a file that nothing imports, unless one of them has a server of its own', () => {
  const hint = 'Add late to `tools` of the server, an app or a plugin, or delete it';
  assert.equal(found(server('', ''), { 'src/late.ts': inOther('late') }), [hint]);
  assert.equal(found(server('', ''), { 'src/late.test.ts': inOther('late') }), []);
  const other = server('', '').replace('class Server', 'class Other');
  assert.equal(found(server('', ''), { 'src/late.ts': inOther('late'), 'src/other.ts': other }), []);
  assert.equal(found(`import './late.ts'; ${server('', '')}`, { 'src/late.ts': inOther('late'), 'src/other.ts': other }), [hint]);
});

test('[I2.4.not-listed] what a list, a renamed import or other code names is not reported', () => {
  assert.equal(found(server(addTool, 'tools: [AddTool]')), []);
  assert.equal(
    found(`import { late as renamed } from './late.ts'; ${server('', 'tools: [renamed]')}`, { 'src/late.ts': inOther('late') }),
    [],
  );
  assert.equal(found(`import * as all from './late.ts'; ${server('', 'tools: [all.late]')}`, { 'src/late.ts': inOther('late') }), []);
  assert.equal(found(server(`${addTool} @Tool({ name: 'b', description: 'x' }) class B extends AddTool {}`, 'tools: [B]')), []);
  assert.equal(found(server(`${addTool} const many = () => [AddTool];`, 'tools: many()')), []);
});

test.run();
