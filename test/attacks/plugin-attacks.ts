import type { BuiltServer } from '../support/built-servers.ts';
import { openPair } from '../support/pair-client.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, openStream, send, type WireStream } from '../support/wire-client.ts';

/** A point at which a plugin stands before the entries whose names begin with it. */
export type GuardHook = 'filter' | 'list' | 'admit' | 'around';

/** Beginning of the names of guarded entries: a hook, or what a plugin of ours guards. */
export type GuardName = GuardHook | 'flag' | 'approval';

/** A server, and who attacks it. */
export type AttackedServer = BuiltServer & { readonly headers?: Readonly<Record<string, string>> };

/** What a request needs of a server. */
type Addressed = Pick<AttackedServer, 'headers' | 'port'>;

const headersOf = ({ headers, port }: Addressed): Record<string, string> => ({ host: `localhost:${port}`, ...headers });

type Params = Record<string, unknown>;

/** A way to an entry that a plugin guards. */
export interface PluginDoor {
  readonly kind: 'tool' | 'resource' | 'template' | 'prompt' | 'skill';
  readonly name: string;
  /** Hooks that stand before it. */
  readonly hooks: readonly GuardHook[];
  /** What is heard when the door is open; `SECRET`, which only the author's code and texts say, when absent. */
  readonly opens?: RegExp;
  /** Everything that a caller hears who goes through it. */
  readonly go: (server: AttackedServer, guard: GuardName) => Promise<string>;
}

const post = async (server: Addressed, request: { headers: Record<string, string>; body: string }): Promise<string> =>
  (await send({ port: server.port, path: '/mcp', ...request, headers: { ...headersOf(server), ...request.headers } })).text;

const asks =
  (method: string, paramsOf: (guard: GuardName) => Params = () => ({})): PluginDoor['go'] =>
  (server, guard) =>
    post(server, modernRequest(method, paramsOf(guard)));

export interface Session {
  readonly headers: Record<string, string>;
  readonly ask: (method: string, params: Params) => Promise<string>;
}

export async function openSession(server: Addressed, version = '2025-11-25'): Promise<Session> {
  const { port } = server;
  const headers = { ...headersOf(server), ...legacyHeaders };
  const opened = await send({ port, path: '/mcp', headers, body: initializeBody(version) });
  const own = { ...headers, 'mcp-session-id': String(opened.headers['mcp-session-id']), 'mcp-protocol-version': version };
  return { headers: own, ask: (method, params) => post(server, { headers: own, body: legacyBody(method, params, 1) }) };
}

const inSession =
  (method: string, paramsOf: (guard: GuardName) => Params): PluginDoor['go'] =>
  async (server, guard) =>
    (await openSession(server)).ask(method, paramsOf(guard));

const overPair =
  (method: string, paramsOf: (guard: GuardName) => Params): PluginDoor['go'] =>
  async (server, guard) => {
    const pair = await openPair(server.port, '/mcp', headersOf(server));
    await pair.post(initializeBody('2024-11-05'));
    await pair.next();
    await pair.post(legacyBody(method, paramsOf(guard), 2));
    const answer = JSON.stringify(await pair.next());
    pair.close();
    return answer;
  };

const inBatch: PluginDoor['go'] = async (server, guard) => {
  const { headers } = await openSession(server, '2025-03-26');
  const body = `[${legacyBody('tools/call', callOf(guard), 1)},${legacyBody('ping', {}, 2)}]`;
  return post(server, { headers, body });
};

const callOf = (guard: GuardName): Params => ({ name: `${guard}-tool`, arguments: {} });

const asTask: PluginDoor['go'] = async (server, guard) => {
  const meta = { 'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
  const ask = (method: string, params: Params, name?: string): Promise<string> =>
    post(server, modernRequest(method, params, { meta, headers: name === undefined ? {} : { 'mcp-name': name } }));
  const begun = await ask('tools/call', callOf(guard));
  const taskId = /"taskId":"([^"]+)"/.exec(begun)?.[1];
  if (taskId === undefined) return begun;
  for (;;) {
    const told = await ask('tasks/get', { taskId }, taskId);
    if (!told.includes('"status":"working"')) return begun + told;
  }
};

const asSessionTask: PluginDoor['go'] = async (server, guard) => {
  const { ask } = await openSession(server);
  const begun = await ask('tools/call', { ...callOf(guard), task: {} });
  const taskId = /"taskId":"([^"]+)"/.exec(begun)?.[1];
  return taskId === undefined ? begun : begun + (await ask('tasks/result', { taskId }));
};

/** Calls, and comes back for what its stream has told. */
const resumed: PluginDoor['go'] = async (server, guard) => {
  const { ask, headers } = await openSession(server);
  const told = await ask('tools/call', callOf(guard));
  const id = /^id: (.+)$/m.exec(told)?.[1];
  if (id === undefined) return told;
  const { port } = server;
  const more = { ...headers, accept: 'text/event-stream', 'last-event-id': id };
  return (await send({ port, path: '/mcp', method: 'GET', headers: more })).text;
};

const fence = 'text://open';

/** What a stream tells when these have changed, until it tells of what all may read. */
async function told(server: AttackedServer, stream: WireStream, uri: string): Promise<string> {
  for (const changed of [uri, fence]) await post(server, modernRequest('tools/call', { name: 'tell', arguments: { uri: changed } }));
  let text = '';
  for (;;) {
    const message = await stream.next();
    if (message === undefined || JSON.stringify(message).includes(`{"uri":"${fence}"`)) break;
    text += JSON.stringify(message);
  }
  stream.close();
  return text.replace(/^.*?acknowledged.*?\}\}\}/, '');
}

const listens =
  (uriOf: (guard: GuardName) => string): PluginDoor['go'] =>
  async (server, guard) => {
    const { body, headers } = modernRequest('subscriptions/listen', {
      notifications: { resourceSubscriptions: [uriOf(guard), fence] },
    });
    const at = { port: server.port, path: '/mcp', headers: { ...headersOf(server), ...headers }, body };
    return told(server, await openStream(at), uriOf(guard));
  };

const subscribes =
  (uriOf: (guard: GuardName) => string): PluginDoor['go'] =>
  async (server, guard) => {
    const { ask, headers } = await openSession(server);
    for (const uri of [uriOf(guard), fence]) await ask('resources/subscribe', { uri });
    const get = { port: server.port, path: '/mcp', method: 'GET', headers: { ...headers, accept: 'text/event-stream' } };
    return told(server, await openStream(get), uriOf(guard));
  };

const textOf = (guard: GuardName): string => `text://${guard}`;
const pageOf = (guard: GuardName): string => `${guard}-page://1`;
const skillOf = (guard: GuardName): string => `skill://${guard}-skill/SKILL.md`;
const at =
  (uriOf: (guard: GuardName) => string) =>
  (guard: GuardName): Params => ({ uri: uriOf(guard) });
const promptOf = (guard: GuardName): Params => ({ name: `${guard}-prompt` });
const pageArgument = (guard: GuardName): Params => ({
  ref: { type: 'ref/resource', uri: `${guard}-page://{id}` },
  argument: { name: 'id', value: '' },
});

const uses = ['filter', 'admit', 'around'] as const;
const admitted = ['filter', 'admit'] as const;
const lists = ['filter', 'list'] as const;
const updated = /resources\/updated/;

/** Lists hold every entry: only the names of guarded ones count. */
const listed = (kind: string, method: string): PluginDoor['go'] => {
  const ask = asks(method);
  return async (server, guard) => ((await ask(server, guard)).includes(`SECRET ${guard}-${kind}`) ? 'SECRET' : '');
};

export const pluginDoors: readonly PluginDoor[] = [
  { kind: 'tool', name: 'a call', hooks: uses, go: asks('tools/call', callOf) },
  { kind: 'tool', name: 'a call in a session', hooks: uses, go: inSession('tools/call', callOf) },
  { kind: 'tool', name: 'a call over the SSE pair', hooks: uses, go: overPair('tools/call', callOf) },
  { kind: 'tool', name: 'a batch', hooks: uses, go: inBatch },
  { kind: 'tool', name: 'a task', hooks: uses, go: asTask },
  { kind: 'tool', name: 'a task of a session', hooks: uses, go: asSessionTask },
  { kind: 'tool', name: 'a resumed stream', hooks: uses, go: resumed },
  {
    kind: 'tool',
    name: 'a call by another entry',
    hooks: uses,
    go: asks('tools/call', (guard) => ({ name: 'outer', arguments: { name: `${guard}-tool` } })),
  },
  { kind: 'tool', name: 'a list', hooks: lists, go: listed('tool', 'tools/list') },
  { kind: 'resource', name: 'a read', hooks: uses, go: asks('resources/read', at(textOf)) },
  { kind: 'resource', name: 'a read in a session', hooks: uses, go: inSession('resources/read', at(textOf)) },
  { kind: 'resource', name: 'a read over the SSE pair', hooks: uses, go: overPair('resources/read', at(textOf)) },
  { kind: 'resource', name: 'a listen stream', hooks: admitted, opens: updated, go: listens(textOf) },
  { kind: 'resource', name: 'a subscription', hooks: admitted, opens: updated, go: subscribes(textOf) },
  { kind: 'resource', name: 'a list', hooks: lists, go: listed('text', 'resources/list') },
  { kind: 'template', name: 'a read', hooks: uses, go: asks('resources/read', at(pageOf)) },
  { kind: 'template', name: 'completion', hooks: admitted, go: asks('completion/complete', pageArgument) },
  { kind: 'template', name: 'completion in a session', hooks: admitted, go: inSession('completion/complete', pageArgument) },
  { kind: 'template', name: 'what it lists', hooks: [...lists, 'admit'], go: listed('listed', 'resources/list') },
  { kind: 'template', name: 'a listen stream', hooks: admitted, opens: updated, go: listens(pageOf) },
  { kind: 'template', name: 'a list', hooks: lists, go: listed('page', 'resources/templates/list') },
  { kind: 'prompt', name: 'prompts/get', hooks: uses, go: asks('prompts/get', promptOf) },
  { kind: 'prompt', name: 'prompts/get in a session', hooks: uses, go: inSession('prompts/get', promptOf) },
  { kind: 'prompt', name: 'a list', hooks: lists, go: listed('prompt', 'prompts/list') },
  { kind: 'skill', name: 'a read', hooks: admitted, go: asks('resources/read', at(skillOf)) },
  { kind: 'skill', name: 'skills/get', hooks: admitted, go: asks('skills/get', at(skillOf)) },
  {
    kind: 'skill',
    name: 'its folder',
    hooks: admitted,
    opens: /SKILL\.md"/,
    go: asks('resources/directory/read', (guard) => ({ uri: `skill://${guard}-skill` })),
  },
  { kind: 'skill', name: 'skills/list', hooks: lists, go: listed('skill', 'skills/list') },
  { kind: 'skill', name: 'a list of resources', hooks: lists, go: listed('skill', 'resources/list') },
  { kind: 'skill', name: 'a listen stream', hooks: admitted, opens: updated, go: listens(skillOf) },
  { kind: 'skill', name: 'a subscription', hooks: admitted, opens: updated, go: subscribes(skillOf) },
];
