/* A project whose server is made by `createEdgeMcp`, built for a worker and run on workerd. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { build, bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { openSession, type WireSession } from '../support/shared-session.ts';

const sourceWith = (options: string): string => `
  import { createEdgeMcp } from '@service/edge';
  import { skill, tool } from '@service/sdk';
  const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
  const edge = createEdgeMcp({ info: { name: 'shared', version: '1.4.0' }, apps: [], tools: [ping], ${options} });
  export default edge;
  export const { SessionDurableObject } = edge;
`;

const at = ({ origin }: WorkerBoot) => ({ url: `http://127.0.0.1:${new URL(origin).port}/mcp` });

const asked = `
  sessions: { binding: 'MY_SESSIONS' },
  skills: [skill({ name: 'brew-tea', description: 'Boils water and brews tea.', instructions: 'Wait.' })],
  skillIndex: { ttlSeconds: 86_400 },
`;

const foundBy = async (session: WireSession, worker: WorkerBoot, query: string): Promise<readonly string[]> => {
  const { text } = await session.request(at(worker), 'skills/search', { query });
  return [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);
};

test('[E1.build] [E3.build] [E3.kept] a build exports the class of the objects, writes its bindings and migration; sessions are objects, and a KV namespace keeps the index', async () => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(asked) });
  const folder = join(project.root, 'dist', 'worker');
  const request = requestOf(project.root, 'shared', { folder });
  const { code, result } = await bundleOf(request, workerTarget);
  assert.equal(result.diagnostics, []);
  assert.not.match(code, 'Sec-WebSocket', 'no client of Redis is in the bundle');
  await writeOutput(request, result, folder);
  const { durable_objects, kv_namespaces, migrations } = parse(readFileSync(join(project.root, 'wrangler.toml'), 'utf8'));
  assert.equal(JSON.parse(JSON.stringify([durable_objects, kv_namespaces, migrations])), [
    { bindings: [{ name: 'MY_SESSIONS', class_name: 'SessionDurableObject' }] },
    [{ binding: 'SERVICE_SKILL_INDEX' }],
    [{ tag: 'v1', new_sqlite_classes: ['SessionDurableObject'] }],
  ]);
  const worker = await bootWorker({
    bundle: join(folder, 'index.js'),
    objects: { MY_SESSIONS: 'SessionDurableObject' },
    namespaces: ['SERVICE_SKILL_INDEX'],
  });
  const kv = await worker.namespace('SERVICE_SKILL_INDEX');
  assert.is((await kv.list()).keys.length, 0, 'no search has been asked');
  const session = await openSession(at(worker));
  const called = await session.call(at(worker), 'ping');
  assert.match(called.text, 'pong');
  assert.equal(await foundBy(session, worker, 'tea'), ['brew-tea']);
  const { expiration = 0, name } = (await kv.list()).keys[0] ?? { name: '' };
  const { hash, version, words } = JSON.parse((await kv.get(name)) ?? '{}') as Record<string, unknown>;
  assert.equal([version, name], [1, `service:skill-index:${String(hash)}`]);
  assert.match(String(words), 'tea ');
  assert.ok(Math.abs(expiration - Date.now() / 1000 - 86_400) < 600, `it ends at ${expiration}`);
  await kv.put(name, JSON.stringify({ version, hash, words: 'zebra #}' }));
  const other = await openSession(at(worker));
  assert.equal(await foundBy(other, worker, 'zebra'), ['brew-tea'], 'the object of another session searches what is kept');
  assert.is((await session.end(at(worker))).status, 200);
  assert.is((await session.call(at(worker), 'ping')).status, 404);
  await worker.stop();
  assert.not.match(worker.output.text, 'are told from those of others', 'no other server reaches the storage of an object');
  project.remove();
});

const codesOf = async (options: string, target = workerTarget): Promise<readonly string[]> => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(options) });
  const { diagnostics } = await build(requestOf(project.root, 'shared'), target);
  project.remove();
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
};

test('[E1.later] [E1.faults] [E3.options] what is not there so far, what is unknown and what no worker has is refused by name', async () => {
  const wrong = `
    managed: { endpoint: 'https://bundles.example' } as never,
    sessionz: {} as never,
    sessions: { binding: 'no binding' },
    skillIndex: { binding: 'no binding', ttlSeconds: 59 },
  `;
  const cases: readonly [options: string, named: readonly string[], target?: typeof workerTarget][] = [
    [wrong, ['managed', 'sessionz', 'sessions.binding', 'skillIndex.binding', 'skillIndex.ttlSeconds']],
    ['sessions: {}, skillIndex: () => ({})', ['sessions', 'skillIndex'], nodeTarget],
  ];
  for (const [options, named, target] of cases) {
    const found = await codesOf(options, target);
    for (const name of named)
      assert.ok(
        found.some((text) => text.includes(name)),
        `${name}: ${found.join(' | ')}`,
      );
  }
});

test.run();
