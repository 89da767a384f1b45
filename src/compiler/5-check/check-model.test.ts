import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonSchema } from '@service/sdk/model';
import { viewOf } from '../../../test/support/read-source.ts';
import { checkModel } from './check-model.ts';

const imports = `import { Service, Plugin, Tool, ToolContext, tool, resource, resourceTemplate, prompt, app } from '@service/sdk';`;
const view = (options: string, before = '') =>
  viewOf(`${imports} ${before} @Service({ info: { name: 'demo', version: '1.0.0' }, ${options} }) export class Server {}`);
const codes = (options: string, before = ''): readonly string[] => checkModel(view(options, before)).map(({ code }) => code);
const named = (name: string): string => `tools: [tool({ name: '${name}', description: 'd' })(() => 1)]`;

test('[I2.4.name-length] names over 64 characters', () => {
  assert.equal(codes(named('a'.repeat(64))), []);
  assert.equal(codes(named('a'.repeat(65))), ['name-too-long']);
});

test('[I2.4.name-characters] names outside what clients accept', () => {
  assert.equal(codes(named('add item!')), ['invalid-name']);
  assert.equal(codes(named('')), ['invalid-name']);
  assert.equal(codes(named('Add-item_1')), []);
});

test('[I2.4.name-dot] a dot in the name of a tool is a warning that names the hosts', () => {
  const [found, ...others] = checkModel(view(named('files.read')));
  assert.is(found?.severity, 'warning');
  assert.is(
    found?.message,
    'The tool name "files.read" holds a dot: Claude Desktop and claude.ai then offer no tool of this server at all',
  );
  assert.is(found?.hint, 'Name it "files_read"');
  assert.equal(others, []);
  assert.equal(codes(`prompts: [prompt({ name: 'a.b', description: 'd' })(() => '')]`), []);
  assert.equal(codes(`tools: [tool({ name: 'a.b', description: 'd', visibility: 'internal' })(() => 1)]`), []);
});

test('[S4.1.7.uri-scheme] a bad URI', () => {
  const [found] = checkModel(view(`resources: [resource({ name: 'r', uri: 'readme.md', description: 'd' })(() => '')]`));
  assert.is(found?.message, 'URI must have a valid scheme (e.g., file://, https://, custom://)');
});

test('[S4.1.7.uri-template] a bad URI template', () => {
  assert.equal(codes(`resources: [resourceTemplate({ name: 'r', uriTemplate: 'a://{x', description: 'd' })(() => '')]`), [
    'invalid-uri-template',
  ]);
});

test('[I2.4.description] a tool or parameter without description is a warning', () => {
  const found = checkModel(view(`tools: [tool({ name: 'a' })(() => 1)]`));
  assert.equal(
    found.map(({ code, severity }) => `${severity} ${code}`),
    ['warning missing-description'],
  );
  assert.equal(withSchema({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', description: 'd' } } }), [
    'missing-parameter-description',
  ]);
});

test('[I2.4.description] tools that an adapter makes share one finding', () => {
  const model = view(`tools: [${['a', 'b'].map((name) => `tool({ name: '${name}', description: 'd' })(() => 1)`).join(', ')}]`);
  const inputSchema: JsonSchema = { type: 'object', properties: { x: { type: 'string' } } };
  const tools = model.server.tools.map((one) => ({ ...one, inputSchema, owner: [...one.owner, { kind: 'adapter' as const, id: 'api' }] }));
  assert.equal(
    checkModel({ ...model, server: { ...model.server, tools } }).map(({ message }) => message),
    ['2 tools of the adapter "api" have parameters without a description, "a" among them'],
  );
});

test('[D2.plugins.unenforced] approval or featureFlag without an enforcing plugin, one line per entry', () => {
  const tools = `tool({ name: 'a', description: 'd', approval: true })(() => 1), tool({ name: 'b', description: 'd', featureFlag: 'x' })(() => 1)`;
  const [found] = checkModel(view(`tools: [${tools}]`));
  assert.is(found?.message.split('\n').length, 3);
  assert.match(found?.message ?? '', 'UnenforcedMetadataError');
  const plugin = `@Plugin({ name: 'guard', enforces: ['approval', 'featureFlag'] }) class Guard {}`;
  assert.equal(codes(`tools: [${tools}], plugins: [Guard]`, plugin), []);
  assert.equal(codes(`tools: [${tools}], apps: [app({ name: 'x', plugins: [Guard] })]`, plugin), ['unenforced-metadata']);
  assert.equal(codes(`tools: [tool({ name: 'a', description: 'd', cache: true, approval: false })(() => 1)]`), []);
});

test('a server that offers nothing', () => {
  assert.equal(codes('apps: []'), ['no-entries']);
});

test('[M.x-mcp-header] misuse of x-mcp-header', () => {
  const property = (header: string, type = 'string'): JsonSchema => ({ type, description: 'd', 'x-mcp-header': header });
  const schema = (...headers: readonly JsonSchema[]): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(headers.map((one, index) => [`p${index}`, one])),
  });
  assert.equal(withSchema(schema(property('Region'))), []);
  assert.equal(withSchema(schema(property('my region'))), ['invalid-parameter-header']);
  assert.equal(withSchema(schema(property('Region'), property('region'))), ['invalid-parameter-header']);
  assert.equal(withSchema(schema(property('Region', 'array'))), ['invalid-parameter-header']);
  assert.equal(withSchema(schema(property('Region', 'integer'))), []);
  // Clients drop a tool that marks one.
  assert.equal(withSchema(schema(property('Region', 'number'))), ['invalid-parameter-header']);
});

function withSchema(inputSchema: JsonSchema): readonly string[] {
  const { server, spans } = view(named('a'));
  return checkModel({ spans, server: { ...server, tools: server.tools.map((one) => ({ ...one, inputSchema })) } }).map(({ code }) => code);
}

test.run();
