/* What the server gives to an isolate, and what it believes of it: here a script has taken the whole isolate. On workerd: test/codecall. */
import type { PluginHost } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitsOf } from '../codecall-options.ts';
import { CodeCallPlugin } from '../codecall-plugin.ts';
import { createSandbox, type WorkerLoader } from './isolates.ts';
import type { ScriptMessage, ScriptOutcome } from './script-job.ts';

type Isolate = Parameters<WorkerLoader['load']>[0];
type Program = ReturnType<ReturnType<WorkerLoader['load']>['getEntrypoint']>['run'];

interface Ran {
  readonly outcome: ScriptOutcome;
  readonly called: readonly string[];
  readonly said: readonly ScriptMessage[];
  readonly made: readonly Isolate[];
}

/** @param program what the isolate does in the place of the script */
async function run(program: Program, { timeoutMs = 5000, times = 1 } = {}): Promise<Ran> {
  const called: string[] = [];
  const said: ScriptMessage[] = [];
  const made: Isolate[] = [];
  const sandbox = createSandbox({
    load: (code) => {
      made.push(code);
      return { getEntrypoint: () => ({ run: program }) };
    },
  });
  const job = { script: 'return 1', limits: limitsOf({ vm: { timeoutMs } }), tools: [] };
  const host = {
    caller: {},
    signal: new AbortController().signal,
    call: async (name: string, args: string) => {
      called.push(`${name} ${args}`);
      return { text: '1' };
    },
    say: (message: ScriptMessage) => void said.push(message),
  };
  let outcome = await sandbox.run(job, host);
  for (let at = 1; at < times; at++) outcome = await sandbox.run(job, host);
  return { outcome, called, said, made };
}

test('[PX11.isolates] an isolate is of one script, without network, variables and bindings, and has the time of the script', async () => {
  const { made } = await run(async () => '+1', { times: 2, timeoutMs: 700 });
  assert.equal(
    made.map(({ env, globalOutbound, limits }) => ({ env, globalOutbound, limits })),
    [1, 2].map(() => ({ env: {}, globalOutbound: null, limits: { cpuMs: 700 } })),
  );
  assert.equal(Object.keys(made[0]?.modules ?? {}), ['main.js', 'script.js']);
});

test('[PX11.isolates] what an isolate gives back is text of a known form, or the script has broken its engine', async () => {
  const told = async (given: unknown): Promise<string> => {
    const { outcome } = await run(async () => given);
    return outcome.status === 'ok' ? `ok ${JSON.stringify(outcome.result)}` : `${outcome.status} ${outcome.error.message}`;
  };
  assert.is(await told('+{"a":1}'), 'ok {"a":1}');
  assert.is(await told(''), 'ok null');
  for (const given of [undefined, 1, { then: 1 }, () => 1])
    assert.is(await told(given), 'runtime_error the script broke its engine: it gave no text');
  for (const given of ['+{', '-', '-{', 'x']) assert.match(await told(given), 'runtime_error the script broke its engine: SyntaxError');
  assert.is(await told('-[1]'), 'runtime_error the script has thrown');
  assert.is(await told('-{"name":"ToolError","message":"no","code":{}}'), 'tool_error no');
  assert.match(await told(`+"${'x'.repeat(8_400_000)}"`), 'runtime_error the result has 8400002 characters');
  assert.is((await told(`-{"message":"${'x'.repeat(9000)}"}`)).length, 'runtime_error '.length + 2000);
});

test('[PX11.isolates] [PX11.sent] calls and messages of an isolate are text, and no more of them than of any script', async () => {
  const answers: string[] = [];
  const { called, said } = await run(async (_job, send, tell) => {
    answers.push(await send({}, '{}'), await send('a', { toString: () => '{}' }), await send('a', undefined));
    answers.push(await send('a'.repeat(257), '{}'), await send('a', 'x'.repeat(4_194_305)));
    for (const given of [{}, '1', '{"text":1}', '{"text":"a","level":"other"}']) await tell(given);
    for (let at = 0; at < 250; at++) await tell(JSON.stringify({ kind: 'own', level: 'info', text: 'x'.repeat(5000), data: {} }));
    return '+1';
  });
  assert.equal(called, []);
  assert.equal(
    answers.map((text) => (JSON.parse(text) as { message: string }).message.slice(0, 34)),
    [...Array<string>(3).fill('a script sends text alone'), 'the name of a tool has at most 256', 'a script sends at most 4194304 cha'],
  );
  assert.equal([said.length, said[0]], [197, { kind: 'log', level: 'info', text: 'x'.repeat(4001) }]);
  const many = await run(async (_job, send) => {
    for (let at = 0; at < 10_010; at++) await send('a', '{}');
    return '+1';
  });
  assert.is(many.called.length, 10_000);
});

test('[PX11.isolates] an isolate that does not end is left, and is heard no more', async () => {
  let later: Promise<unknown> = Promise.resolve();
  const { called, outcome, said } = await run(
    (_job, send, tell) => {
      later = new Promise((resolve) => setTimeout(resolve, 60)).then(async () => {
        await send('a', '{}');
        await tell('{"kind":"log","level":"info","text":"late"}');
      });
      return new Promise(() => undefined);
    },
    { timeoutMs: 20 },
  );
  await later;
  assert.equal([outcome.status, called, said], ['timeout', [], []]);
});

test('[PX11.isolates] what the platform says of an isolate becomes a status', async () => {
  for (const [said, status, message] of [
    ['Failed to start Worker:\nUncaught SyntaxError: bad\n  at script.js:3:5', 'syntax_error', 'bad'],
    ['Worker exceeded CPU time limit.', 'timeout', 'the script took too long'],
    ['The Workers runtime canceled this request: it hung and would never generate a response.', 'runtime_error', 'waits for a promise'],
    ['internal error', 'runtime_error', 'broke its engine: Error: internal error'],
  ] as const) {
    const { outcome } = await run(() => Promise.reject(new Error(said)));
    assert.is(outcome.status, status);
    assert.match('error' in outcome ? outcome.error.message : '', message);
  }
});

test('[PX11.isolates] a server without the binding says at its start what to do', async () => {
  const plugin = new CodeCallPlugin({ sandbox: { provider: 'worker-loader', binding: 'LOADER' } });
  const host = { binding: () => undefined } as unknown as PluginHost;
  await plugin.onStart(host).then(
    () => assert.unreachable(),
    (failure: Error) => assert.match(failure.message, /add \{ binding = "LOADER" \} to `worker_loaders`.*elsewhere: Leave it out/),
  );
});

test.run();
