import { join } from 'node:path';
import { startReceiver, webhookSecret } from '../plugins/approval-project.ts';
import { pluginProject } from '../plugins/plugin-project.ts';
import { bootHttp } from '../support/boot/node.ts';
import type { BuiltServer } from '../support/built-servers.ts';
import { sqliteNode } from '../support/newer-node.ts';
import { startRedis } from '../support/redis-server.ts';
import type { AttackOutcome } from './attack.ts';
import { guardAttacks, guardTokenOf } from './guard-attacks.ts';

const stores = {
  memory: "'memory'",
  redis: "{ redis: { url: process.env['STORE'] } }",
  sqlite: "{ sqlite: { path: process.env['STORE'] ?? ':memory:' } }",
} as const;

export type GuardStore = keyof typeof stores;

const main = (store: GuardStore, receiver: string): string => `
import { ApprovalPlugin } from '@service/plugin-approval';
import { FeatureFlagPlugin, type FlagAdapter } from '@service/plugin-feature-flags';
import { App, prompt, resource, ResourceTemplate, ResourceTemplateContext, Service, skill, tool } from '@service/sdk';
import { z } from 'zod';

const isOpen = (): boolean => process.env['GUARDS'] === 'off';
const flags: FlagAdapter = { evaluate: async () => ({ isEnabled: isOpen() }) };
const storage = ${stores[store]};
const contextResolver = () => ({ type: 'guards', identifier: isOpen() ? 'off' : 'on' });
const preApprovedContexts = [{ type: 'guards', identifier: 'off' }];
const amount = { amount: z.number().optional() };
const secret = (name: string) => ({ name, description: 'SECRET ' + name });

@ResourceTemplate({ name: 'flag-page', description: 'SECRET flag-page', uriTemplate: 'flag-page://{id}', mimeType: 'text/plain', featureFlag: 'beta' })
class Pages extends ResourceTemplateContext<{ id: string }> {
  list() {
    return { resources: [{ uri: 'flag-page://1', name: 'one', description: 'SECRET flag-listed' }] };
  }
  idCompleter() {
    return { values: ['SECRET value'] };
  }
  execute() {
    return 'SECRET page';
  }
}
const flagged = tool({ name: 'flag-tool', description: 'SECRET flag-tool', featureFlag: 'beta', execution: { taskSupport: 'optional' } })(() => 'SECRET result');
const outer = tool({ name: 'outer', description: 'Calls another.', inputSchema: { name: z.string(), depth: z.number().optional(), origin: z.enum(['entry', 'model']).optional() } })(
  async ({ depth = 0, name, origin = 'entry' }, ctx) =>
    (await (depth > 0 ? ctx.callTool('outer', { name, depth: depth - 1 }) : ctx.callTool(name, {}, { origin }))).content,
);
const tell = tool({ name: 'tell', description: 'Tells.', inputSchema: { uri: z.string() } })(({ uri }, ctx) => {
  ctx.notifyResourceUpdated(uri);
  return 1;
});
const asked = tool({ name: 'approval-tool', description: 'Is approved.', inputSchema: amount, execution: { taskSupport: 'optional' }, approval: { preApprovedContexts } })(
  () => 'SECRET result',
);
const told = tool({ name: 'told', description: 'Is approved.', inputSchema: amount, approval: { preApprovedContexts } })(() => 'SECRET result');
const other = tool({ name: 'other', description: 'Is approved.', inputSchema: amount, approval: { preApprovedContexts } })(() => 'SECRET result');
const once = tool({ name: 'once', description: 'Is approved each time.', inputSchema: amount, approval: { alwaysPrompt: true, preApprovedContexts } })(
  () => 'SECRET result',
);
const short = tool({ name: 'short', description: 'Is approved for a short time.', inputSchema: amount,
  approval: { maxTtlMs: 100, allowedScopes: ['user'], defaultScope: 'user', preApprovedContexts } })(() => 'SECRET result');
const revoke = tool({ name: 'revoke', description: 'Takes back.' })(async (_input, { approval }) => approval.revokeApproval('told'));

@App({ name: 'asked', tools: [asked], plugins: [ApprovalPlugin.init({ storage, contextResolver })] })
class Asked {}
@App({
  name: 'told',
  tools: [told, other, once, short, revoke],
  plugins: [ApprovalPlugin.init({ storage, contextResolver, mode: 'webhook', webhook: { url: '${receiver}', allowPrivate: true, challengeTtl: 5 } })],
})
class Told {}

@Service({
  info: { name: 'guarded', version: '1.0.0' },
  apps: [Asked, Told],
  tools: [outer, tell, flagged],
  resources: [
    resource({ name: 'open', uri: 'text://open', mimeType: 'text/plain' })(() => 'open'),
    resource({ name: 'flag-text', description: 'SECRET flag-text', uri: 'text://flag', mimeType: 'text/plain', featureFlag: 'beta' })(() => 'SECRET text'),
    Pages,
  ],
  prompts: [prompt({ name: 'flag-prompt', description: 'SECRET flag-prompt', arguments: [], featureFlag: 'beta' })(() => 'SECRET prompt')],
  skills: [skill({ name: 'flag-skill', description: 'SECRET flag-skill', instructions: 'SECRET instructions', featureFlag: 'beta' })],
  plugins: [FeatureFlagPlugin.init({ adapter: 'custom', adapterInstance: flags })],
  auth: { mode: 'static', tokensEnv: 'KEYS' },
  elicitation: { fallbackTool: true },
  transport: { protocol: 'full', eventStore: { enabled: true } },
})
export class Server {}
`;

interface GuardRun {
  readonly store?: GuardStore;
  readonly instances?: 1 | 2;
  /** True: both guards let everything pass, so that every door must be seen open. */
  readonly unguarded?: boolean;
}

/** One bundle, at one instance or two, and every way past its guards. */
export async function runGuardAttacks({ instances = 1, store = 'memory', unguarded = false }: GuardRun = {}): Promise<AttackOutcome[]> {
  const receiver = await startReceiver();
  const redis = store === 'redis' ? await startRedis() : undefined;
  const project = pluginProject('guarded', main(store, receiver.url));
  const people = [...guardAttacks.map((_attack, at) => `person ${at}`), 'stranger'];
  const env = {
    KEYS: JSON.stringify(people.map((sub) => ({ token: guardTokenOf(sub), sub }))),
    GUARDS: unguarded ? 'off' : 'on',
    APPROVAL_WEBHOOK_SECRET: webhookSecret,
    MCP_SESSION_SECRET: webhookSecret,
    SERVICE_PUBLIC_URL: 'http://localhost',
    STORE: redis === undefined ? join(project.root, 'approvals.db') : `redis://127.0.0.1:${redis.port}`,
  };
  const node = store === 'sqlite' ? { node: sqliteNode() } : {};
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const one = await project.start('node', { env, ...node });
    ends.push(() => one.stop());
    const two = instances === 1 ? one : await further(one, { env, ...node });
    if (two !== one) ends.push(() => two.stop());
    const outcomes: AttackOutcome[] = [];
    for (const [at, { go, kind, name, opens = /SECRET/, plugin }] of guardAttacks.entries()) {
      const headers = { authorization: `Bearer ${guardTokenOf(`person ${at}`)}` };
      const isOpen = opens.test(await go({ one, two, receiver, headers }));
      const target = `node, ${store}, ${instances === 1 ? 'one instance' : 'two instances'}`;
      outcomes.push({
        name: `guards: ${plugin}, ${kind}, ${name}`,
        advisory: 'CWE-285',
        target,
        outcome: isOpen ? 'succeeded' : 'refused',
      });
    }
    return outcomes;
  } finally {
    await Promise.all(ends.map((end) => end()));
    await receiver.close();
    await redis?.remove();
    project.remove();
  }
}

/** A second instance of a bundle. */
export async function further(
  server: BuiltServer,
  options: { readonly env: Readonly<Record<string, string>>; readonly name?: string; readonly node?: string },
): Promise<BuiltServer> {
  const { env, name = 'guarded', ...node } = options;
  const boot = await bootHttp({ folder: server.folder, name, env: { SERVICE_LOG_LEVEL: 'info', ...env }, ...node });
  const stop = (): Promise<unknown> => boot.stop();
  return { ...server, port: Number(new URL(boot.url).port), log: () => boot.output.stderr, stop, kill: stop };
}
