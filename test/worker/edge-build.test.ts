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
import { openSession } from '../support/shared-session.ts';

const sourceWith = (options: string): string => `
  import { createEdgeMcp } from '@service/edge';
  import { tool } from '@service/sdk';
  const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
  const edge = createEdgeMcp({ info: { name: 'shared', version: '1.4.0' }, apps: [], tools: [ping], ${options} });
  export default edge;
  export const { SessionDurableObject } = edge;
`;

const at = ({ origin }: WorkerBoot) => ({ url: `http://127.0.0.1:${new URL(origin).port}/mcp` });

test('[E1.build] a build exports the class of the objects, writes its binding and migration, and its sessions are objects', async () => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith("sessions: { binding: 'MY_SESSIONS' }") });
  const folder = join(project.root, 'dist', 'worker');
  const request = requestOf(project.root, 'shared', { folder });
  const { code, result } = await bundleOf(request, workerTarget);
  assert.equal(result.diagnostics, []);
  assert.not.match(code, 'Sec-WebSocket', 'no client of Redis is in the bundle');
  await writeOutput(request, result, folder);
  const { durable_objects, migrations } = parse(readFileSync(join(project.root, 'wrangler.toml'), 'utf8'));
  assert.equal(JSON.parse(JSON.stringify([durable_objects, migrations])), [
    { bindings: [{ name: 'MY_SESSIONS', class_name: 'SessionDurableObject' }] },
    [{ tag: 'v1', new_sqlite_classes: ['SessionDurableObject'] }],
  ]);
  const worker = await bootWorker({ bundle: join(folder, 'index.js'), objects: { MY_SESSIONS: 'SessionDurableObject' } });
  const session = await openSession(at(worker));
  const called = await session.call(at(worker), 'ping');
  assert.match(called.text, 'pong');
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

test('[E1.later] [E1.faults] what is not there so far, what is unknown and what no worker has is refused by name', async () => {
  const cases: readonly [options: string, named: string, target?: typeof workerTarget][] = [
    ["managed: { endpoint: 'https://bundles.example' } as never", 'managed'],
    ['skillIndex: {} as never', 'skillIndex'],
    ['sessionz: {} as never', 'sessionz'],
    ["sessions: { binding: 'no binding' }", 'sessions.binding'],
    ['sessions: {}', 'sessions', nodeTarget],
  ];
  for (const [options, named, target] of cases) {
    const found = await codesOf(options, target);
    assert.ok(
      found.some((text) => text.includes(named)),
      `${options}: ${found.join(' | ')}`,
    );
  }
});

test.run();
