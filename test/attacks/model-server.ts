import { pluginProject } from '../plugins/plugin-project.ts';
import { hiddenOf } from '../plugins/approval-pages.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { newPkce, OAuthDriver } from '../support/oauth-driver.ts';
import { send } from '../support/wire-client.ts';

const stores = { memory: "'memory'", redis: "{ redis: { url: process.env['STORE'] ?? '' } }" } as const;

export type ModelStore = keyof typeof stores;

/** The tool that people leave out when they sign in. */
export const unchosen = 'unchosen';

const source = (store: ModelStore): string => `
import { App, DynamicPlugin, Plugin, PublicMcpError, Service, tool, type Authenticate, type EntryModel, type HookCall, type Next, type PluginHooks, type SkillModel, type ToolModel, type ToolResult } from '@service/sdk';
import { ApprovalPlugin } from '@service/plugin-approval';
import { CachePlugin } from '@service/plugin-cache';
import { CodeCallPlugin } from '@service/plugin-codecall';
import { FeatureFlagPlugin } from '@service/plugin-feature-flags';
import { RememberPlugin } from '@service/plugin-remember';
import { z } from 'zod';

const storage = ${stores[store]};
const heard: string[] = [];

@Plugin({ name: 'hears' })
class Hears extends DynamicPlugin implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    heard.push(call.entry.listedName + ' ' + call.origin);
    return next();
  }
  admitEntry(entry: EntryModel | SkillModel, use: { readonly origin: string }): void {
    if (entry.name === 'closed' && use.origin === 'model') throw new PublicMcpError('closed for models', 'CLOSED', 403);
  }
  filterEntry(entry: EntryModel | SkillModel): boolean {
    return entry.name !== 'unseen';
  }
}

const secret = (name: string, more: object = {}) => tool({ name, description: 'SECRET ' + name, ...more })(() => ({ got: 'SECRET ' + name }));
let inside = 0;
const granted = tool({ name: 'granted', description: 'Is approved.', approval: true })(() => ({ got: 'granted' }));
const grant = tool({ name: 'grant', description: 'Approves.', codecall: false })((_input, ctx) => ctx.approval.grantUserApproval('granted'));
const narrow = tool({ name: 'narrow', description: 'One at a time.', concurrency: { maxConcurrent: 1, queueTimeoutMs: 0 } })(async () => {
  inside++;
  await new Promise((resolve) => setTimeout(resolve, 100));
  const most = inside;
  inside--;
  return { together: most };
});
const short = tool({ name: 'short', description: 'Has little time.', timeout: { executeMs: 50 } })(async () => {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return 'SECRET short';
});
const pay = tool({ name: 'pay', description: 'Pays.', inputSchema: { amount: z.number().max(10) } })(({ amount }) => ({ paid: Number(amount) > 10 || typeof amount !== 'number' ? 'SECRET' : amount }));
const whoami = tool({ name: 'whoami', description: 'Tells the caller.', cache: true })((_input, ctx) => ({ sub: ctx.auth.user.sub }));
const me = tool({ name: 'me', description: 'Tells the caller.', inputSchema: z.looseObject({}) })((_input, ctx) => ({ sub: ctx.auth.user.sub, roles: ctx.auth.roles }));
const later = tool({ name: 'later', description: 'Answers late.', inputSchema: { whose: z.string(), ms: z.number() } })(
  ({ ms, whose }) => new Promise((resolve) => setTimeout(() => resolve({ whose }), ms)));
const acts: string[] = [];
const act = tool({ name: 'act', description: 'Acts late.', inputSchema: { ms: z.number(), mark: z.string() } })(async ({ mark, ms }, ctx) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (!ctx.signal.aborted) acts.push(mark);
  return 'acted';
});
const ask = tool({ name: 'ask', description: 'Asks the person.', inputSchema: z.looseObject({ what: z.string().optional() }) })(async ({ what = '' }, ctx) => {
  const answer = await ctx.elicit('Do you want ' + what + '?', z.object({ name: z.string() }));
  return { answer: answer.status === 'accept' ? 'SECRET ' + what + ' for ' + answer.content.name : 'no' };
});
const relay = tool({ name: 'relay', description: 'Calls with a token.', inputSchema: { token: z.string() } })(async ({ token }, ctx) => (await ctx.callTool('tells', {}, { progressToken: token })).content);
const tells = tool({ name: 'tells', description: 'Tells how far it is.' })((_input, ctx) => ({ told: ctx.progress(1, 2, 'SECRET progress') }));
const fails = tool({ name: 'fails', description: 'Fails.' })(() => { throw new Error('SECRET of the server'); });
const big = tool({ name: 'big', description: 'Is long.', inputSchema: { size: z.number() } })(({ size }) => ({ text: 'x'.repeat(size) }));
const told = tool({ name: 'told', description: 'What was done.', codecall: false })(() => ({ heard: heard.splice(0), acts: acts.splice(0) }));
const hidden = secret('hidden', { visibility: 'hidden' });
const inner = secret('inner', { visibility: 'internal' });

@App({ name: 'other', tools: [secret('elsewhere')] })
class Other {}

const authenticate: Authenticate = ({ fields: { email = '' } }) => ({
  ok: true, sub: email, profile: { email }, claims: { app_roles: [email.startsWith('victim') ? 'admin' : 'guest'] },
});

@Service({
  info: { name: 'modelled', version: '1.0.0' },
  apps: [Other],
  tools: [
    secret('${unchosen}'), secret('admin', { authorities: { roles: { any: ['admin'] } } }), secret('approved', { approval: true }), secret('off', { featureFlag: 'never' }),
    secret('rated', { rateLimit: { maxRequests: 2, windowMs: 60_000 } }), secret('closed'), secret('unseen'), secret('leftout', { codecall: false }), secret('filtered'), secret('__secret'),
    secret('plain'), hidden, inner, narrow, short, pay, whoami, me, later, act, ask, relay, tells, fails, big, told, granted, grant,
  ],
  plugins: [
    Hears,
    ApprovalPlugin.init({ elicit: false, storage }),
    CachePlugin.init(${store === 'redis' ? "{ type: 'global-store' }" : '{}'}),
    FeatureFlagPlugin.init({ adapter: 'static', flags: { never: false } }),
    RememberPlugin.init({ type: '${store === 'redis' ? 'global-store' : 'memory'}', tools: { enabled: true } }),
    CodeCallPlugin.init({
      appIds: ['modelled', ''],
      vm: { timeoutMs: 15_000 },
      includeTools: ({ name }) => name !== 'filtered',
      directCalls: { filter: ({ name }) => name !== 'plain' },
    }),
  ],
  throttle: { storage },
  authorities: { claimsMapping: { roles: 'app_roles' } },
  elicitation: { fallbackTool: true },
  auth: { mode: 'local', dcr: { enabled: true }, tokenStorage: storage, consent: { enabled: true }, login: { fields: { email: { type: 'email', label: 'Email' } } }, authenticate },
  ${store === 'redis' ? "redis: { url: process.env['STORE'] ?? '' }," : ''}
})
export class Server {}
`;

export const modelProject = (store: ModelStore): BuiltProject => pluginProject('modelled', source(store));

/** Signs a person in, who selects every tool but one. @returns headers of the person's program */
export async function signIn({ port }: Pick<BuiltServer, 'port'>, email: string): Promise<Readonly<Record<string, string>>> {
  const host = `localhost:${port}`;
  const oauth = new OAuthDriver((request) => send({ port, ...request, headers: { host, ...request.headers } }), `http://${host}`);
  const clientId = await oauth.clientId();
  const pkce = newPkce();
  const page = await oauth.open(clientId, pkce);
  const chosen = await oauth.submit(page, { email });
  const tools = [...chosen.text.matchAll(/name="tools" value="([^"]+)"/g)].map(([, name = '']) => name).filter((name) => name !== unchosen);
  if (tools.length === 0) throw new Error(`no tool could be selected: ${chosen.status} ${chosen.text.slice(0, 300)}`);
  const answer = await oauth.submit(page, { ...hiddenOf(chosen.text), tools });
  const code = new URL(String(answer.headers.location)).searchParams.get('code') ?? '';
  const tokens = await oauth.exchange({ clientId, code, pkce });
  return { authorization: `Bearer ${(JSON.parse(tokens.text) as { access_token: string }).access_token}` };
}
