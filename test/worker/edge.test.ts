/* `createEdgeMcp` in a worker that is written by hand, on workerd: a Durable Object for each session. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, openStream, send } from '../support/wire-client.ts';

interface Looked {
  readonly records: readonly string[];
  readonly alarm: number | null;
}

const test = suite<{ folder: string; bundle: string; worker: WorkerBoot }>('sessions in objects of a worker');

const vars = { KEYS: JSON.stringify(['ada', 'bob'].map((sub) => ({ token: `key-of-${sub}-0123456789`, sub }))) };
const objects = { SERVICE_SESSIONS: 'SessionDurableObject' };

test.before(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-edge-'));
  mkdirSync(join(context.folder, 'dist'));
  context.bundle = join(context.folder, 'dist', 'index.js');
  await build({
    entryPoints: [join(import.meta.dirname, '../support/edge-worker.ts')],
    outfile: context.bundle,
    bundle: true,
    format: 'esm',
    conditions: ['service-source', 'workerd', 'worker'],
    external: ['node:*'],
    logLevel: 'error',
  });
});
test.before.each(async (context) => {
  context.worker = await bootWorker({ bundle: context.bundle, objects, vars, flags: ['nodejs_compat'] });
});
test.after.each(({ worker }) => worker.stop());
test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const portOf = ({ origin }: WorkerBoot): number => Number(new URL(origin).port);
const bearer = (user: string) => ({ authorization: `Bearer key-of-${user}-0123456789` });

/** A session of one user. */
class EdgeSession {
  readonly headers: Record<string, string>;

  constructor(id: string, user: string) {
    this.headers = { ...legacyHeaders, ...bearer(user), 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  }

  post(worker: WorkerBoot, method: string, params: Record<string, unknown> = {}) {
    return send({ port: portOf(worker), path: '/mcp', headers: this.headers, body: legacyBody(method, params, 1) });
  }
  call(worker: WorkerBoot, name: string) {
    return this.post(worker, 'tools/call', { name, arguments: {} });
  }
  end(worker: WorkerBoot) {
    return send({ port: portOf(worker), path: '/mcp', method: 'DELETE', headers: this.headers });
  }
  listen(worker: WorkerBoot, lastEventId?: string) {
    const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return openStream({ port: portOf(worker), path: '/mcp', method: 'GET', headers: { ...this.headers, accept: 'text/event-stream', ...resumed } });
  }
}

async function open(worker: WorkerBoot, user = 'ada'): Promise<EdgeSession> {
  const headers = { ...legacyHeaders, ...bearer(user) };
  const answer = await send({ port: portOf(worker), path: '/mcp', headers, body: initializeBody() });
  assert.is(answer.status, 200, answer.text);
  return new EdgeSession(String(answer.headers['mcp-session-id']), user);
}

const look = async (worker: WorkerBoot, step: string, object = 0): Promise<Looked> =>
  (await fetch(`${worker.origin}/look/${step}?object=${object}`)).json() as Promise<Looked>;
const countObjects = async (worker: WorkerBoot): Promise<number> => (await fetch(`${worker.origin}/look/count`)).json() as Promise<number>;

test('[E.session-object] a session lives in an object of its own, from its first request to its last', async ({ worker }) => {
  const first = await open(worker);
  const second = await open(worker);
  assert.is(await countObjects(worker), 2);
  const listed = await first.post(worker, 'tools/list');
  assert.is(listed.status, 200, listed.text);
  assert.match(listed.text, '"echo"');
  const called = await first.call(worker, 'echo');
  assert.match(called.text, 'called by ada');
  assert.is((await first.end(worker)).status, 200);
  assert.is((await second.call(worker, 'echo')).status, 200);
  const ended = await first.call(worker, 'echo');
  assert.is(ended.status, 404);
  assert.match(ended.text, 'session ended or expired');
  assert.is(await countObjects(worker), 2);
});

test.run();
