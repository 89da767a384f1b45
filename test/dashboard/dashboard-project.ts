import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePageScripts } from '../../scripts/packing/page-scripts.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { modernRequest, parseWire, send, type WireAnswer } from '../support/wire-client.ts';
import { pluginProject } from '../plugins/plugin-project.ts';

export const root = resolve(import.meta.dirname, '../..');
const compiled = join(root, 'packages/plugin-dashboard/dist');
// A test that runs alone has no builder that makes them.
if (!existsSync(compiled)) await writePageScripts(root, 'plugin-dashboard', compiled);

export const token = 'a-dashboard-token-0123456789';

/**
 * A server with an app, a plugin, an adapter's worth of entries, and the dashboard.
 * @param options as they stand in the call of `DashboardPlugin.init`
 * @param more of the options of `@Service`
 */
export const dashboardProject = (options: string, more = ''): BuiltProject =>
  pluginProject(
    'shown',
    `import { App, Plugin, Service, prompt, resource, resourceTemplate, tool } from '@service/sdk';
import { DashboardPlugin } from '@service/plugin-dashboard';
import { z } from 'zod';

const ping = tool({ name: 'ping', description: 'Answers pong.', tags: ['net'], inputSchema: { times: z.number().optional() } })(() => 'pong');
const secretTool = tool({ name: 'quiet', description: 'Nobody lists it.', visibility: 'hidden' })(() => 'quiet');
const rate = tool({ name: 'rate', description: 'Tells a rate.' })(() => 1);
const notes = resource({ name: 'notes', uri: 'shown://notes', mimeType: 'text/plain' })(() => 'notes');
const page = resourceTemplate({ name: 'page', uriTemplate: 'shown://pages/{number}' })(() => 'page');
const ask = prompt({ name: 'ask', description: 'Asks.', arguments: [{ name: 'topic', required: true }] })(() => 'ask');
const stamp = tool({ name: 'stamp', description: 'Of a plugin.' })(() => 'stamped');

@Plugin({ name: 'stamps', tools: [stamp] })
class Stamps {}

@App({ name: 'prices', tools: [rate], plugins: [Stamps] })
class Prices {}

@Service({
  info: { name: 'shown', version: '1.2.3' },
  tools: [ping, secretTool],
  resources: [notes],
  resourceTemplates: [page],
  prompts: [ask],
  apps: [Prices],
  plugins: [DashboardPlugin.init(${options})],
  ${more}
})
export class Server {}
`,
  );

export interface Asked {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request to an MCP endpoint: that of the dashboard, unless another path is named. */
export async function ask(
  { port }: Pick<BuiltServer, 'port'>,
  { headers: given, method = 'tools/list', params, path = '/dashboard' }: Asked = {},
): Promise<WireAnswer> {
  const { body, headers } = modernRequest(method, params);
  return send({ port, path, headers: { host: `localhost:${port}`, ...headers, ...given }, body });
}

/** What a tool of the dashboard answers. */
export async function callDashboard<T>(
  server: Pick<BuiltServer, 'port'>,
  name: string,
  { args = {}, headers = {} }: { readonly args?: object; readonly headers?: Asked['headers'] } = {},
): Promise<T> {
  const { text } = await ask(server, { method: 'tools/call', params: { name: `dashboard:${name}`, arguments: args }, headers });
  const content: unknown = Reflect.get(Object(parseWire(text).result), 'structuredContent');
  if (content === undefined) throw new Error(text);
  return content as T;
}

export const visit = (
  { port }: Pick<BuiltServer, 'port'>,
  path = '/dashboard',
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> => send({ port, method: 'GET', path, headers: { host: `localhost:${port}`, accept: 'text/html', ...headers } });
