/* A caller who may not use an entry hears that, whatever else is wrong with the request: in a built bundle, both eras. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltServer } from '../support/built-servers.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, send } from '../support/wire-client.ts';
import { pluginProject } from './plugin-project.ts';

const main = `
import { z } from 'zod';
import {
  type EntryAdmission, Plugin, type PluginHooks, prompt, PublicMcpError, resource, ResourceTemplate, ResourceTemplateContext, Service, tool,
} from '@service/sdk';

@Plugin({ name: 'gate' })
class Gate implements PluginHooks {
  filterEntry(entry: { name: string }): boolean {
    return !entry.name.startsWith('hidden');
  }
  admitEntry(entry: { name: string }, use: EntryAdmission): void {
    if (entry.name.startsWith('closed')) throw new PublicMcpError('closed', 'CLOSED', 403);
  }
}
const nowhere = { availableWhen: { surface: ['cli' as const] } };
const marked = (name: string) =>
  tool({ name, description: 'Marks.', inputSchema: { region: z.string().meta({ 'x-mcp-header': 'Region' }) } })(() => 1);
const typed = (name: string) => tool({ name, description: 'Takes a number.', inputSchema: { count: z.number() } })(() => 1);
const absent = (name: string) => tool({ name, description: 'Is not here.', ...nowhere })(() => 1);
const later = (name: string) => tool({ name, description: 'A task.', execution: { taskSupport: 'optional' } })(() => 1);
const text = (name: string) => resource({ name, uri: \`text://\${name}\`, description: 'A text.', ...nowhere })(() => name);
const ask = (name: string) => prompt({ name, description: 'Asks.', arguments: [{ name: 'of', required: true }] })(() => name);
const gone = (name: string) => prompt({ name, description: 'Is not here.', arguments: [], ...nowhere })(() => name);

const pages = (kind: string) => {
  @ResourceTemplate({ name: \`\${kind}-pages\`, uriTemplate: \`\${kind}://{id}\` })
  class Pages extends ResourceTemplateContext<{ id: string }> {
    list() {
      return { resources: [{ uri: \`\${kind}://1\`, name: 'one' }], nextCursor: 'more' };
    }
    execute(_uri: string, { id }: { id: string }) {
      return id;
    }
  }
  return Pages;
};
const kinds = ['hidden', 'closed', 'open'];
@Service({
  info: { name: 'admitted', version: '1.0.0' },
  tools: [marked, typed, absent, later].flatMap((make, at) => kinds.map((kind) => make(\`\${kind}-tool-\${at}\`))),
  resources: [...kinds.map((kind) => text(\`\${kind}-text\`)), ...kinds.map(pages)],
  prompts: [ask, gone].flatMap((make, at) => kinds.map((kind) => make(\`\${kind}-prompt-\${at}\`))),
  plugins: [Gate],
})
export class Server {}
`;

type Ask = (kind: string) => Promise<{ readonly error?: { readonly code: number; readonly message: string; readonly data?: object } }>;

const modern =
  ({ port }: BuiltServer, method: string, paramsOf: (kind: string) => Record<string, unknown>): Ask =>
  async (kind) => {
    const { body, headers } = modernRequest(method, paramsOf(kind));
    return JSON.parse((await send({ port, path: '/mcp', headers: { host: `localhost:${port}`, ...headers }, body })).text) as object;
  };

const inSession =
  ({ port }: BuiltServer, method: string, paramsOf: (kind: string) => Record<string, unknown>): Ask =>
  async (kind) => {
    const headers = { host: `localhost:${port}`, ...legacyHeaders };
    const opened = await send({ port, path: '/mcp', headers, body: initializeBody() });
    const session = { ...headers, 'mcp-session-id': String(opened.headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
    const { text } = await send({ port, path: '/mcp', headers: session, body: legacyBody(method, paramsOf(kind), 1) });
    return JSON.parse(text.replace(/^[^]*data: /m, '')) as object;
  };

const call =
  (at: number, args: object, more: object = {}) =>
  (kind: string): Record<string, unknown> => ({ name: `${kind}-tool-${at}`, arguments: args, ...more });

/** Requests with a fault of their own, and what an admitted caller is told of it. */
const faults = (server: BuiltServer): Readonly<Record<string, readonly [ask: Ask, told: RegExp]>> => ({
  'a header that is missing': [modern(server, 'tools/call', call(0, { region: 'north' })), /mcp-param-region header is required/i],
  'input of another type': [modern(server, 'tools/call', call(1, { count: 'many' })), /Invalid tool input/],
  'a tool of another surface': [modern(server, 'tools/call', call(2, {})), /not available here/],
  'a task of no length': [inSession(server, 'tools/call', call(3, {}, { task: { ttl: -1 } })), /task.ttl.* must be a number/],
  'a resource of another surface': [modern(server, 'resources/read', (kind) => ({ uri: `text://${kind}-text` })), /not available here/],
  'a prompt without its argument': [modern(server, 'prompts/get', (kind) => ({ name: `${kind}-prompt-0` })), /Missing required argument/],
  'a prompt of another surface': [modern(server, 'prompts/get', (kind) => ({ name: `${kind}-prompt-1` })), /not available here/],
  'completion of an argument that is not there': [
    modern(server, 'completion/complete', (kind) => ({
      ref: { type: 'ref/prompt', name: `${kind}-prompt-0` },
      argument: { name: 'other', value: '' },
    })),
    /has no argument/,
  ],
  'completion of what is on another surface': [
    modern(server, 'completion/complete', (kind) => ({
      ref: { type: 'ref/prompt', name: `${kind}-prompt-1` },
      argument: { name: 'of', value: '' },
    })),
    /not available here/,
  ],
});

test('[plugins.admission] a caller who may not use an entry hears that alone, whatever else is wrong with the request', async () => {
  const project = pluginProject('admitted', main);
  const server = await project.start('node');
  try {
    for (const [fault, [ask, told]] of Object.entries(faults(server))) {
      assert.match(JSON.stringify(await ask('open')), told, `${fault}: an admitted caller is told`);
      const unknown = JSON.stringify(await ask('missing')).replaceAll('missing-', 'hidden-');
      assert.is(JSON.stringify(await ask('hidden')), unknown, `${fault}: hidden is unknown`);
      const { error } = await ask('closed');
      assert.equal([error?.message, error?.data], ['closed', { code: 'CLOSED' }], `${fault}: closed is closed`);
    }
    const list = (cursor?: string): ReturnType<Ask> => modern(server, 'resources/list', () => ({ cursor }))('');
    const { result } = (await list()) as { readonly result: { readonly nextCursor: string } };
    const cursorOf = (kind: string): string => btoa(atob(result.nextCursor).replace('open-pages', `${kind}-pages`));
    assert.match(JSON.stringify(await list(cursorOf('open'))), 'open://1');
    for (const kind of ['hidden', 'closed']) assert.equal(await list(cursorOf(kind)), await list(cursorOf('missing')), kind);
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
