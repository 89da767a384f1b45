import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { platforms } from './platforms.ts';
import { ViewHost, type ServerAnswer, type ViewChange } from './view-host.ts';

interface Heard {
  readonly host: ViewHost;
  readonly changes: ViewChange[];
  readonly sent: object[];
}

function hostWith(ask: () => Promise<ServerAnswer> = () => Promise.resolve({ result: {} })): Heard {
  const changes: ViewChange[] = [];
  const sent: object[] = [];
  const host = new ViewHost({
    platform: platforms.strict,
    html: '',
    context: {},
    callable: new Set(['add']),
    post: (message) => void sent.push(message),
    ask,
    changed: (change) => changes.push(change),
  });
  return { host, changes, sent };
}

const cycle: Record<string, unknown> = {};
cycle['again'] = cycle;
/** A list of holes takes no memory, and its items a billion steps. */
const holes: unknown[] = [];
holes.length = 1e9;
/** Two references at each level: 2^60 values in 60 objects. */
const shared = Array.from({ length: 60 }).reduce<object>((inner) => ({ a: inner, b: inner }), {});

test('[dev-page.messages] a message that is no JSON, or more than a host takes, is refused with the reason, and the view hears it', async () => {
  for (const [params, why] of [
    [{ cycle }, 'nested deeper than 100 levels'],
    [{ shared }, 'more than 100000 values'],
    [{ holes }, 'more than 100000 values'],
    [{ text: 'x'.repeat(8_000_001) }, 'more than 8000000 characters'],
    [{ big: 1n }, 'bigint'],
    [{ map: new Map() }, 'JSON does not have'],
    [[1], 'its params are no object'],
    ['text', 'its params are no object'],
  ] as const) {
    const { changes, host, sent } = hostWith();
    await host.hear({ jsonrpc: '2.0', id: 7, method: 'ui/message', params });
    assert.is(changes.length, 1, why);
    assert.match(changes[0]?.refused ?? '', why);
    assert.equal(sent, [{ jsonrpc: '2.0', id: 7, error: { code: -32_600, message: changes[0]?.refused } }]);
    assert.equal(host.messages, []);
  }
  const { changes, host, sent } = hostWith();
  for (const message of [{ method: 'x'.repeat(201) }, { method: 5 }, { method: 'ping', id: {} }, { method: 'ping', id: 1.5 }])
    await host.hear(message);
  for (const nothing of [null, 7, 'text', []]) await host.hear(nothing);
  assert.is(changes.filter(({ refused }) => refused !== undefined).length, 4);
  assert.equal([sent, host.messages], [[], []]);
});

test('[dev-page.messages] members without a value are left out, and numbers that JSON does not have are null', async () => {
  const { host } = hostWith();
  await host.hear({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: Number.NaN, width: undefined } });
  assert.equal(host.messages, [{ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: null } }]);
});

test('[dev-page.messages] a height is a number from 0, and a violation has texts and positions within limits', async () => {
  const { changes, host } = hostWith();
  for (const height of [-1, Infinity, '9', null, {}]) await host.hear({ method: 'ui/notifications/size-changed', params: { height } });
  assert.not.ok(changes.some((change) => 'height' in change));
  await host.hear({ method: 'ui/notifications/size-changed', params: { height: 9 } });
  assert.is(changes.at(-1)?.height, 9);
  for (const value of [1e300, -5, 1.5, '7', null, {}, Number.NaN])
    await host.hear({
      method: 'violation',
      params: { line: value, column: value, directive: 'd'.repeat(1000), blocked: 'b'.repeat(9000) },
    });
  assert.is(host.violations.length, 7);
  for (const { blocked, column, directive, line } of host.violations)
    assert.equal([line, column, directive.length, blocked.length], [0, 0, 200, 2000]);
});

test('[dev-page.limits] of what a widget sends for ever the newest messages and the first violations are kept, and the others are counted', async () => {
  const { changes, host } = hostWith();
  for (let sent = 1; sent <= 1005; sent++) await host.hear({ method: `n${sent}` });
  assert.equal([host.messages.length, host.messages[0]?.method, host.messages.at(-1)?.method], [1000, 'n6', 'n1005']);
  for (let line = 1; line <= 130; line++) await host.hear({ method: 'violation', params: { line, column: 1 } });
  assert.is(host.violations.length, 100);
  assert.is(changes.at(-1)?.moreViolations, 30);
});

test('[dev-page.limits] a view has at most 50 requests to its server at a time', async () => {
  const answers: (() => void)[] = [];
  const { host, sent } = hostWith(() => new Promise((resolve) => answers.push(() => resolve({ result: {} }))));
  const call = (id: number): Promise<void> => host.hear({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'add' } });
  const waiting = Array.from({ length: 50 }, (_, at) => call(at));
  await call(50);
  assert.match(JSON.stringify(sent), 'The widget waits for 50 answers already');
  for (const answer of answers.splice(0)) answer();
  await Promise.all(waiting);
  const again = call(51);
  for (let turn = 0; turn < 20 && answers.length === 0; turn++) await Promise.resolve();
  for (const answer of answers) answer();
  await again;
  assert.equal(sent.at(-1), { jsonrpc: '2.0', id: 51, result: {} });
});

test.run();
