import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Hold } from './hold.ts';

const pending = new Promise<never>(() => undefined);
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('a slot is free once, when the answer is there and all work of the call has settled', async () => {
  let freed = 0;
  const hold = new Hold(() => void freed++);
  let settle = (): void => undefined;
  hold.lastUntil(new Promise<void>((resolve) => (settle = resolve)), undefined);
  hold.lastUntil(Promise.reject(new Error('failed work ends too')), undefined);
  await turns();
  void hold.end();
  assert.is(freed, 0);
  settle();
  await turns();
  assert.is(freed, 1);
});

test('work holds a slot no longer than its time, and without a limit for as long as it takes', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let freed = 0;
    const limited = new Hold(() => void freed++);
    limited.lastUntil(pending, 1000);
    void limited.end();
    mock.timers.tick(999);
    assert.is(freed, 0);
    mock.timers.tick(1);
    assert.is(freed, 1);
    const endless = new Hold(() => void freed++);
    endless.lastUntil(pending, undefined);
    void endless.end();
    mock.timers.tick(1_000_000);
    assert.is(freed, 1);
  } finally {
    mock.timers.reset();
  }
});

test('the slot of the call around it is held for the same work', async () => {
  const freed: string[] = [];
  const outer = new Hold(() => void freed.push('outer'));
  const inner = new Hold(() => void freed.push('inner'), outer);
  let settle = (): void => undefined;
  inner.lastUntil(new Promise<void>((resolve) => (settle = resolve)), undefined);
  void inner.end();
  void outer.end();
  assert.equal(freed, []);
  settle();
  await turns();
  assert.equal(freed.toSorted(), ['inner', 'outer']);
});

test.run();
