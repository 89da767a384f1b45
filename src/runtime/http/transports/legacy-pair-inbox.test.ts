import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import { noRequestHeaders } from '../../mcp/call/request-headers.ts';
import { PairInbox } from './legacy-pair-inbox.ts';

const message = (value: string) => ({ value, auth: anonymousCaller, http: noRequestHeaders, giveBack: () => undefined });
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test("messages run in order on the stream's own request, earlier ones included", async () => {
  const inbox = new PairInbox();
  const heard: unknown[] = [];
  const early = inbox.deliver(message('early'));
  const run = inbox.run(({ value }) => void heard.push(value));
  assert.ok(await early);
  assert.equal(await Promise.all([inbox.deliver(message('one')), inbox.deliver(message('two'))]), [true, true]);
  assert.equal(heard, ['early', 'one', 'two']);
  inbox.close();
  await run;
  assert.not.ok(await inbox.deliver(message('late')));
  assert.is(heard.length, 3);
});

test('a message that no stream takes within its time is not run, and others are', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const inbox = new PairInbox();
    const ends: [string, boolean][] = [];
    const deliver = (value: string): void => void inbox.deliver(message(value)).then((end) => ends.push([value, end]));
    deliver('lost');
    mock.timers.tick(1999);
    deliver('kept');
    await turns();
    assert.equal(ends, []);
    mock.timers.tick(1);
    await turns();
    assert.equal(ends, [['lost', false]]);
    const heard: unknown[] = [];
    void inbox.run(({ value }) => void heard.push(value));
    await turns();
    assert.equal([heard, ends.at(-1)], [['kept'], ['kept', true]]);
    inbox.close();
  } finally {
    mock.timers.reset();
  }
});

test('a message that was taken keeps no timer', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const inbox = new PairInbox();
  void inbox.run(() => undefined);
  const before = timers();
  await inbox.deliver(message('one'));
  assert.is(timers(), before);
  inbox.close();
  const late = inbox.deliver(message('late'));
  assert.is(timers(), before, 'one for a closed stream is refused at once');
  assert.not.ok(await late);
});

test.run();
