/* `@service/plugin-approval` on its stores: two instances, 500 approvals at once, a store that is away. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { further } from '../attacks/run-guard-attacks.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { sqliteNode } from '../support/newer-node.ts';
import { startRedis } from '../support/redis-server.ts';
import { approvalProject, bob, call, decide, keys, own, runsOf, startReceiver, webhookSecret } from './approval-project.ts';

const stores = {
  redis: "{ redis: { url: process.env['STORE'] } }",
  sqlite: "{ sqlite: { path: process.env['STORE'] ?? ':memory:' } }",
} as const;
const people = 500;
const tokenOf = (sub: string): string => Buffer.from(sub).toString('base64url');

/** Two instances of one bundle. */
async function twice(
  project: BuiltProject,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly [BuiltServer, BuiltServer]> {
  const node = name.includes('sqlite') ? { node: sqliteNode() } : {};
  const first = await project.start('node', { env, ...node });
  return [first, await further(first, { env, name, ...node })];
}

for (const [store, storage] of Object.entries(stores))
  test(`[D2.approval.instances] ${store}: of 500 requests on two instances each is decided once, and a decision counts on both`, async () => {
    const redis = store === 'redis' ? await startRedis() : undefined;
    const receiver = await startReceiver();
    const name = `approval-${store}`;
    const project = approvalProject({
      name,
      options: `{ storage: ${storage}, mode: 'webhook', webhook: { url: '${receiver.url}', allowPrivate: true } }`,
    });
    const subs = Array.from({ length: people }, (_none, at) => `person-${at}-0123456789abcdef`);
    const env = {
      KEYS: JSON.stringify(subs.map((sub) => ({ token: tokenOf(sub), sub }))),
      APPROVAL_WEBHOOK_SECRET: webhookSecret,
      SERVICE_PUBLIC_URL: 'http://localhost',
      STORE: redis === undefined ? join(project.root, 'approvals.db') : `redis://127.0.0.1:${redis.port}`,
    };
    try {
      const [one, two] = await twice(project, name, env);
      try {
        const wipe = (server: BuiltServer, sub: string) =>
          call(server, { name: 'wipe', args: { what: sub }, headers: { authorization: `Bearer ${tokenOf(sub)}` } });
        const at = (index: number): readonly [BuiltServer, BuiltServer] => (index % 2 === 0 ? [one, two] : [two, one]);
        await inGroups(subs, async (sub, index) => assert.is((await wipe(at(index)[0], sub)).data['state'], 'pending'));
        assert.is(receiver.delivered.length, people);
        const statuses = await inGroups(receiver.delivered, async ({ headers }, index) => {
          const body = { codeVerifier: String(headers['x-service-code-verifier']), approved: true };
          const [left, right] = at(index);
          return (await Promise.all([decide(left, body), decide(right, body), decide(left, body)]))
            .map(({ status }) => status)
            .toSorted((x, y) => x - y);
        });
        assert.ok(
          statuses.every((of) => of.join() === '200,404,404'),
          'each callback is accepted once',
        );
        const answers = await inGroups(subs, async (sub, index) => {
          const [left, right] = at(index);
          const texts = await Promise.all([wipe(right, sub), wipe(left, sub), wipe(right, sub)]);
          return texts.filter(({ text }) => text === `wiped ${sub}`).length;
        });
        assert.ok(
          answers.every((count) => count === 1),
          'each approval is used once',
        );
        const ran = [...(await runs(one, subs)), ...(await runs(two, subs))];
        assert.is(new Set(ran).size, people);
        assert.is(ran.length, people);
      } finally {
        await Promise.all([one.stop(), two.stop()]);
      }
    } finally {
      await receiver.close();
      await redis?.remove();
      project.remove();
    }
  });

const runs = async (server: BuiltServer, [first = '']: readonly string[]): Promise<readonly string[]> =>
  (await call(server, { name: 'ran', headers: { authorization: `Bearer ${tokenOf(first)}` } })).value['runs'] as readonly string[];

/** At most fifty at a time: more would measure this machine. */
async function inGroups<Item, Made>(items: readonly Item[], make: (item: Item, index: number) => Promise<Made>): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at += 50)
    made.push(...(await Promise.all(items.slice(at, at + 50).map((item, index) => make(item, at + index)))));
  return made;
}

test('[D2.approval.away] a store that is away approves nothing, says so, and counts again when it is back; what is revoked is revoked everywhere', async () => {
  const redis = await startRedis();
  const project = approvalProject({
    name: 'approval-away',
    server: "auth: { mode: 'static', tokensEnv: 'KEYS' }, redis: { url: process.env['STORE'] },",
  });
  const [one, two] = await twice(project, 'approval-away', {
    KEYS: keys,
    MCP_SESSION_SECRET: webhookSecret,
    STORE: `redis://127.0.0.1:${redis.port}`,
  });
  const pay = { name: 'pay', args: { amount: 1 } };
  try {
    await own(one, ['grantUserApproval', 'pay']);
    assert.is((await call(two, pay)).text, 'paid 1', 'auto is the store of the server');
    assert.match((await call(two, { ...pay, headers: bob })).text, 'needs an approval');
    redis.pause();
    const refused = await call(two, pay);
    assert.is(refused.code, -32600);
    assert.match(refused.text, 'approvals cannot be looked up now; try again later');
    assert.is((await call(two, { name: 'open' })).text, 'open', 'others go on');
    await two.logs('the store of approvals is away');
    redis.goOn();
    assert.is((await call(two, pay)).text, 'paid 1');
    assert.is(await own(one, ['revokeApproval', 'pay']), true);
    assert.match((await call(two, pay)).text, 'needs an approval');
    await redis.kill();
    assert.match((await call(two, pay)).text, 'approvals cannot be looked up now');
    assert.equal(await runsOf(two), ['pay 1', 'pay 1']);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await redis.remove();
    project.remove();
  }
});

test('[D2.approval.instance] an own store keeps approvals, and no cache answers for a tool with an approval', async () => {
  const project = approvalProject({
    name: 'approval-own-store',
    code: `
import { CachePlugin } from '@service/plugin-cache';
const values = new Map<string, string>();
const store = {
  get: async (key: string) => values.get(key),
  set: async (key: string, value: string) => void values.set(key, value),
  compareAndSet: async (key: string, { expected, next }: { expected: string | undefined; next: string | undefined }) => {
    if (values.get(key) !== expected) return false;
    if (next === undefined) values.delete(key);
    else values.set(key, next);
    return true;
  },
  delete: async (key: string) => values.delete(key),
  keys: async (prefix: string) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  increment: async (key: string, by: number) => {
    const value = Number(values.get(key) ?? 0) + by;
    values.set(key, String(value));
    return value;
  },
  ping: async () => undefined,
  close: async () => undefined,
};
const kept = tool({ name: 'kept', description: 'What the store holds.', outputSchema: { names: z.array(z.string()) } })(() => ({ names: [...values.keys()] }));
`,
    plugins: "CachePlugin.init({ toolPatterns: ['pay'] }), ",
    options: "{ storageInstance: store, namespace: 'mine', cleanupIntervalSeconds: 1 }",
    tools: ['kept'],
  });
  const server = await project.start('node', { env: { KEYS: keys } });
  const names = async (): Promise<readonly string[]> => (await call(server, { name: 'kept' })).value['names'] as readonly string[];
  try {
    await own(server, ['grantUserApproval', 'pay']);
    for (const _time of [1, 2]) assert.is((await call(server, { name: 'pay', args: { amount: 1 } })).text, 'paid 1');
    assert.equal(await runsOf(server), ['pay 1', 'pay 1'], 'no result is kept');
    assert.ok((await names()).some((name) => name.includes('mine:grant:')));
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
