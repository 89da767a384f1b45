import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedFindings } from '../../../test/support/read-source.ts';

const source = (before: string, tools: string): string => `
  import { Service, Tool, ToolContext, tool } from '@service/sdk';
  import { z } from 'zod';
  ${before}
  @Service({ info: { name: 'demo', version: '1.0.0' }, tools: [${tools}] }) export class Server {}`;
const toolClass = (options: string, execute: string): string =>
  source(`@Tool({ name: 't', ${options} }) class T extends ToolContext { ${execute} }`, 'T');
const found = async (text: string): Promise<readonly string[]> =>
  (await checkedFindings(text)).map(({ code, message }) => `${code}: ${message}`);

test('[I2.4.input-type] a class tool whose input type differs from its schema', async () => {
  assert.equal(await found(toolClass('inputSchema: { a: z.number() }', 'execute(input: { a: number }) { return input.a; }')), []);
  assert.equal(await found(toolClass('inputSchema: { a: z.number() }', 'execute(input: { a: string }) { return input.a; }')), [
    'input-type-mismatch: execute of T takes { a: string; }, but its inputSchema gives { a: number; }',
  ]);
  assert.match(
    (await found(toolClass('inputSchema: { a: z.number() }', 'execute(input: any) { return 1; }')))[0] ?? '',
    'input-type-mismatch: execute of T takes any',
  );
});

test('[I2.4.output-type] an output schema that the return type cannot satisfy', async () => {
  assert.equal(await found(toolClass('outputSchema: { sum: z.number() }', 'execute() { return { sum: 1 }; }')), []);
  assert.equal(await found(toolClass('outputSchema: { sum: z.number() }', 'execute() { return { total: 1 }; }')), [
    'output-type-mismatch: T returns { total: number; }, which cannot satisfy its outputSchema ({ sum: number; })',
  ]);
  assert.match(
    (await found(source(`const t = tool({ name: 't', outputSchema: { sum: z.number() } })(() => ({ total: 1 }));`, 't')))[0] ?? '',
    'output-type-mismatch: t returns { total: number; }',
  );
  assert.match(
    (await found(toolClass(`outputSchema: 'number'`, `async execute() { return 'x'; }`)))[0] ?? '',
    'output-type-mismatch: T returns string',
  );
});

test('[I2.4.option-type] an option of another type', async () => {
  assert.equal(await found(toolClass(`tags: 'x'`, 'execute() { return 1; }')), [
    'wrong-option-type: `tags` of @Tool must be readonly string[], not string',
  ]);
});

test('[findings.home] a list of a template with wrong types is said at the method, inherited ones and the rest of the class as before', async () => {
  const template = (list: string, of = 'ResourceTemplateContext'): string => `
    import { ResourceTemplate, ResourceTemplateContext, Service } from '@service/sdk';
    abstract class Base extends ResourceTemplateContext { list() { return ['a']; } }
    @ResourceTemplate({ name: 'r', uriTemplate: 'a://{id}' })
    class Rows extends ${of} {
      execute(uri: string) { return uri; }
      ${list}
    }
    @Service({ info: { name: 'demo', version: '1.0.0' }, resources: [Rows] }) export class Server {}`;
  const at = async (text: string): Promise<readonly string[]> =>
    (await checkedFindings(text)).map(({ code, message, span }) => `${span?.line}:${span?.column} ${code}: ${message}`);
  const wanted =
    '(ctx: ResourceTemplateContext<Record<string, string>, unknown>, cursor?: string | undefined) => ListedResources | Promise<ListedResources>';
  const message = (found: string): string => `wrong-option-type: \`list\` of Rows must be ${wanted}, not ${found}`;
  assert.equal(await at(template("list() { return ['a']; }")), [`7:7 ${message('() => string[]')}`]);
  assert.equal(await at(template('async list() { return { resources: [{ uri: 1 }] }; }')), [
    `7:13 ${message('() => Promise<{ resources: { uri: number; }[]; }>')}`,
  ]);
  assert.equal(await at(template('', 'Base')), [`3:59 ${message('() => string[]')}`]);
  assert.equal(await at(template("list() { return { resources: [{ uri: 'a://1', name: 'a' }] }; }")), []);
  const [execute = ''] = await at(template('').replace('uri: string', 'uri: number'));
  assert.match(execute, /^4:\d+ type-error: /);
});

test('[findings.home] a member that the context does not have is said at its place, in classes and handlers', async () => {
  const handler = source(`const t = tool({ name: 't', outputSchema: { a: z.number() } })((_input, ctx) => ctx.progres(1));`, 't');
  const [first = '', ...others] = await found(handler);
  assert.match(first, "type-error: Property 'progres' does not exist");
  assert.equal(others, []);
  const [inClass = '', ...more] = await found(toolClass('', "execute() { return this.notfy('x'); }"));
  assert.match(inClass, "type-error: Property 'notfy' does not exist");
  assert.equal(more, []);
});

test('[findings.home] an import of a text without types says the line that gives them', async () => {
  const [error] = await checkedFindings(`import prompt from './prompt.md'; ${source('void prompt;', '')}`);
  assert.match(error?.message ?? '', "Cannot find module './prompt.md'");
  assert.match(error?.hint ?? '', 'Add `/// <reference types="@service/sdk/assets" />` to a source file');
  const [other] = await checkedFindings(`import prompt from './prompt.ts'; ${source('void prompt;', '')}`);
  assert.not.match(other?.hint ?? '', 'assets');
});

test('[findings.home] a JSON Schema where zod is wanted is said once, whatever TypeScript finds in it', async () => {
  const schema = "{ type: 'object', properties: { city: { type: 'string' } } }";
  for (const option of ['inputSchema', 'outputSchema'])
    assert.equal(await found(source(`const t = tool({ name: 't', ${option}: ${schema} })(() => ({}));`, 't')), [
      `not-a-schema: \`${option}\` of the tool "t" is no schema`,
    ]);
});

test('other type errors stay as TypeScript says them', async () => {
  assert.match(
    (await found(source('const n: number = "x";', '')))[0] ?? '',
    "type-error: Type 'string' is not assignable to type 'number'. (TS2322)",
  );
});

test.run();
