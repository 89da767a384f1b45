import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bootHttp, type HttpBoot } from '../../../test/support/boot/node.ts';
import { makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

const source = `import { Service, prompt, resource, resourceTemplate, tool } from '@service/sdk';
import { z } from 'zod';

const add = tool({
  name: 'add',
  description: 'Adds. */ Twice.',
  inputSchema: { a: z.number().describe('First'), b: z.number().default(1) },
  outputSchema: { sum: z.number() },
})(({ a, b }) => ({ sum: a + b }));
const fails = tool({ name: 'it-fails', description: 'Fails', inputSchema: {} })(() => {
  throw new Error('no');
});
const slow = tool({ name: 'slow', description: 'Reports', inputSchema: { steps: z.number() } })(async ({ steps }, context) => {
  for (let step = 1; step <= steps; step += 1) context.progress(step, steps, 'at ' + step);
  return 'done';
});
const asks = tool({ name: 'asks', description: 'Asks', inputSchema: {}, outputSchema: { name: z.string() } })(async (input, context) => {
  const answer = await context.elicit('Who?', { name: z.string() });
  return { name: answer.status === 'accept' ? answer.content.name : 'nobody' };
});
const region = tool({
  name: 'region',
  description: 'Routes',
  inputSchema: { region: z.string().meta({ 'x-mcp-header': 'Region' }), kind: z.enum(['x', "it's"]).optional() },
  outputSchema: { region: z.string() },
})(({ region }) => ({ region }));
const tree = z.object({ value: z.number(), get children() { return z.array(tree); } });
const depth = tool({ name: 'depth', description: 'Walks', inputSchema: { tree }, outputSchema: { depth: z.number() } })(() => ({ depth: 1 }));

const note = resourceTemplate({ name: 'note', uriTemplate: 'note://{id}', description: 'A note' })((uri, { id }) => 'note ' + id);
const all = resource({ name: 'all', uri: 'note://all', description: 'Notes' })(() => 'notes');
const explain = prompt({ name: 'explain', description: 'Explains', arguments: [{ name: 'topic', required: true }, { name: 'tone' }] })(
  (args) => 'Explain ' + args['topic'],
);

@Service({
  info: { name: 'many', version: '1.0.0' },
  tools: [add, fails, slow, asks, region, depth],
  resources: [all],
  resourceTemplates: [note],
  prompts: [explain],
})
export class Server {}
`;

/** Runs modules in a realm that has what browsers and workers have, and nothing of Node. */
const browser = `import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';
const realm = createContext({ fetch, TextEncoder, TextDecoder, btoa, AbortSignal, say: (text) => console.log(text) });
const load = async (name) => {
  const module = new SourceTextModule(readFileSync(name, 'utf8'), { context: realm, identifier: name });
  await module.link((wanted) => load('client/' + wanted.split('/').at(-1)));
  return module;
};
await (await load('use.mjs')).evaluate();
`;

/** What a person writes against the client. */
const program = (url: string): string => `import { connect, contract, RpcError, ToolError } from './client/client.mjs';
const client = connect({ url: ${JSON.stringify(url)}, onElicit: ({ message }) => ({ action: 'accept', content: { name: message + ' Ada' } }) });
const caught = (work) => work.then((value) => value, (error) => error);
const progress = [];
const failure = await caught(client.tools['it-fails']());
const unknown = await caught(client.request('tools/call', { name: 'none' }));
const unasked = await caught(connect({ url: ${JSON.stringify(url)} }).tools.asks());
const gone = await caught(client.tools.add({ a: 1 }, { signal: AbortSignal.abort() }));
say(JSON.stringify({
  server: contract.server.name,
  sum: await client.tools.add({ a: 2, b: 3 }),
  standard: await client.tools.add({ a: 2 }),
  whole: (await client.callTool('add', { a: 1, b: 1 })).structuredContent,
  failure: [failure instanceof ToolError, failure.tool, failure.code],
  refused: (await client.callTool('add', { a: 'x' })).isError,
  unknown: [unknown instanceof RpcError, unknown.code],
  slow: [(await client.tools.slow({ steps: 3 }, { onProgress: ({ progress: at }) => progress.push(at) })).content[0].text, progress],
  asks: await client.tools.asks(),
  unasked: [unasked instanceof RpcError || unasked instanceof ToolError],
  region: await client.tools.region({ region: 'Düsseldorf ' }),
  all: (await client.readResource('note://all'))[0].text,
  note: (await client.readResource('note://7'))[0].text,
  prompt: (await client.getPrompt('explain', { topic: 'x' })).messages[0].content.text,
  tools: (await client.listTools()).length,
  gone: gone.name,
}));
`;

/** Each line that must not compile has its reason behind it. */
const typed = `import { connect } from './client/client.mjs';
import type { Client, ToolName } from './client/client.mjs';
export async function use(client: Client = connect({ url: 'http://localhost' })): Promise<number> {
  const { sum } = await client.tools.add({ a: 1 });
  const name: ToolName = 'it-fails';
  await client.tools[name]();
  const text: string | undefined = (await client.tools.slow({ steps: 1 })).content[0]?.text;
  await client.tools.region({ region: 'x', kind: "it's" });
  await client.tools.depth({ tree: { value: 1, children: [{ value: 2, children: [] }] } });
  await client.readResource(\`note://\${sum}\`);
  await client.getPrompt('explain', { topic: text ?? '' });
  const kept: number | undefined = (await client.callTool('add', { a: 1 })).structuredContent?.sum;
  return sum + (kept ?? 0);
}
export async function misuse(client: Client): Promise<void> {
  await client.tools.add({}); // wrong: a is required
  await client.tools.add(); // wrong: so are the arguments
  await client.tools.add({ a: 'x' }); // wrong: a number
  await client.tools.region({ region: 'x', kind: 'y' }); // wrong: not in the list
  await client.tools.none({}); // wrong: no such tool
  (await client.tools.add({ a: 1 })).total; // wrong: no such result
  await client.readResource('file:///etc'); // wrong: no such resource
  await client.getPrompt('explain', {}); // wrong: topic is required
  await client.tools.depth({ tree: { value: 1, children: [{ value: '2', children: [] }] } }); // wrong: deep inside
}
`;

const test = suite<{ root: string; project: string; server: HttpBoot }>('generate client');
test.before(async (context) => {
  Object.assign(context, makeProject());
  writeFileSync(join(context.project, 'src/main.ts'), source);
  const built = await runCli(['build', '--no-check'], { cwd: context.project });
  assert.is(built.code, 0, built.stderr);
  const made = await runCli(['generate', 'client'], { cwd: context.project });
  assert.is(made.code, 0, made.stderr);
  assert.match(made.stdout, /^create {2}client\/client\.mjs\n[^]*import \{ connect \} from '\.\/client\/client\.mjs';$/);
  context.server = await bootHttp({ folder: join(context.project, 'dist/node'), name: 'template-basic' });
});
test.after(async ({ root, server }) => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

test('[I7.client.drives] drives a built server with nothing but fetch: results, failures, progress, questions, headers', async ({
  project,
  server,
}) => {
  writeFileSync(join(project, 'use.mjs'), program(server.url));
  writeFileSync(join(project, 'browser.mjs'), browser);
  const { stdout, stderr } = await execa(process.execPath, ['--no-warnings', '--experimental-vm-modules', 'browser.mjs'], {
    cwd: project,
    reject: false,
  });
  assert.is(stderr, '');
  assert.equal(JSON.parse(stdout), {
    server: 'many',
    sum: { sum: 5 },
    standard: { sum: 3 },
    whole: { sum: 2 },
    failure: [true, 'it-fails', 'TOOL_EXECUTION_ERROR'],
    refused: true,
    unknown: [true, -32602],
    slow: ['{"value":"done"}', [1, 2, 3]],
    asks: { name: 'Who? Ada' },
    unasked: [true],
    region: { region: 'Düsseldorf ' },
    all: 'notes',
    note: 'note 7',
    prompt: 'Explain x',
    tools: 6,
    gone: 'AbortError',
  });
});

test('[I7.client.types] its types accept what the contract accepts and nothing else', async ({ project }) => {
  const file = join(project, 'typed.ts');
  writeFileSync(file, typed);
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom'], types: [] };
  writeFileSync(join(project, 'typed.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
  const { stdout } = await execa(process.execPath, [compiler, '-p', 'typed.json', '--pretty', 'false'], { cwd: project, reject: false });
  const found = stdout
    .split('\n')
    .flatMap((line) => /^([\w.]+)\((\d+),/.exec(line)?.slice(1, 3).join(':') ?? (/^\s|^$/.test(line) ? [] : [line]));
  const wrong = typed.split('\n').flatMap((line, index) => (line.includes('// wrong') ? [`typed.ts:${index + 1}`] : []));
  assert.equal([...new Set(found)], wrong);
});

test('[I7.client] a second run does nothing; a contract.json of another server is enough; --dry-run writes nothing', async ({
  root,
  project,
}) => {
  const again = await runCli(['generate', 'client'], { cwd: project });
  assert.equal([again.code, again.stdout], [0, 'Nothing to do: the client is that of the contract.']);
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  cpSync(join(project, 'dist/node/contract.json'), join(elsewhere, 'contract.json'));
  const dry = await runCli(['generate', 'client', '--from', 'contract.json', '--dry-run'], { cwd: elsewhere });
  assert.match(dry.stdout, /\+\+\+ client\/contract\.d\.mts \(new\)/);
  const made = await runCli(['generate', 'client', '--from', 'contract.json', '--out', 'api', '--json'], { cwd: elsewhere });
  const { data } = JSON.parse(made.stdout) as { data: { files: readonly { path: string }[] } };
  assert.equal(
    data.files.map(({ path }) => path),
    ['api/client.mjs', 'api/client.d.mts', 'api/contract.mjs', 'api/contract.d.mts'],
  );
  for (const name of ['contract.mjs', 'contract.d.mts', 'client.mjs'])
    assert.is(readFileSync(join(elsewhere, 'api', name), 'utf8'), readFileSync(join(project, 'client', name), 'utf8'));
  const contract = JSON.parse(readFileSync(join(elsewhere, 'contract.json'), 'utf8')) as { tools: { name: string; inputSchema: object }[] };
  const share = { type: 'object', properties: { share: { type: 'number', 'x-mcp-header': 'Share' } } };
  const tools = contract.tools.map((tool) => (tool.name === 'region' ? { ...tool, inputSchema: share } : tool));
  writeFileSync(join(elsewhere, 'marked.json'), JSON.stringify({ ...contract, tools }));
  const marked = await runCli(['generate', 'client', '--from', 'marked.json', '--out', 'marked'], { cwd: elsewhere });
  assert.match(marked.stdout, /^left out {2}region: x-mcp-header of `share`: only a string, an integer or a boolean fits in a header$/m);
  assert.not.match(readFileSync(join(elsewhere, 'marked/contract.mjs'), 'utf8'), 'region');
  const missing = await runCli(['generate', 'client', '--from', 'none.json'], { cwd: elsewhere });
  assert.is(missing.code, 2);
  assert.match(missing.stderr, /none\.json does not exist/);
});

test('[foreign.bounded] a contract that is nested too deeply, or no file, is said as what it is', async ({ root }) => {
  const nested = `${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
  const contract = { contractVersion: 1, hash: '', server: { name: 'a', version: '1' }, resources: [], resourceTemplates: [], prompts: [] };
  const text = JSON.stringify({ ...contract, skills: [], tools: [{ name: 't', hash: '', visibility: 'public', inputSchema: 'here' }] });
  writeFileSync(
    join(root, 'deep.json'),
    text.replace('"here"', () => nested),
  );
  const deep = await runCli(['generate', 'client', '--from', 'deep.json'], { cwd: root });
  assert.equal([deep.code, /deep\.json nests its schemas deeper than 256 levels/.test(deep.stderr)], [2, true], deep.stderr);
  await execa('mkfifo', [join(root, 'pipe.json')]);
  const pipe = await runCli(['generate', 'client', '--from', 'pipe.json'], { cwd: root });
  assert.equal([pipe.code, /pipe\.json is no file/.test(pipe.stderr)], [2, true], pipe.stderr);
});

test.run();
