/* On workerd: a client that is refused while it still sends can read why. */
import { request as requestOf } from 'node:http';
import type { RequestOptions } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { AccessProject } from '../support/access-project.ts';
import { bootWorker } from '../support/boot/worker.ts';
import type { WorkerBoot } from '../support/boot/worker.ts';

interface Context {
  project: AccessProject;
  worker: WorkerBoot;
}

const test = suite<Context>('bodies that a worker does not read');
const key = 'key-of-the-only-client-there-is';
const length = 4_400_000;
const body = Buffer.alloc(length, 'x');

test.before(async (context) => {
  context.project = new AccessProject('static');
  const folder = await context.project.build(workerTarget);
  context.worker = await bootWorker({ bundle: `${folder}/index.js`, vars: { KEYS: JSON.stringify([{ token: key, sub: 'admin' }]) } });
});
test.after(async ({ project, worker }) => {
  await worker.stop();
  await project.close();
});

/** The status, or how the connection ended; on a connection of its own, and the whole body whatever is answered meanwhile. */
const post = ({ origin }: WorkerBoot, path: string, headers: RequestOptions['headers']): Promise<number | string> =>
  new Promise((resolve) => {
    const asked = requestOf(`${origin}${path}`, { method: 'POST', agent: false, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', (failure) => resolve(String(failure)));
    });
    asked.on('error', (failure) => resolve(String(failure)));
    asked.end(body);
  });

const json = { 'content-type': 'application/json' };
const known = { ...json, authorization: `Bearer ${key}` };
const cases: readonly (readonly [what: string, path: string, headers: Record<string, string>, status: number])[] = [
  ['no credentials', '/mcp', { ...json, 'content-length': String(length) }, 401],
  ['no credentials, in chunks', '/mcp', { ...json, 'transfer-encoding': 'chunked' }, 401],
  ['too large', '/mcp', { ...known, 'content-length': String(length) }, 413],
  ['too large, in chunks', '/mcp', { ...known, 'transfer-encoding': 'chunked' }, 413],
  ['an unknown path', '/nowhere', { ...json, 'content-length': String(length) }, 404],
];

for (const [what, path, headers, status] of cases) {
  test(`[R7.worker.unread] ${what}: ${status}, and no reset`, async ({ worker }) => {
    for (let time = 0; time < 8; time++) assert.is(await post(worker, path, headers), status);
  });
}

test('[R7.worker.unsent] a client that waits for the answer before it sends anything gets it', async ({ worker }) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = requestOf(`${worker.origin}/mcp`, { method: 'POST', agent: false, headers: { ...json, 'content-length': '50' } });
    asked.on('response', (answer) => {
      resolve(answer.statusCode);
      asked.destroy();
    });
    asked.on('error', reject).flushHeaders();
  });
  assert.is(status, 401);
});

test.run();
