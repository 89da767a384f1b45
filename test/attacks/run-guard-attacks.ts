import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pagedProject, pageSecret, Person } from '../plugins/approval-pages.ts';
import { startReceiver, webhookSecret } from '../plugins/approval-project.ts';
import { pluginProject } from '../plugins/plugin-project.ts';
import { bootHttp } from '../support/boot/node.ts';
import { type BuiltServer, loggedBy } from '../support/built-servers.ts';
import { sqliteNode } from '../support/newer-node.ts';
import { startRedis } from '../support/redis-server.ts';
import type { AttackOutcome } from './attack.ts';
import type { PageScene } from './approval-page-attacks.ts';
import { type GuardAttack, guardAttacks, guardTokenOf, type GuardScene } from './guard-attacks.ts';
import { removedGuards } from './removed-guards.ts';
import { takeOut } from './take-out.ts';

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

interface Started {
  readonly scene: Omit<GuardScene, 'headers' | 'pages'> & { readonly pages: Pick<PageScene, 'one' | 'two' | 'receiver'> };
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
}

/** Both bundles, at one instance or two. @param minify false: guards can be taken out of them */
export async function startGuarded({ instances = 1, store = 'memory', unguarded = false }: GuardRun, minify = true): Promise<Started> {
  const receiver = await startReceiver();
  const redis = store === 'redis' ? await startRedis() : undefined;
  const projects = [pluginProject('guarded', main(store, receiver.url)), pagedProject(stores[store])];
  const people = [...guardAttacks.map((_attack, at) => `person ${at}`), 'stranger'];
  const env = {
    KEYS: JSON.stringify(people.map((sub) => ({ token: guardTokenOf(sub), sub }))),
    GUARDS: unguarded ? 'off' : 'on',
    APPROVAL_WEBHOOK_SECRET: webhookSecret,
    MCP_SESSION_SECRET: webhookSecret,
    JWT_SECRET: pageSecret,
    RECEIVER: receiver.url,
    SERVICE_PUBLIC_URL: 'http://localhost',
    STORE: redis === undefined ? join(projects[0]?.root ?? '', 'approvals.db') : `redis://127.0.0.1:${redis.port}`,
  };
  const node = store === 'sqlite' ? { node: sqliteNode() } : {};
  const ends: (() => Promise<unknown>)[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(ends.map((close) => close()));
    await receiver.close();
    await redis?.remove();
    for (const project of projects) project.remove();
  };
  try {
    const pairs = [];
    for (const project of projects) {
      const one = await project.start('node', { env, ...node, ...(minify ? {} : { request: { build: { minify } } }) });
      ends.push(() => one.stop());
      const two = instances === 1 ? one : await further(one, { env, ...node, name: project === projects[0] ? 'guarded' : 'paged' });
      if (two !== one) ends.push(() => two.stop());
      pairs.push({ one, two, receiver });
    }
    const [guarded, pages] = pairs;
    if (guarded === undefined || pages === undefined) throw new Error('two servers were started');
    return { scene: { ...guarded, pages }, env, end };
  } catch (failure) {
    await end();
    throw failure;
  }
}

/** Makes one attack, by a person of its own. */
async function isOpen({ go, opens = /SECRET/ }: GuardAttack, at: number, scene: Started['scene']): Promise<boolean> {
  const headers = { authorization: `Bearer ${guardTokenOf(`person ${at}`)}` };
  const [victim, attacker] = [new Person(`victim-${at}@example.com`), new Person(`attacker-${at}@example.com`)];
  return opens.test(await go({ ...scene, headers, pages: { ...scene.pages, victim, attacker } }));
}

const outcomeOf = ({ kind, name, plugin }: GuardAttack, target: string, open: boolean): AttackOutcome => ({
  name: `guards: ${plugin}, ${kind}, ${name}`,
  advisory: 'CWE-285',
  target,
  outcome: open ? 'succeeded' : 'refused',
});

/** One bundle, at one instance or two, and every way past its guards. */
export async function runGuardAttacks(run: GuardRun = {}): Promise<AttackOutcome[]> {
  const { instances = 1, store = 'memory', unguarded = false } = run;
  const { end, scene } = await startGuarded(run);
  try {
    const target = `node, ${store}, ${instances === 1 ? 'one instance' : 'two instances'}`;
    // Two instances with a memory each share no request.
    if (!unguarded) await checkOwnPage(store === 'memory' ? { ...scene.pages, two: scene.pages.one } : scene.pages);
    const outcomes: AttackOutcome[] = [];
    for (const [at, attack] of guardAttacks.entries()) {
      if (unguarded && attack.ofPage === true) continue;
      outcomes.push(outcomeOf(attack, target, await isOpen(attack, at, scene)));
    }
    return outcomes;
  } finally {
    await end();
  }
}

/** A page that its own person cannot open would refuse every attack. */
async function checkOwnPage({ one, receiver, two }: Started['scene']['pages']): Promise<void> {
  const person = new Person('own@example.com');
  const challenge = await person.ask(one, receiver, ['told', {}]);
  for (const server of [one, two]) {
    const { status, text } = await person.open(server, challenge);
    if (status !== 200) throw new Error(`the page does not open for its own person: ${status} ${text.slice(0, 200)}`);
  }
}

/** What is found when guards are taken out, one at a time. */
export interface RemovalOutcome {
  readonly guard: string;
  /** Attacks that must get through, by name. */
  readonly opened: readonly string[];
  /** Those of them that did not. */
  readonly shut: readonly string[];
}

/**
 * Takes one guard after the other out of a built bundle, and makes the attacks that it stands against.
 * @param only guards whose names hold this text
 */
export async function runGuardRemovals(only = ''): Promise<readonly RemovalOutcome[]> {
  const { end, env, scene } = await startGuarded({}, false);
  const outcomes: RemovalOutcome[] = [];
  try {
    for (const { name, opens, server, without } of removedGuards.filter((guard) => guard.name.includes(only))) {
      const whole = server === 'guarded' ? scene.one : scene.pages.one;
      const folder = `${whole.folder}-without`;
      cpSync(whole.folder, folder, { recursive: true });
      takeOut(folder, { name, without });
      const bare = await further({ ...whole, folder }, { env, name: server });
      const open: string[] = [];
      const shut: string[] = [];
      try {
        const pages = { ...scene.pages, one: bare, two: bare };
        const bareScene = server === 'guarded' ? { ...scene, one: bare, two: bare } : { ...scene, pages };
        for (const [at, attack] of guardAttacks.entries())
          if (opens(attack)) ((await isOpen(attack, at, bareScene)) ? open : shut).push(`${attack.kind}, ${attack.name}`);
      } finally {
        await bare.stop();
        rmSync(folder, { recursive: true });
      }
      outcomes.push({ guard: name, opened: open, shut });
    }
    return outcomes;
  } finally {
    await end();
  }
}

/** Attacks that no removed guard names. */
export const withoutRemoval = (): readonly string[] =>
  guardAttacks
    .filter((attack) => !removedGuards.some(({ opens }) => opens(attack)))
    .map(({ kind, name, plugin }) => `${plugin}, ${kind}, ${name}`);

/** A second instance of a bundle. */
export async function further(
  server: BuiltServer,
  options: { readonly env: Readonly<Record<string, string>>; readonly name?: string; readonly node?: string },
): Promise<BuiltServer> {
  const { env, name = 'guarded', ...node } = options;
  const boot = await bootHttp({ folder: server.folder, name, env: { SERVICE_LOG_LEVEL: 'info', ...env }, ...node });
  const stop = (): Promise<unknown> => boot.stop();
  return { ...server, port: Number(new URL(boot.url).port), ...loggedBy(boot), stop, kill: stop };
}
