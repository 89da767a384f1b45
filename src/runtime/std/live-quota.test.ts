import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LiveQuota } from './live-quota.ts';

const quota = (time = { now: 0 }) => new LiveQuota({ total: 10, share: 4 }, () => time.now);

test('[I15.totals.share] an owner gets their share and no more; all together get the total', () => {
  const room = quota();
  assert.ok(room.take('a', 4));
  assert.is(room.take('a', 1), undefined);
  assert.ok(room.take('b', 4));
  assert.is(room.take('c', 3), undefined, 'the total');
  assert.ok(room.take('c', 2));
  assert.is(room.take(undefined, 1), undefined);
});

test('[I15.totals.share] without known owners only the total holds', () => {
  const room = quota();
  assert.ok(room.take(undefined, 10));
  assert.is(room.take(undefined, 1), undefined);
});

test('returned room is free again, once', () => {
  const room = quota();
  const giveBack = room.take('a', 4);
  giveBack?.();
  giveBack?.();
  assert.ok(room.take('a', 4));
  assert.is(room.take('a', 1), undefined);
  assert.ok(room.take(undefined, 6));
  assert.is(room.take(undefined, 1), undefined);
});

test('an owner that has given everything back is forgotten', () => {
  const room = quota();
  const giveBack = [room.take('a', 1), room.take('a', 1), room.take(undefined, 1)];
  for (const owners of [1, 0, 0]) {
    giveBack.shift()?.();
    assert.is(room.owners, owners);
  }
});

test('expired room is free again without being returned', () => {
  const time = { now: 0 };
  const room = quota(time);
  const first = room.take('a', 4, 100);
  time.now = 99;
  assert.is(room.take('a', 1, 100), undefined);
  time.now = 100;
  assert.ok(room.take('a', 4, 100));
  first?.();
  assert.is(room.take('a', 1, 100), undefined, 'the one that ended gives nothing back any more');
});

test('existing items take room beyond the limits, and then their owner has none left', () => {
  const room = quota();
  assert.ok(room.isEmpty && room.hasRoom('a'));
  const giveBack = room.hold('a', 20);
  assert.equal([room.isEmpty, room.hasRoom('a'), room.hasRoom('b')], [false, false, false]);
  giveBack();
  room.hold('a', 5);
  assert.equal([room.hasRoom('a'), room.hasRoom('b'), room.hasRoom(undefined)], [false, true, true]);
});

test('a total used up to the last byte has no room', () => {
  const room = quota();
  room.hold('a', 4);
  assert.equal([room.hasRoom('a'), room.hasRoom('b')], [false, true]);
  room.hold('b', 6);
  assert.equal([room.hasRoom('c'), room.hasRoom(undefined)], [false, false]);
});

test('half of it is free up to the half, of the total and of the owner', () => {
  const room = quota();
  room.hold('a', 2);
  assert.equal([room.hasHalf('a'), room.hasHalf('b')], [true, true]);
  const giveBack = room.hold('a', 1);
  assert.equal([room.hasHalf('a'), room.hasHalf('b')], [false, true]);
  giveBack();
  room.hold('b', 4);
  assert.equal([room.hasHalf('a'), room.hasHalf(undefined)], [false, false]);
});

test('half of the total is free when exactly half is taken; items without an owner fill no share', () => {
  const room = quota();
  const giveBack = room.hold(undefined, 5);
  assert.equal([room.hasHalf(undefined), room.hasRoom(undefined)], [true, true]);
  giveBack();
  assert.ok(room.isEmpty);
  assert.ok(room.take(undefined, 10));
});

test.run();
