/* What plugins may do around entries, in built bundles on Node and on workerd: no way to an entry leads past a hook. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BuiltServer } from '../support/built-servers.ts';
import { modernRequest, send } from '../support/wire-client.ts';
import { callTool, pluginProject } from './plugin-project.ts';

const main = `
import {
  DynamicPlugin, type EntryAdmission, type HookCall, type ListCall, type Next, Plugin, type PluginHooks, type PluginHost, prompt, PublicMcpError, resource,
  ResourceTemplate, ResourceTemplateContext, Service, skill, tool, type ToolModel, type ToolResult,
} from '@service/sdk';

class Closed extends PublicMcpError {
  constructor(name: string) {
    super(\`"\${name}" is closed\`, 'CLOSED', 403);
  }
}

/** Entries whose name begins with "closed" are refused, with "hidden" unknown, with "unlisted" only absent from lists. */
@Plugin({ name: 'gate', order: 10 })
class Gate implements PluginHooks {
  filterEntry(entry: { name: string }, call: ListCall): boolean {
    return !entry.name.startsWith('hidden') || call.request?.header('X-Show') === 'all';
  }
  listEntry(entry: { name: string }): boolean {
    return !entry.name.startsWith('unlisted');
  }
  admitEntry(entry: { name: string }, use: EntryAdmission): void {
    if (entry.name.startsWith('closed') && use.request?.header('x-key') !== 'open') throw new Closed(entry.name);
    if (entry.name.startsWith('inner') && use.origin !== 'entry') throw new Closed(entry.name);
  }
}

let started = '';
/** The outermost, although it is listed last. */
@Plugin({ name: 'trace', order: -1 })
class Trace extends DynamicPlugin<{ word: string }> implements PluginHooks {
  static routes({ word }: { word: string }) {
    return [{ method: 'GET', path: \`/\${word}\` }] as const;
  }
  onRequest(request: Request): Response {
    return Response.json({ path: new URL(request.url).pathname, started });
  }
  onStart(host: PluginHost): void {
    started = \`\${this.options.word} \${host.variable('WORD') ?? 'none'} \${host.now() > 0}\`;
  }
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    if (call.entry.name === 'stuck') return new Promise(() => undefined);
    if (call.entry.name === 'broken') throw new Error('a fault of the plugin');
    const result = await next();
    const trace = [call.origin, call.request.id.length > 0, call.principal ?? null, started];
    return { ...result, _meta: { ...result._meta, trace } };
  }
}

const say = (name: string) => tool({ name, description: 'Says its name.' })(() => name);
const outer = tool({ name: 'outer', description: 'Calls another.' })(async (_input, ctx) => (await ctx.callTool('inner')).content);
const wrapped = tool({ name: 'wrapped', description: 'Calls a closed one.' })(async (_input, ctx) => (await ctx.callTool('closed')).content);
const stuck = tool({ name: 'stuck', description: 'Ends in time.', timeout: { executeMs: 200 } })(() => 'never');
const text = (name: string) => resource({ name, uri: \`text://\${name}\`, description: 'A text.', mimeType: 'text/plain' })(() => name);
@ResourceTemplate({ name: 'closed-page', uriTemplate: 'page://{id}', mimeType: 'text/plain' })
class Page extends ResourceTemplateContext<{ id: string }> {
  execute(_uri: string, { id }: { id: string }) {
    return id;
  }
  idCompleter() {
    return { values: ['secret-value'] };
  }
}
const ask = (name: string) => prompt({ name, description: 'A prompt.', arguments: [{ name: 'of', required: false }] })(() => name);
const how = (name: string) => skill({ name, description: 'How to.', instructions: 'Do it.' });

@Service({
  info: { name: 'hooked', version: '1.0.0' },
  tools: [say('open'), say('closed'), say('hidden'), say('unlisted'), say('inner'), say('broken'), outer, wrapped, stuck],
  resources: [text('open-text'), text('closed-text'), text('hidden-text'), Page],
  prompts: [ask('open-prompt'), ask('closed-prompt'), ask('hidden-prompt')],
  skills: [how('open-skill'), how('closed-skill'), how('hidden-skill'), how('unlisted-skill')],
  plugins: [Gate, Trace.init({ word: 'hello' })],
})
export class Server {}
`;

async function showAll({ port }: BuiltServer): Promise<string> {
  const { body, headers } = modernRequest('tools/list');
  const { text } = await send({ port, path: '/mcp', headers: { host: `localhost:${port}`, ...headers, 'x-show': 'all' }, body });
  return text;
}

const names = (answer: string, list: string): readonly string[] => {
  const { result } = JSON.parse(answer) as { result: Record<string, readonly { name?: string; uri?: string }[]> };
  return (result[list] ?? []).map(({ name, uri }) => name ?? uri ?? '');
};

async function checkServer(server: BuiltServer): Promise<void> {
  const tools = names(await server.ask('tools/list'), 'tools');
  assert.equal(tools, ['open', 'closed', 'inner', 'broken', 'outer', 'wrapped', 'stuck']);
  assert.ok(names(await showAll(server), 'tools').includes('hidden'), 'a list hook sees the request');
  assert.is((await callTool(server, { name: 'unlisted' })).text.includes('unlisted'), true);
  assert.match((await callTool(server, { name: 'hidden' })).text, 'Tool "hidden" not found');

  const doors: readonly (readonly [method: string, params: Record<string, unknown>])[] = [
    ['tools/call', { name: 'closed', arguments: {} }],
    ['tools/call', { name: 'wrapped', arguments: {} }],
    ['tools/call', { name: 'inner', arguments: {} }],
    ['resources/read', { uri: 'text://closed-text' }],
    ['resources/read', { uri: 'page://1' }],
    ['prompts/get', { name: 'closed-prompt' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'closed-prompt' }, argument: { name: 'of', value: '' } }],
    ['completion/complete', { ref: { type: 'ref/resource', uri: 'page://{id}' }, argument: { name: 'id', value: '' } }],
    ['resources/read', { uri: 'skill://closed-skill/SKILL.md' }],
    ['skills/get', { uri: 'skill://closed-skill/SKILL.md' }],
  ];
  for (const [method, params] of doors)
    assert.match(await server.ask(method, params), /is closed|not found/, `${method} ${JSON.stringify(params)}`);
  for (const uri of ['text://hidden-text', 'skill://hidden-skill/SKILL.md'])
    assert.match(await server.ask('resources/read', { uri }), /not found|Resource/i, uri);
  assert.is((await callTool(server, { name: 'closed', headers: { 'x-key': 'open' } })).isError, false);
  assert.match((await callTool(server, { name: 'closed' })).text, '"closed" is closed');

  const called = await callTool(server, { name: 'outer' });
  assert.is(called.isError, false);
  assert.equal(called.meta['trace'], ['client', true, null, `hello ${server.target === 'node' ? 'word' : 'word'} true`]);

  const route = await fetch(`http://localhost:${server.port}/hello`);
  assert.equal([route.status, await route.json()], [200, { path: '/hello', started: 'hello word true' }]);

  const broken = await callTool(server, { name: 'broken' });
  assert.is(broken.isError, true);
  assert.not.match(broken.text, 'a fault of the plugin');
  assert.match((await callTool(server, { name: 'stuck' })).text, 'timed out');
}

test('[plugins.hooks.doors] hooks list, refuse and surround every use of an entry, on node and on workerd', async () => {
  const project = pluginProject('hooked', main);
  try {
    for (const target of ['node', 'worker'] as const) {
      const server = await project.start(target, { env: { WORD: 'word' } });
      try {
        await checkServer(server);
      } finally {
        await server.stop();
      }
    }
  } finally {
    project.remove();
  }
});

const asking = (asks: string): string => `
import { type HookCall, type Next, Plugin, type PluginHooks, Service, tool, type ToolModel, type ToolResult } from '@service/sdk';

/** Outside of the other, and with arguments of its own for it. */
@Plugin({ name: 'outside', order: -1 })
class Outside implements PluginHooks {
  aroundToolCall(_call: HookCall<ToolModel>, next: Next<ToolResult>) {
    return next({});
  }
}
@Plugin({ name: 'confirm'${asks} })
class Confirm implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>) {
    const { content, status } = await call.elicit(\`Call \${call.entry.name}?\`, { type: 'object', properties: { sure: { type: 'boolean' } } });
    if (status !== 'accept' || content?.['sure'] !== true) return { content: [{ type: 'text' as const, text: 'not called' }] };
    const result = await next();
    return { ...result, _meta: { ...result._meta, asked: call.isPersonal } };
  }
}
let runs = 0;
const erase = tool({ name: 'erase', description: 'Erases.' })(() => ({ runs: ++runs }));

@Service({ info: { name: 'asking', version: '1.0.0' }, tools: [erase], plugins: [Confirm, Outside] })
export class Server {}
`;

type Rounds = {
  readonly result: { readonly inputRequests?: object; readonly requestState?: string; readonly content?: object; readonly _meta: object };
};

test('[plugins.hooks.asks] a hook asks the person before a tool runs, when its plugin says that it asks', async () => {
  const project = pluginProject('asking', asking(', asks: true'));
  const silent = pluginProject('silent', asking(''));
  const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
  const call = async ({ port }: BuiltServer, more: Record<string, unknown>): Promise<Rounds> => {
    const { body, headers } = modernRequest('tools/call', { name: 'erase', arguments: {}, ...more }, { meta });
    const { text } = await send({ port, path: '/mcp', headers: { host: `localhost:${port}`, ...headers }, body });
    return JSON.parse(text) as Rounds;
  };
  const answering = (question: Rounds, sure: boolean): Record<string, unknown> => {
    const { inputRequests = {}, requestState } = question.result;
    const [key = ''] = Object.keys(inputRequests);
    return { requestState, inputResponses: { [key]: { action: 'accept', content: { sure } } } };
  };
  const server = await project.start('node');
  const without = await silent.start('node', { env: { NODE_ENV: 'development' } });
  try {
    const question = await call(server, {});
    assert.match(JSON.stringify(question.result.inputRequests), 'Call erase?');
    assert.match(JSON.stringify((await call(server, answering(question, false))).result.content), 'not called');
    const again = await call(server, {});
    const done = await call(server, answering(again, true));
    assert.match(JSON.stringify(done.result), '"runs":1');
    assert.is((done.result._meta as { asked?: boolean }).asked, true);
    assert.match(JSON.stringify(await call(without, {})), /elicitation\/create is not possible here/);
  } finally {
    await server.stop();
    await without.stop();
    project.remove();
    silent.remove();
  }
});

test.run();
