import { projectOf, type BuiltProject, type BuiltServer } from '../support/built-servers.ts';
import { modernRequest, send } from '../support/wire-client.ts';

/** Keys of two people. */
export const ada = 'key-of-ada-000000000000000000000000';
export const bob = 'key-of-bob-000000000000000000000000';
/** Variables of every server. */
export const keys = JSON.stringify([
  { token: ada, sub: 'ada' },
  { token: bob, sub: 'bob' },
]);
export const memorySecret = 'a-secret-for-memories-that-is-long-enough';

export interface RememberServer {
  /** The argument of `RememberPlugin.init`, as it stands in the source. */
  readonly options?: string;
  /** Further options of `@Service`. */
  readonly service?: string;
  readonly isAnonymous?: boolean;
  /** Plugins of the other app. */
  readonly others?: string;
  /** Statements before the server. */
  readonly before?: string;
}

/** A server of one app with the plugin and one without. */
export function rememberSource({ before = '', isAnonymous = false, options = '', others = '', service = '' }: RememberServer = {}): string {
  return `import { App, prompt, resource, Service, tool, type ToolContext } from '@service/sdk';
import { RememberPlugin } from '@service/plugin-remember';
import { createClient } from '@redis/client';
import { z } from 'zod';

const use = async (input: any, ctx: ToolContext<any, any>): Promise<object> => {
  const { key, op, options, value } = input;
  const itself: Record<string, unknown> = {};
  itself['deep'] = itself;
  const odd: Record<string, unknown> = { itself, map: { deep: [new Map()] }, number: { deep: [1, NaN] }, function: { run: () => 1 }, undefined: undefined };
  if (op === 'odd') await ctx.remember.set('odd', odd[key], options);
  else if (op === 'set') await ctx.remember.set(key, value, options);
  else if (op === 'get') return { value: await ctx.remember.get(key, options) ?? null };
  else if (op === 'entry') return { entry: await ctx.remember.getEntry(key, options) ?? null };
  else if (op === 'forget') return { existed: await ctx.remember.forget(key, options) };
  else if (op === 'knows') return { knows: await ctx.remember.knows(key, options) };
  else if (op === 'list') return { keys: await ctx.remember.list(options) };
  return {};
};
const inputSchema = { op: z.string(), key: z.any(), value: z.any(), options: z.any() };
const memory = tool({ name: 'memory', description: 'Uses memory.', inputSchema })(use);
const other = tool({ name: 'other', description: 'Uses memory.', inputSchema })(use);
const outside = tool({ name: 'outside', description: 'Has no memory.' })(async (_input, ctx) => {
  try {
    return { value: await ctx.remember.get('city') };
  } catch (failure) {
    return { refused: (failure as Error).message };
  }
});
const count = resource({ name: 'count', uri: 'memory://count', description: 'Counts reads.', mimeType: 'text/plain' })(async (_input, ctx) => {
  const times = (await ctx.remember.get('reads', { scope: 'global', defaultValue: 0 })) + 1;
  await ctx.remember.set('reads', times, { scope: 'global' });
  return String(times);
});
const ask = prompt({ name: 'ask', description: 'Counts uses.' })(async (_input, ctx) => {
  const times = (await ctx.remember.get('uses', { scope: 'global', defaultValue: 0 })) + 1;
  await ctx.remember.set('uses', times, { scope: 'global' });
  return 'use ' + String(times);
});

${before}
@App({ name: 'Notes', tools: [memory, other], resources: [count], prompts: [ask], plugins: [RememberPlugin${options === '' ? '' : `.init(${options})`}] })
class Notes {}

@App({ name: 'Shop', tools: [outside], plugins: [${others}] })
class Shop {}

@Service({
  info: { name: 'memories', version: '1.0.0' },
  apps: [Notes, Shop],
  ${isAnonymous ? '' : `auth: { mode: 'static', tokensEnv: 'KEYS' },`}
  ${service}
})
export default class Server {}
`;
}

export const rememberProject = (server: RememberServer = {}): BuiltProject =>
  projectOf('memories', { 'src/main.ts': rememberSource(server) });

/** One caller of a server. */
export interface MemoryUser {
  /** The structured content of a result, or the text of an error. */
  call(name: string, input?: object): Promise<unknown>;
  /** Of the tool `memory`. */
  use(op: string, key?: unknown, more?: { readonly value?: unknown; readonly options?: object }): Promise<unknown>;
  /** Of any method. */
  ask(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Who shows a key, without a session; anonymous without a key. */
export function userOf({ path = '/mcp', port }: Pick<BuiltServer, 'port'> & { readonly path?: string }, key?: string): MemoryUser {
  const ask: MemoryUser['ask'] = async (method, params = {}) => {
    const { body, headers } = modernRequest(method, params);
    const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const { text } = await send({ port, path, headers: { host: `localhost:${port}`, ...headers, ...authorization }, body });
    return JSON.parse(text) as Record<string, unknown>;
  };
  return { ask, ...callerOf(ask) };
}

export function callerOf(ask: MemoryUser['ask']): Pick<MemoryUser, 'call' | 'use'> {
  const call: MemoryUser['call'] = async (name, input = {}) => {
    const { error, result } = (await ask('tools/call', { name, arguments: input })) as unknown as CallAnswer;
    if (error !== undefined) return error.message;
    return result.isError === true ? result.content[0]?.text : result.structuredContent;
  };
  return { call, use: (op, key = '', more = {}) => call('memory', { op, key, value: more.value ?? null, options: more.options ?? {} }) };
}

interface CallAnswer {
  readonly error?: { readonly message: string };
  readonly result: {
    readonly isError?: boolean;
    readonly structuredContent?: object;
    readonly content: readonly { readonly text: string }[];
  };
}
