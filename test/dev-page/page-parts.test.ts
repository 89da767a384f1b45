/* Parts of the page that need no browser. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { costsOf } from '../../src/cli/page/costs-of.ts';
import { PageEvents } from '../../src/cli/page/page-events.ts';
import type { PageEvent, PlacesRequest } from '../../src/cli/page/page-types.ts';
import { CallLog } from '../../src/page/call-log.ts';
import { PlaceFinder } from '../../src/page/place-finder.ts';
import { hintOf } from '../../src/page/violation-hint.ts';

test('[dev-page.violations] each position is asked for once, and those that come meanwhile are asked for together', async () => {
  const asked: PlacesRequest[] = [];
  let answered: (() => void)[] = [];
  const placesOf = async (request: PlacesRequest): Promise<readonly (string | null)[]> => {
    asked.push(request);
    await new Promise<void>((resolve) => answered.push(resolve));
    return request.positions.map(({ line }) => (line % 2 === 0 ? `src/a.ts:${line}:1` : null));
  };
  const until = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
  };
  const finder = new PlaceFinder({ placesOf }, 'chart', '<p>');
  const violations = Array.from({ length: 60 }, (_, at) => ({ line: at + 1, column: 1 }));
  // As a page draws them: the whole list again for each new one.
  for (let count = 1; count <= violations.length; count++) finder.find(violations.slice(0, count));
  for (const wrong of [0, -1]) finder.find([{ line: wrong, column: 1 }]);
  await until(() => answered.length === 1);
  answered.splice(0).forEach((answer) => answer());
  await until(() => answered.length === 1);
  answered.splice(0).forEach((answer) => answer());
  await until(() => finder.places().size === 30);
  assert.equal(
    asked.map(({ positions }) => positions.length),
    [1, 59],
  );
  assert.is(asked[0]?.hash.length, 43);
  assert.is(finder.places().get('2:1'), 'src/a.ts:2:1');
  finder.find(violations);
  finder.find([{ line: 61, column: 1 }]);
  await until(() => answered.length === 1);
  assert.is(asked.length, 3);
  answered = [];
});

test('[dev-page.violations] whatever a widget calls blocked has a hint', () => {
  assert.match(hintOf('connect-src', 'https://a.example/x'), 'ui.csp.connectDomains of the tool: https://a.example');
  for (const blocked of ['https:', 'https://', 'wss:', 'https://[', 'https://a b', '', 'https://%'])
    assert.match(hintOf('connect-src', blocked), 'No host allows this', blocked);
  assert.match(hintOf('constructor', 'https://a.example/x'), 'ui.csp.resourceDomains of the tool');
});

test('[dev-page.requests] the program turns to others after each tool of a long list that it counts', async () => {
  const tools = Array.from({ length: 100 }, (_, at) => ({ tokens: at }));
  let isDone = false;
  const counted = costsOf(tools, (tool) => Promise.resolve(tool)).finally(() => (isDone = true));
  let turns = 0;
  for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await counted, [...tools.keys()]);
  assert.ok(turns >= 100, `${turns}`);
});

test('[dev-page.limits] the log is drawn once for what comes together', async () => {
  const log = new CallLog();
  let told = 0;
  const drawn = new Promise<void>((resolve) => {
    log.subscribe(() => {
      told++;
      resolve();
    });
  });
  for (let at = 0; at < 1000; at++) log.add({ kind: 'notification', title: `${at}` });
  await drawn;
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(told, 1);
});

test('[dev-page.limits] the log keeps the newest entries within a number of characters, and no single value that is too long', () => {
  const log = new CallLog();
  for (let at = 0; at < 1100; at++) log.add({ kind: 'line', title: `line ${at}` });
  assert.equal([log.entries().length, log.entries()[0]?.title], [1000, 'line 100']);
  const text = 'x'.repeat(1_000_000);
  for (let at = 0; at < 30; at++) log.add({ kind: 'view', title: `view ${at}`, sent: { text } });
  const kept = log.entries().filter(({ sent }) => sent !== undefined);
  assert.is(kept.length, 19);
  assert.is(log.entries().at(-1)?.title, 'view 29');
  log.add({ kind: 'view', title: 'long', sent: { text: 'x'.repeat(3_000_000) } });
  assert.is(log.entries().at(-1)?.sent, '3000011 characters, which the log does not keep');
  let deep: object = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };
  log.add({ kind: 'notification', title: 'deep', sent: deep });
  assert.is(log.entries().at(-1)?.sent, 'Nested too deeply for the log');
  log.clear();
  log.add({ kind: 'view', title: 'after', sent: { text } });
  assert.is(log.entries().length, 1);
});

test('[dev-page.limits] a long line of the server is cut', () => {
  const events = new PageEvents();
  const heard: PageEvent[] = [];
  events.listen((event) => heard.push(event));
  events.line('x'.repeat(1_000_000));
  const [first] = heard;
  assert.ok(first?.kind === 'line');
  assert.is(first.text.length, 10_000 + ' … and 990000 characters more'.length);
});

test.run();
