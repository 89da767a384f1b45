/* The promises of every store, kept by a Durable Object and, for copies, by a KV namespace: on workerd. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Store } from '../../src/runtime/model/store.ts';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { storeContract } from '../support/store-contract.ts';

const test = suite<{ folder: string; bundle: string; worker: WorkerBoot }>('stores of a worker');

test.before(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-store-object-'));
  mkdirSync(join(context.folder, 'dist'));
  context.bundle = join(context.folder, 'dist', 'index.js');
  await build({
    entryPoints: [join(import.meta.dirname, '../support/store-worker.ts')],
    outfile: context.bundle,
    bundle: true,
    format: 'esm',
    conditions: ['service-source'],
  });
  context.worker = await bootWorker({ bundle: context.bundle, objects: { STORE: 'LookedAtStore' }, namespaces: ['CACHE'] });
});
test.after(async ({ folder, worker }) => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks the worker for one step of a store, or for a look behind it. */
async function ask(worker: WorkerBoot, step: string, ...words: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(`${worker.origin}/${step}`, { method: 'POST', body: JSON.stringify(words) });
  const { failure, value } = (await answer.json()) as { failure?: string; value?: unknown };
  if (failure !== undefined) throw new Error(failure);
  return value;
}

const storeAt = (worker: WorkerBoot, name: string): Store => {
  const step =
    (operation: string) =>
    (...words: readonly unknown[]): Promise<never> =>
      ask(worker, `${name}/${operation}`, ...words) as Promise<never>;
  return {
    get: step('get'),
    set: step('set'),
    compareAndSet: step('compareAndSet'),
    delete: step('delete'),
    keys: step('keys'),
    increment: step('increment'),
    ping: step('ping'),
    close: async () => {},
  };
};

for (const [promise, check] of Object.entries(storeContract))
  test(`[S5.3.durable-object] a Durable Object ${promise}`, ({ worker }) =>
    check({
      store: storeAt(worker, 'object'),
      other: storeAt(worker, 'object'),
      remainingMs: async (key) => (await ask(worker, 'look/remainingMs', key)) as number | undefined,
      letEnd: async (key) => void (await ask(worker, 'look/letEnd', key)),
    }));

test('[S5.3.durable-object] records that have ended are removed by an alarm, which comes back for the next to end', async ({ worker }) => {
  const store = storeAt(worker, 'object');
  const look = (operation: string, ...words: readonly unknown[]) => ask(worker, `look/${operation}`, ...words);
  await store.set('swept', 'value', { ttlMs: 60_000 });
  await store.set('stays', 'value');
  const alarm = Number(await look('alarmIn'));
  assert.ok(alarm > 0 && alarm <= 120_000, String(alarm));
  await look('letEnd', 'swept');
  const before = Number(await look('rows'));
  await look('sweep');
  assert.is(await store.get('stays'), 'value');
  assert.ok(Number(await look('rows')) < before);
  assert.is(await look('holds', 'swept'), false);
  await store.set('later', 'value', { ttlMs: 600_000 });
  const next = Number(await look('alarmIn'));
  assert.ok(next > 0 && next <= 661_000, String(next));
});

test('[S5.3.durable-object] an object that is ended under load loses nothing that it has acknowledged', async ({ worker }) => {
  const store = storeAt(worker, 'object');
  const steps = Array.from({ length: 60 }, async (_, at) => {
    if (at % 20 === 10) await ask(worker, 'look/end').catch(() => undefined);
    const failure = await store.set(`kept:${at}`, String(at)).then(() => undefined, String);
    if (failure !== undefined) assert.match(failure, 'Failed to connect to the Durable Object');
    return failure === undefined ? [at] : [];
  });
  const acknowledged = (await Promise.all(steps)).flat();
  assert.ok(acknowledged.length > 0);
  for (const at of acknowledged) assert.is(await store.get(`kept:${at}`), String(at));
});

test('[S5.3.worker-kv] a KV namespace keeps copies until their end, and refuses to count', async ({ worker }) => {
  const store = storeAt(worker, 'cache');
  await store.ping();
  assert.is(await store.get('a'), undefined);
  await store.set('a', 'ünï \u0000 🚀');
  await store.set('b', 'short', { ttlMs: 1 });
  await store.set('c', 'long', { ttlMs: 600_000 });
  assert.is(await store.get('a'), 'ünï \u0000 🚀');
  assert.is(await store.get('b'), undefined, 'lifetimes below the shortest of the platform hold too');
  assert.is(await store.get('c'), 'long');
  assert.equal([...(await store.keys(''))].sort(), ['a', 'c']);
  assert.is(await store.compareAndSet('c', { expected: 'other', next: 'x' }), false);
  assert.is(await store.compareAndSet('c', { expected: 'long', next: 'longer', ttlMs: 600_000 }), true);
  assert.is(await store.get('c'), 'longer');
  assert.is(await store.delete('c'), true);
  assert.is(await store.delete('c'), false);
  await store.set('k'.repeat(600), 'not kept');
  assert.is(await store.get('k'.repeat(600)), undefined);
  assert.match(await store.increment('n', 1).then(String, String), 'cannot count');
});

test.run();
