import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryTaskStore } from './task-store.ts';
import { record } from '../../../../test/support/task-fixture.ts';
import { endTask, putQuestion, statusOf, takeAnswers, withdrawQuestion } from './task-record.ts';

const test = suite('memory task store');

const request = { method: 'elicitation/create', params: {} };

test('[MCP26.tasks.ttl] a task is kept for its ttl, ended or not, and no longer', async () => {
  let now = 1000;
  const store = new MemoryTaskStore({ clock: () => now });
  await store.add(record('one'), 1);
  await store.change('one', (task) => endTask(task, { status: 'cancelled' }, now));
  now = 1499;
  assert.is((await store.find('one'))?.outcome?.status, 'cancelled');
  now = 1500;
  assert.is(await store.find('one'), undefined);
  assert.not(await store.change('one', (task) => task));
});

test('[MCP26.tasks.ttl] a full store refuses a new task instead of forgetting a kept one', async () => {
  let now = 1000;
  const store = new MemoryTaskStore({ clock: () => now, limits: { tasks: 2, share: 1 } });
  for (const id of ['one', 'two']) {
    assert.is(await store.add(record(id), 1), undefined);
    await store.change(id, (task) => endTask(task, { status: 'cancelled' }, now));
  }
  assert.is(await store.add(record('three'), 1), 'full');
  assert.ok(await store.find('one'));
  now = 1500;
  assert.is(await store.add(record('three', { createdAt: now }), 1), undefined);
});

test('[MCP26.tasks.ttl] large results fill the store until their ttl is over', async () => {
  let now = 1000;
  const store = new MemoryTaskStore({ clock: () => now, limits: { resultLength: 100, share: 1 } });
  await store.add(record('one'), 1);
  await store.change('one', (task) => endTask(task, { status: 'completed', result: { text: 'x'.repeat(100) } }, now));
  assert.is(await store.add(record('two'), 1), 'full');
  now = 1500;
  assert.is(await store.add(record('two', { createdAt: now }), 1), undefined);
});

test('[S5.6.tasks.limit] unfinished tasks count, ended and expired ones do not', async () => {
  let now = 1000;
  const store = new MemoryTaskStore({ clock: () => now });
  assert.is(await store.add(record('one'), 1), undefined);
  assert.is(await store.add(record('two'), 1), 'too-many-running');
  assert.is(await store.add(record('other', { quota: 'bob' }), 1), undefined);
  await store.change('one', (task) => endTask(task, { status: 'cancelled' }, now));
  await store.change('one', (task) => endTask(task, { status: 'cancelled' }, now));
  assert.is(await store.add(record('two'), 1), undefined);
  assert.is(await store.add(record('three'), 1), 'too-many-running');
  now = 1500;
  assert.is(await store.add(record('three', { createdAt: now }), 1), undefined);
});

test('[S5.6.tasks.limit] one caller fills a share of the store, not all of it', async () => {
  const store = new MemoryTaskStore({ clock: () => 1000, limits: { tasks: 4, share: 0.5 } });
  for (const id of ['one', 'two']) {
    assert.is(await store.add(record(id), 1), undefined);
    await store.change(id, (task) => endTask(task, { status: 'cancelled' }, 1000));
  }
  assert.is(await store.add(record('three'), 1), 'full');
  assert.is(await store.add(record('other', { quota: 'bob' }), 1), undefined);
});

test('[MCP26.tasks.atomic] changes at once lose nothing and an end is final', async () => {
  const store = new MemoryTaskStore({ clock: () => 1000 });
  await store.add(record('one'), 1);
  const seen: string[] = [];
  const stop = store.watch('one', (task) => seen.push(statusOf(task)));
  await Promise.all(['a', 'b', 'c'].map((key) => store.change('one', (task) => putQuestion(task, { key, request }, 1001))));
  const answer = (key: string) => store.change('one', (task) => takeAnswers(task, new Map([[key, {}]]), 1002));
  await Promise.all([answer('a'), answer('b'), answer('a')]);
  const task = await store.find('one');
  assert.equal([Object.keys(task?.inputRequests ?? {}), Object.keys(task?.answers ?? {})], [['c'], ['a', 'b']]);
  await store.change('one', (now) => withdrawQuestion(now, 'c', 1003));
  const ends = await Promise.all([
    store.change('one', (now) => endTask(now, { status: 'cancelled' }, 1004)),
    store.change('one', (now) => endTask(now, { status: 'completed', result: {} }, 1005)),
    store.change('one', (now) => putQuestion(now, { key: 'd', request }, 1006)),
    answer('c'),
  ]);
  assert.equal(ends, [true, false, false, false]);
  stop();
  assert.equal(seen, ['input_required', 'input_required', 'input_required', 'input_required', 'input_required', 'working', 'cancelled']);
  assert.equal(await store.find('one'), record('one', { updatedAt: 1004, outcome: { status: 'cancelled' } }));
});

test.run();
