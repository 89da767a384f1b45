/* Who may run a script, and what becomes of a place: without an engine. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitsOf } from '../codecall-options.ts';
import { type PlaceLimits, ScriptPlaces } from './places.ts';
import type { ScriptCaller, ScriptClock, ScriptHost } from './sandbox.ts';
import type { ScriptOutcome } from './script-job.ts';

const limits: PlaceLimits = {
  running: { total: 4, network: 3, who: 2 },
  open: { total: 8, network: 6, who: 4 },
  waiting: { total: 6, network: 4, who: 2 },
};
const done: ScriptOutcome = { status: 'ok', result: null };

interface Running {
  readonly outcome: Promise<ScriptOutcome>;
  /** Undefined until it is its turn. */
  readonly clock: () => ScriptClock | undefined;
  readonly end: () => void;
  readonly leave: () => void;
}

/** @param timeoutMs for the longest that nothing here waits for */
const begin = (places: ScriptPlaces, caller: ScriptCaller = {}, timeoutMs = 60_000): Running => {
  const left = new AbortController();
  const host: ScriptHost = { caller, signal: left.signal, say: () => undefined, call: async () => ({ text: 'null' }) };
  let clock: ScriptClock | undefined;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const job = { script: '', limits: { ...limitsOf({}), timeoutMs }, tools: [] };
  const outcome = places.run(job, host, async (own) => {
    clock = own;
    await ended;
    return done;
  });
  return { outcome, clock: () => clock, end, leave: () => left.abort() };
};

const open = (): { readonly answered: Promise<void>; readonly answer: () => void } => {
  let answer = (): void => undefined;
  return { answered: new Promise((resolve) => (answer = resolve)), answer: () => answer() };
};

/** When everything has run that needs no timer. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const started = async (all: readonly Running[]): Promise<number> => {
  await settled();
  return all.filter(({ clock }) => clock() !== undefined).length;
};

test('[PX11.places] one caller, and one network, have a share alone; the rest is for others', async () => {
  const places = new ScriptPlaces(limits);
  const bob = [1, 2, 3].map(() => begin(places, { who: 'bob', network: 'a' }));
  const ada = [1, 2].map(() => begin(places, { who: 'ada', network: 'a' }));
  assert.equal([await started(bob), await started(ada)], [2, 1], 'two of a person, three of a network');
  const eve = [1, 2].map(() => begin(places, { who: 'eve', network: 'b' }));
  assert.is(await started(eve), 1, 'four of all');
  eve[0]?.end();
  assert.equal(
    [await started(bob), await started(ada), await started(eve)],
    [2, 1, 2],
    'who waits longer stands in no other network’s way',
  );
  bob[0]?.end();
  assert.equal([await started(bob), await started(ada)], [3, 1]);
  for (const { end } of [...bob, ...ada, ...eve]) end();
  for (const { outcome } of [...bob, ...ada, ...eve]) assert.equal(await outcome, done);
});

test('[PX11.places] scripts that wait for persons take places of their caller, and none of others', async () => {
  const places = new ScriptPlaces(limits);
  const asking: Running[] = [];
  for (let at = 0; at < 4; at++) {
    const one = begin(places, { who: 'bob', network: 'a' });
    one.clock()?.asks(open().answered);
    asking.push(one);
  }
  assert.is(await started(asking), 4);
  const more = begin(places, { who: 'bob', network: 'a' });
  const ada = begin(places, { who: 'ada', network: 'a' });
  assert.equal([await started([more]), await started([ada])], [0, 1]);
  asking[0]?.end();
  assert.is(await started([more]), 1);
  for (const { end } of [...asking, more, ada]) end();
});

test('[PX11.places] the queue is limited too, and who leaves it or waits too long gets no turn', async () => {
  const places = new ScriptPlaces(limits);
  const running = [1, 2].map(() => begin(places, { who: 'bob' }));
  const waiting = [1, 2].map(() => begin(places, { who: 'bob' }));
  const refused = await begin(places, { who: 'bob' }).outcome;
  assert.match(JSON.stringify(refused), 'try again later');
  waiting[0]?.leave();
  assert.match(JSON.stringify(await waiting[0]?.outcome), 'try again later');
  const short = begin(places, { who: 'bob' }, 1);
  assert.match(JSON.stringify(await short.outcome), '"timeout"');
  for (const { end } of [...running, ...waiting]) end();
  assert.equal(await waiting[1]?.outcome, done);
});

test('[PX11.places] after its end a script holds no place, and an answer that comes late has no effect', async () => {
  const places = new ScriptPlaces({ ...limits, running: { total: 1, network: 1, who: 1 } });
  for (let at = 0; at < 3; at++) {
    const question = open();
    const one = begin(places, {}, 1);
    one.clock()?.asks(question.answered);
    one.end();
    assert.equal(await one.outcome, done);
    const next = begin(places);
    assert.is(await started([next]), 1);
    question.answer();
    const other = begin(places);
    // Timers end in the order of their times: that of the first script would have by now.
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.is(one.clock()?.isOver, false, 'its time does not go on');
    assert.is(other.clock(), undefined, 'the place is taken once');
    next.end();
    assert.equal(await next.outcome, done);
    assert.is(await started([other]), 1);
    other.end();
    await other.outcome;
  }
});

test('[PX11.places] a script has 8 open questions at most', () => {
  const one = begin(new ScriptPlaces(limits));
  for (let at = 0; at < 8; at++) one.clock()?.asks(open().answered);
  assert.throws(() => one.clock()?.asks(open().answered), /at most 8 open questions/);
  one.end();
});

test('[PX11.places] a place whose script the platform has dropped is free again after its time', async () => {
  let now = 0;
  const places = new ScriptPlaces({ ...limits, running: { total: 1, network: 1, who: 1 } }, () => now);
  const dropped = begin(places);
  now = 71_000;
  const next = begin(places);
  assert.is(await started([next]), 1);
  for (const one of [dropped, next]) one.end();
  assert.equal(await next.outcome, done);
});

test.run();
