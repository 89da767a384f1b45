/* Updates of resources go to those who may read them when they are told, in a built bundle: listen streams and sessions. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltServer } from '../support/built-servers.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, openStream, send, type WireStream } from '../support/wire-client.ts';
import { callTool, pluginProject } from './plugin-project.ts';

const main = `
import { type EntryAdmission, Plugin, type PluginHooks, PublicMcpError, resource, resourceTemplate, Service, skill, tool } from '@service/sdk';
import { z } from 'zod';

const closed = new Set<string>();
let away = false;
let asked = 0;
/** What is named closed is refused from then on; a header opens it. */
@Plugin({ name: 'gate' })
class Gate implements PluginHooks {
  filterEntry(entry: { name: string }): boolean {
    return !entry.name.startsWith('hidden');
  }
  async admitEntry(entry: { name: string }, use: EntryAdmission): Promise<void> {
    if (away && entry.name === 'page') throw new Error('the directory of people is away');
    if (closed.has(entry.name) && use.request.header('x-service-key') !== 'open') throw new PublicMcpError('closed', 'CLOSED', 403);
    asked += entry.name === 'page' ? 1 : 0;
  }
}
const set = tool({ name: 'set', description: 'Sets.', inputSchema: { close: z.array(z.string()), away: z.boolean() } })((input) => {
  closed.clear();
  for (const name of input.close) closed.add(name);
  away = input.away;
  return { asked };
});
const tell = tool({ name: 'tell', description: 'Tells.', inputSchema: { uris: z.array(z.string()) } })(({ uris }, ctx) => {
  for (const uri of uris) ctx.notifyResourceUpdated(uri);
  return 1;
});
const text = (name: string) => resource({ name, uri: \`text://\${name}\`, description: 'A text.', mimeType: 'text/plain' })(() => name);
const page = resourceTemplate({ name: 'page', uriTemplate: 'page://{id}', mimeType: 'text/plain' })((_uri, { id }) => id);
const how = (name: string) => skill({ name, description: 'How to.', instructions: 'Do it.' });

@Service({
  info: { name: 'told', version: '1.0.0' },
  tools: [set, tell],
  resources: [text('open'), text('hidden'), page],
  skills: [how('work'), how('hidden-work')],
  plugins: [Gate],
})
export class Server {}
`;

const uris = ['text://open', 'page://1', 'skill://work/SKILL.md'];
const strangers = ['text://hidden', 'skill://hidden-work/SKILL.md', 'skill://none/SKILL.md', 'text://none'];

const fence = 'text://open';

/** What a stream tells, until it tells of the fence. */
async function heard(stream: WireStream): Promise<readonly string[]> {
  const told: string[] = [];
  for (;;) {
    const message = (await stream.next()) as { method?: string; params?: { uri?: unknown } } | undefined;
    if (message === undefined) throw new Error('the stream has ended');
    if (message.params?.uri === fence) return told.toSorted((one, other) => (one < other ? -1 : 1));
    if (message.method === 'notifications/resources/updated') told.push(String(message.params?.uri));
  }
}

async function listen(server: BuiltServer, headers: Record<string, string> = {}): Promise<WireStream> {
  const { port } = server;
  const notifications = { resourceSubscriptions: [...uris, ...strangers] };
  const request = modernRequest('subscriptions/listen', { notifications }, { headers: { host: `localhost:${port}`, ...headers } });
  const stream = await openStream({ port, path: '/mcp', ...request });
  const agreed = (await stream.next()) as { params: { notifications: { resourceSubscriptions: readonly string[] } } };
  assert.equal(agreed.params.notifications.resourceSubscriptions.toSorted(), uris.toSorted());
  return stream;
}

async function openSession(server: BuiltServer, more: Record<string, string> = {}): Promise<WireStream> {
  const { port } = server;
  const headers = { host: `localhost:${port}`, ...legacyHeaders, ...more };
  const opened = await send({ port, path: '/mcp', headers, body: initializeBody() });
  const session = { ...headers, 'mcp-session-id': String(opened.headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
  const subscribe = async (uri: string): Promise<string> =>
    (await send({ port, path: '/mcp', headers: session, body: legacyBody('resources/subscribe', { uri }, 1) })).text;
  for (const uri of uris) assert.match(await subscribe(uri), '"result":{}', uri);
  const unknown = new Set<string>();
  for (const uri of strangers) unknown.add((await subscribe(uri)).replaceAll(uri, 'URI').replace(/^id: .*$/gm, ''));
  assert.is(unknown.size, 1, [...unknown].join('\n'));
  assert.match([...unknown].join(''), 'Resource not found');
  return openStream({ port, path: '/mcp', method: 'GET', headers: { ...session, accept: 'text/event-stream' } });
}

const set = async (server: BuiltServer, close: readonly string[], away = false): Promise<unknown> =>
  (await callTool(server, { name: 'set', args: { close, away } })).value['asked'];

for (const [era, open] of Object.entries({ 'a listen stream': listen, 'a session': openSession }))
  test(`[plugins.updates] ${era} tells updates to those who may read then, and ends the subscription of others`, async () => {
    const project = pluginProject('told', main);
    const server = await project.start('node');
    try {
      const [, page, work] = uris as [string, string, string];
      const streams = [await open(server), await open(server, { 'x-service-key': 'open' })] as const;
      const told = async (...changed: readonly string[]): Promise<readonly (readonly unknown[])[]> => {
        await callTool(server, { name: 'tell', args: { uris: changed } });
        await callTool(server, { name: 'tell', args: { uris: [fence] } });
        return [await heard(streams[0]), await heard(streams[1])];
      };
      const all = [page, work];
      assert.equal(await told(page, work), [all, all]);
      await set(server, ['page', 'work']);
      assert.equal(await told(page, work), [[], all], 'who may not read any more is not told');
      const before = Number(await set(server, []));
      assert.equal(await told(page, work), [[], all], 'what has ended does not begin again');
      assert.is(Number(await set(server, [], true)), before + 1, 'only who still subscribes is asked about');
      assert.equal(await told(page), [[], []], 'not told while nobody knows who may read');
      await server.logs('an update was not told');
      await set(server, []);
      assert.equal(await told(page), [[], [page]], 'a plugin that fails for a time ends nothing');
      for (const stream of streams) stream.close();
    } finally {
      await server.stop();
      project.remove();
    }
  });

test.run();
