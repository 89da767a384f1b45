import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from '../../storage/drivers/memory.ts';
import { SharedTaskStore } from './shared-task-store.ts';
import { record } from '../../../../test/support/task-fixture.ts';
import { endTask, putQuestion, statusOf, takeAnswers } from './task-record.ts';

const test = suite('tasks of several instances');

/** Two instances over one store; what one tells, the other hears. */
function instances() {
  const time = { now: 1000 };
  const clock = (): number => time.now;
  const records = new MemoryStore({ clock });
  const open = (instance: string, tell: (id: string) => void): SharedTaskStore =>
    new SharedTaskStore({ records, clock, tell, lookMs: 3_600_000, instance });
  const a: SharedTaskStore = open('a', (id) => b.hear(id));
  const b: SharedTaskStore = open('b', (id) => a.hear(id));
  return { a, b, records, time };
}

test('[S5.6.tasks.shared] changes of two instances at once lose none, and each hears of the other', async () => {
  const { a, b } = instances();
  await a.signLife();
  assert.is(await a.add(record('one'), 1), undefined);
  const heard: string[] = [];
  const stop = b.watch('one', (task) => heard.push(statusOf(task)));
  const asks = ['p', 'q', 'r', 's'].map((key, at) =>
    (at % 2 === 0 ? a : b).change('one', (task) => putQuestion(task, { key, request: {} }, 1001)),
  );
  assert.equal(await Promise.all(asks), [true, true, true, true]);
  await Promise.all(['p', 'q'].map((key, at) => (at === 0 ? a : b).change('one', (task) => takeAnswers(task, new Map([[key, {}]]), 1002))));
  const task = await b.find('one');
  assert.equal(
    [Object.keys(task?.inputRequests ?? {}).sort(), Object.keys(task?.answers ?? {}).sort()],
    [
      ['r', 's'],
      ['p', 'q'],
    ],
  );
  const ends = await Promise.all([a, b].map((store) => store.change('one', (now) => endTask(now, { status: 'cancelled' }, 1003))));
  assert.is(ends.filter(Boolean).length, 1);
  await b.find('one');
  stop();
  assert.is(heard.at(-1), 'cancelled');
  await a.close();
});

test('[S5.6.tasks.shared] one caller keeps only so many tasks, and others are not shut out', async () => {
  const { a } = instances();
  for (let number = 0; number < 1000; number++) {
    assert.is(await a.add(record(`t${number}`), 1), undefined);
    await a.change(`t${number}`, (task) => endTask(task, { status: 'cancelled' }, 1001));
  }
  assert.is(await a.add(record('more'), 1), 'full');
  assert.is(await a.find('more'), undefined);
  assert.is(await a.add(record('other', { quota: 'bob' }), 1), undefined);
});

test('[S5.6.tasks.shared] places of an instance without a sign of life are given to others, and what it ran has failed', async () => {
  const { a, b, time } = instances();
  const long = { ttlMs: 3_600_000 };
  await a.signLife();
  assert.is(await a.add(record('one', long), 1), undefined);
  assert.is(await b.add(record('two', long), 1), 'too-many-running');
  time.now += 30_001;
  assert.is(await b.add(record('two', { ...long, createdAt: time.now }), 1), undefined);
  assert.is((await b.find('one'))?.outcome?.status, 'failed');
  // Its own instance, when it comes back from a pause, can end it no more.
  assert.not(await a.change('one', (task) => endTask(task, { status: 'completed', result: {} }, time.now)));
});

test('[S5.6.tasks.prefix] a task is found until its time is up; no other key of the store is one', async () => {
  const { a, records, time } = instances();
  await a.signLife();
  await a.add(record('one'), 1);
  for (const id of ['running:ann', 'made:ann', 'alive:a', '', 'x'.repeat(101)]) {
    assert.is(await a.find(id), undefined, id);
    assert.not(await a.change(id, (task) => task));
  }
  assert.ok((await records.keys('')).includes('running:ann'));
  time.now = 1499;
  assert.ok(await a.find('one'));
  time.now = 1500;
  assert.is(await a.find('one'), undefined);
  assert.not(await a.change('one', (task) => task));
});

test.run();
