import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrateFiles, sdkImports, textOf } from '../../test/support/migrate-fixture.ts';

const names = (migration: ReturnType<typeof migrateFiles>): readonly string[] =>
  migration.entries.map(({ kind, name }) => `${kind} ${name}`);

test('[migrate.entries] every form of a registration at the top of a module', () => {
  const migrated = migrateFiles({
    'index.ts': `${sdkImports}
const server = new McpServer({ name: 'forms', version: '1.2.3' }, { instructions: 'Ask.' });
server.registerTool('add-two', { description: 'Adds', inputSchema: { a: z.number() } }, ({ a }) => ({ content: [] }));
server.tool('plain', () => ({ content: [] }));
server.tool('described', 'Says', { text: z.string() }, { readOnlyHint: true }, ({ text }) => ({ content: [] }));
server.resource('motto', 'x://motto', () => ({ contents: [] }));
server.registerResource('user', new ResourceTemplate('x://users/{id}', { list: undefined }), { title: 'User' }, (uri, { id }) => ({ contents: [] }));
server.prompt('ask', { topic: z.string().describe('About'), tone: z.string().optional() }, ({ topic }) => ({ messages: [] }));
server.registerPrompt('bare', { title: 'Bare' }, () => ({ messages: [] }));
await server.connect(new StdioServerTransport());
`,
  });
  assert.equal(names(migrated), [
    'tool add-two',
    'tool plain',
    'tool described',
    'resource motto',
    'resource user',
    'prompt ask',
    'prompt bare',
  ]);
  assert.equal(migrated.left, []);
  const text = textOf(migrated, 'src/index.ts');
  assert.match(
    text,
    "export const addTwoTool = tool({\n  name: 'add-two',\n  description: 'Adds',\n  inputSchema: { a: z.number() },\n})(fromToolHandler(({ a }) =>",
  );
  assert.match(text, '})(fromToolHandlerWithoutInput(() => ({ content: [] })));');
  assert.match(text, "  description: 'Says',\n  inputSchema: { text: z.string() },\n  annotations: { readOnlyHint: true },");
  assert.match(text, "resource({\n  name: 'motto',\n  uri: 'x://motto',\n})(fromResourceHandler(");
  assert.match(text, "resourceTemplate({\n  name: 'user',\n  uriTemplate: 'x://users/{id}',\n  title: 'User',\n})(fromTemplateHandler(");
  assert.match(text, `arguments: [{ name: "topic", description: 'About', required: true }, { name: "tone" }],`);
  assert.match(
    text,
    "info: { name: 'forms', version: '1.2.3' },\n  instructions: 'Ask.',\n  tools: [addTwoTool, plainTool, describedTool],",
  );
  assert.not.match(text, 'modelcontextprotocol');
});

test('[migrate.entries] files with a byte order mark and Windows line ends', () => {
  const migrated = migrateFiles({
    'index.js': `\uFEFF${sdkImports}const server = new McpServer({ name: 'marked', version: '1.0.0' });
server.registerTool('add', { description: 'Adds' }, () => ({ content: [] }));
await server.connect(new StdioServerTransport());
`.replaceAll('\n', '\r\n'),
    'package.json': `\uFEFF${JSON.stringify({ name: 'marked', type: 'module', main: 'index.js' })}`,
  });
  assert.equal(names(migrated), ['tool add']);
  assert.not.match(textOf(migrated, 'src/index.ts'), '\uFEFF');
});

test('[migrate.entries] functions that make, fill and start the server, across modules', () => {
  const migrated = migrateFiles({
    'main.js': `${sdkImports}
import { addTools } from './tools.js';
const name = 'outer';
const makeServer = () => {
  const server = new McpServer({ name: 'made', version: '1.0.0' });
  const name = 'inner';
  addTools(server);
  server.registerTool('own', { description: name }, async () => ({ content: [{ type: 'text', text: name }] }));
  return server;
};
async function main() {
  const server = makeServer();
  await server.connect(new StdioServerTransport());
}
main().catch(() => process.exit(1));
export { name };
`,
    'tools.js': `import { z } from 'zod';
export function addTools(target) {
  const config = { description: 'Echoes', inputSchema: { text: z.string() } };
  target.registerTool('echo', config, async ({ text }) => ({ content: [{ type: 'text', text }] }));
}
`,
  });
  assert.equal(names(migrated), ['tool echo', 'tool own']);
  assert.equal(migrated.left, []);
  const main = textOf(migrated, 'src/main.ts');
  assert.match(main, "import { echoTool } from './tools.ts';");
  assert.match(main, "const name2 = 'inner';");
  assert.match(main, 'description: name2,');
  assert.match(main, 'tools: [echoTool, ownTool],');
  assert.match(textOf(migrated, 'src/tools.ts'), "export const echoTool = tool({\n  name: 'echo',\n  description: 'Echoes',");
});

test('[migrate.entries] CommonJS as tsc writes it, with exports of set-up functions', () => {
  const migrated = migrateFiles({
    'index.js': `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.limit = void 0;
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const tools_js_1 = require("./tools.js");
exports.limit = 3;
function makeServer() {
  const server = new mcp_js_1.McpServer({ name: 'common', version: '1.0.0' });
  (0, tools_js_1.addTools)(server);
  return server;
}
exports.makeServer = makeServer;
`,
    'tools.js': `"use strict";
const words_js_1 = require("./words.js");
exports.addTools = addTools;
function addTools(server) {
  server.tool('echo', (0, words_js_1.describe)('echo'), async () => ({ content: [] }));
}
`,
    'words.js': 'exports.describe = describe;\nfunction describe(name) { return name; }\n',
  });
  assert.equal(names(migrated), ['tool echo']);
  assert.equal(migrated.left, []);
  const tools = textOf(migrated, 'src/tools.ts');
  assert.match(tools, 'import { describe } from');
  assert.not.match(tools, 'addTools');
  assert.match(textOf(migrated, 'src/words.ts'), 'export { describe };');
  assert.not.match(textOf(migrated, 'src/index.ts'), /use strict|makeServer|exports/);
});

test('[migrate.low-level] listed tools call the original handler; a computed list is named', () => {
  const head = `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const server = new Server({ name: 'low', version: '1.0.0' }, { capabilities: { tools: {} } });
const ADD = { name: 'add', description: 'Adds', inputSchema: { type: 'object' } };
`;
  const answer = 'server.setRequestHandler(CallToolRequestSchema, async (request) => ({ content: [] }));\n';
  const listed = migrateFiles({
    'low.js': `${head}server.setRequestHandler(ListToolsRequestSchema, async () => { return { tools: [ADD, { name: 'sub', inputSchema: {} }] }; });\n${answer}`,
  });
  assert.equal(names(listed), ['tool add', 'tool sub']);
  const text = textOf(listed, 'src/low.ts');
  assert.match(text, 'const callTool = async (request) => ({ content: [] });');
  assert.match(text, 'inputSchema: listedSchema({ type: \'object\' }),\n})(fromToolRequest("add", callTool));');
  const computed = migrateFiles({
    'low.js': `${head}server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [ADD].map((one) => one) }));\n${answer}`,
  });
  assert.equal(computed.entries, []);
  assert.equal(
    computed.left.map(({ line }) => line),
    [5, 6],
  );
});

test('[migrate.completions] completers of prompts and templates become methods', () => {
  const migrated = migrateFiles({
    'index.ts': `${sdkImports}import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
const server = new McpServer({ name: 'completing', version: '1.0.0' });
server.registerPrompt('team', { argsSchema: { department: completable(z.string(), (value) => [value]) } }, ({ department }) => ({ messages: [] }));
server.registerResource('file', new ResourceTemplate('x://{id}', { list: undefined, complete: { id: (value) => [value] } }), {}, () => ({ contents: [] }));
`,
  });
  const text = textOf(migrated, 'src/index.ts');
  assert.match(text, 'export class TeamPrompt extends PromptContext {');
  assert.match(text, 'departmentCompleter(value, context) {\n    return ((value) => [value])(value, context);');
  assert.match(text, 'export class FileResource extends ResourceTemplateContext {');
  assert.match(text, 'idCompleter(value, context)');
});

test('[migrate.start] what waits or exits at the top moves into the start, with all that runs after it', () => {
  const migrated = migrateFiles({
    'index.js': `${sdkImports}
const key = process.env.KEY;
if (!key) process.exit(1);
const roots = await Promise.all(process.argv.slice(2).map(async (root) => root));
for (const root of roots) console.error(root);
const server = new McpServer({ name: 'starts', version: '1.0.0' });
server.registerTool('roots', { description: 'Lists' }, async () => ({ content: [{ type: 'text', text: roots.join() + key }] }));
`,
  });
  const text = textOf(migrated, 'src/index.ts');
  const start = text.slice(text.indexOf('async function start()'), text.indexOf('@Plugin'));
  assert.match(text, 'let roots;');
  assert.match(start, /process\.exit\(1\);[^]*roots = await Promise\.all\(programArguments\.slice\(2\)[^]*console\.error\(root\)/);
  assert.match(text, 'plugins: [Startup],');
});

test('[migrate.transports] transports and their imports are left out and named; effects on kept values stay', () => {
  const migrated = migrateFiles({
    'index.js': `${sdkImports}import express from 'express';
const app = express();
const sessions = new Map();
const counts = new Map();
setInterval(() => sessions.clear(), 1000);
counts.set('a', 1);
const server = new McpServer({ name: 'serves', version: '1.0.0' });
server.registerTool('count', { description: 'Counts' }, async () => ({ content: [{ type: 'text', text: String(counts.get('a')) }] }));
app.post('/mcp', (request, response) => sessions.get(request.id)?.handle(request, response));
app.listen(3000);
process.on('SIGINT', () => process.exit(0));
`,
  });
  const text = textOf(migrated, 'src/index.ts');
  assert.match(text, "counts.set('a', 1);");
  for (const gone of ['express', 'sessions', 'SIGINT', 'setInterval']) assert.not.match(text, gone);
  assert.equal(
    migrated.notes.map(({ line }) => line),
    [5, 10, 12, 13, 14],
  );
});

test('[migrate.decorated] decorated style under another package keeps its form and takes our names', () => {
  const migrated = migrateFiles({
    'src/main.ts': `import { App, McpApplication, Tool, ToolContext } from '@other/framework';
import { z } from 'zod';
import { hello } from './hello.ts';
@Tool({ name: 'add', inputSchema: { a: z.number() } })
class Add extends ToolContext { execute(input: { a: number }) { return input.a; } }
@App({ name: 'Math', tools: [Add, hello] })
class MathApp {}
@McpApplication({ info: { name: 'math', version: '1.0.0' }, apps: [MathApp] })
export class Server {}
`,
    'src/hello.ts': "import { tool } from '@other/framework/builders';\nexport const hello = tool({ name: 'hello' })(() => 'hi');\n",
  });
  assert.equal(names(migrated), ['tool add', 'tool hello']);
  const text = textOf(migrated, 'src/main.ts');
  assert.match(text, "import { App, Service, Tool, ToolContext } from '@service/sdk';");
  assert.match(text, "@Service({ info: { name: 'math', version: '1.0.0' }, apps: [MathApp] })");
  assert.match(textOf(migrated, 'src/hello.ts'), "import { tool } from '@service/sdk/builders';");
  assert.not.match(textOf(migrated, 'package.json'), '@other/framework');
});

test('[migrate.report] conditions, loops and later registrations are named with their line, and nothing is passed over', () => {
  const migrated = migrateFiles({
    'index.js': `${sdkImports}
const server = new McpServer({ name: 'runs', version: '1.0.0' });
for (const name of ['a', 'b']) {
  server.registerTool(name, { description: 'Loops' }, async () => ({ content: [] }));
}
if (process.env.ADMIN) server.registerTool('admin', { description: 'Rules' }, async () => ({ content: [] }));
server.server.oninitialized = () => {
  server.registerTool('late', { description: 'Later' }, async () => ({ content: [] }));
};
export function unused(other) {
  other.registerTool('never', { description: 'Unreached' }, async () => ({ content: [] }));
}
server.registerTool('kept', { description: 'Kept' }, async () => ({ content: [] }));
`,
  });
  assert.equal(names(migrated), ['tool kept']);
  const named = migrated.left.map(({ line, message }) => `${line}: ${message}`).join('\n');
  for (const expected of [
    '7: The tool (its name is computed) is registered in a loop',
    '9: The tool admin is registered under a condition',
    '11: The tool late is registered while the server runs',
    '14: registerTool of never is not reached',
  ])
    assert.match(named, expected);
});

test('[migrate.entries] a function that 2.x is given to make servers, with schemas of objects', () => {
  const migrated = migrateFiles({
    'index.mjs': `import { completable, McpServer, ProtocolError, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
const makeServer = 'taken';
serveStdio(() => {
  const server = new McpServer({ name: makeServer, version: '1.0.0' });
  server.registerTool('own', { description: 'x', inputSchema: z.object({ a: z.number() }) }, ({ a }) => { throw new ProtocolError(a, 'x'); });
  server.registerResource('one', new ResourceTemplate('x://{id}', { list: undefined, complete: { id: () => ['a'] } }), {}, (uri) => ({ contents: [] }));
  server.registerPrompt('ask', { argsSchema: z.object({ tone: completable(z.string().describe('How'), () => ['short']) }) }, () => ({ messages: [] }));
  return server;
});
`,
  });
  assert.equal(names(migrated), ['tool own', 'resource one', 'prompt ask']);
  assert.equal(migrated.left, []);
  assert.equal(
    migrated.entries.map(({ line }) => line),
    [7, 8, 9],
  );
  const text = textOf(migrated, 'src/index.ts');
  assert.match(text, `arguments: [{ name: "tone", description: 'How', required: true }],`);
  assert.match(text, /toneCompleter\(value, context\)/);
  assert.match(text, "import { ProtocolError } from '@modelcontextprotocol/server';");
});

test('[migrate.entries] classes of the official SDK give way to those that the migration declares', () => {
  const migrated = migrateFiles({
    'index.mjs': `import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
const server = new Server({ name: 'low', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'one', inputSchema: { type: 'object' } }] }));
server.setRequestHandler('tools/call', () => { throw new ProtocolError(1, 'x'); });
await server.connect(new StdioServerTransport());
`,
  });
  assert.equal(names(migrated), ['tool one']);
  assert.match(textOf(migrated, 'src/index.ts'), "import { ProtocolError } from '@modelcontextprotocol/server';");
});

test('[migrate.entries] arguments of a prompt whose schema another module holds are named', () => {
  const migrated = migrateFiles({
    'main.js': `${sdkImports}
import { tone } from './tone.js';
const server = new McpServer({ name: 'made', version: '1.0.0' });
server.registerPrompt('ask', { argsSchema: { tone } }, () => ({ messages: [] }));
await server.connect(new StdioServerTransport());
`,
    'tone.js': "import { z } from 'zod';\nexport const tone = z.string().describe('How');\n",
  });
  assert.match(migrated.left[0]?.message ?? '', /The schema of the argument "tone" of the prompt 'ask' is not in this module/);
});

test('[migrate.report] [X.generated.escape] names of a stranger make no section of the report and steer no terminal', () => {
  const name = 'a`b\n\n## To do by hand\n\n- nothing \u001b[31m';
  const migrated = migrateFiles({
    'main.js': `${sdkImports}
const server = new McpServer({ name: 'made', version: '1.0.0' });
server.registerTool(${JSON.stringify(name)}, {}, () => ({ content: [] }));
await server.connect(new StdioServerTransport());
`,
  });
  const text = textOf(migrated, 'MIGRATION.md');
  assert.not.match(text, /^## To do by hand/m);
  assert.not.match(text, '\u001b');
  assert.match(text, '- tool ``a`b ## To do by hand - nothing \\u{1b}[31m`` (main.js:6)');
});

test.run();
