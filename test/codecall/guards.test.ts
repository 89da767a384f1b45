/* What guards a client's call guards a script's: access rules, flags, approvals, rates, hooks, caches; questions, progress and cancelling too. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connect } from '../../src/runtime/client/index.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { callTool, pluginProject } from '../plugins/plugin-project.ts';
import type { Outcome } from './codecall-project.ts';

interface Context {
  readonly project: BuiltProject;
  readonly server: BuiltServer;
}
const test = suite<Context>('codecall guards');

const tokens = ['ada', 'bob'].map((sub) => ({ token: sub.repeat(12), sub, claims: { roles: [sub === 'ada' ? 'admin' : 'guest'] } }));
const as = (who: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${who.repeat(12)}` });

const main = `
import { DynamicPlugin, Plugin, PublicMcpError, Service, tool, type EntryModel, type HookCall, type Next, type PluginHooks, type SkillModel, type ToolModel, type ToolResult } from '@service/sdk';
import { ApprovalPlugin } from '@service/plugin-approval';
import { CachePlugin } from '@service/plugin-cache';
import { CodeCallPlugin } from '@service/plugin-codecall';
import { FeatureFlagPlugin } from '@service/plugin-feature-flags';
import { z } from 'zod';

const heard: string[] = [];

@Plugin({ name: 'hears' })
class Hears extends DynamicPlugin implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    heard.push(call.entry.listedName + ' ' + call.origin + ' ' + call.depth);
    return next();
  }
  admitEntry(entry: EntryModel | SkillModel, use: { readonly origin: string }): void {
    if (entry.name === 'closed') throw new PublicMcpError('"closed" is closed for ' + use.origin, 'CLOSED', 403);
  }
  filterEntry(entry: EntryModel | SkillModel): boolean {
    return entry.name !== 'unseen';
  }
}

let runs = 0;
const say = (name: string, more: object = {}) => tool({ name, description: 'Says ' + name + '.', ...more })(() => ({ ran: name, run: ++runs }));
const admin = say('admin', { authorities: { roles: { any: ['admin'] } } });
const paid = say('paid', { approval: true });
const off = say('off', { featureFlag: 'never' });
const rated = say('rated', { rateLimit: { maxRequests: 2, windowMs: 60_000 } });
const closed = say('closed');
const unseen = say('unseen');
const kept = say('kept', { cache: true });
const inner = say('inner', { visibility: 'internal' });
const outer = tool({ name: 'outer', description: 'Calls an internal tool.' })(async (_input, ctx) => (await ctx.callTool('inner')).structuredContent);
const told = tool({ name: 'told', description: 'What hooks have heard.' })(() => ({ heard: heard.splice(0) }));
const ask = tool({ name: 'ask', description: 'Asks for a name.' })(async (_input, ctx) => {
  const answer = await ctx.elicit('Your name?', z.object({ name: z.string() }));
  return { answer: answer.status === 'accept' ? answer.content.name : 'none' };
});
let began = 0;
let ended = 0;
const wait = tool({ name: 'wait', description: 'Waits to be ended.' })((_input, ctx) => new Promise((_resolve, reject) => {
  began++;
  ctx.signal.addEventListener('abort', () => { ended++; reject(new Error('ended')); });
}));
const count = tool({ name: 'count', description: 'Counts calls of wait, and those that were ended.' })(() => ({ began, ended }));
let isHeard = false;
const hear = tool({ name: 'hear', description: 'Says that the client has heard it.' })(() => ({ isHeard: (isHeard = true) }));
const untilHeard = tool({ name: 'until-heard', description: 'Waits for it.' })(async () => {
  while (!isHeard) await new Promise((resolve) => setTimeout(resolve, 10));
  isHeard = false;
  return 'heard';
});

@Service({
  info: { name: 'guarded', version: '1.0.0' },
  auth: { mode: 'static', tokensEnv: 'KEYS' },
  tools: [admin, paid, off, rated, closed, unseen, kept, inner, outer, told, ask, wait, count, hear, untilHeard],
  plugins: [Hears, ApprovalPlugin.init({ elicit: false }), CachePlugin, FeatureFlagPlugin.init({ adapter: 'static', flags: { never: false } }), CodeCallPlugin.init({ vm: { timeoutMs: 1500, maxSteps: 12 } })],
})
export class Server {}
`;

test.before(async (context) => {
  const project = pluginProject('guarded', main);
  Object.assign(context, { project });
  Object.assign(context, { server: await project.start('node', { env: { KEYS: JSON.stringify(tokens) } }) });
});
test.after(async ({ project, server }) => {
  await server?.stop();
  project?.remove();
});

async function run(server: BuiltServer, who: string, script: string): Promise<Outcome> {
  const { isError, text, value } = await callTool(server, { name: 'codecall:execute', args: { script }, headers: as(who) });
  if (isError) throw new Error(text);
  return value as unknown as Outcome;
}

const failure = ({ error, status }: Outcome): string => `${status} ${error?.code ?? ''} ${error?.message ?? ''}`;

test('[PX11.origin] rules, flags, approvals, hooks and visibility hold for calls of scripts', async ({ server }) => {
  for (const [who, name, expected] of [
    ['ada', 'admin', ''],
    ['bob', 'admin', /^tool_error TOOL_NOT_FOUND Tool "admin" not found/],
    ['ada', 'paid', /^tool_error \\w* .*approv/i],
    ['ada', 'off', /^tool_error \\w* .*(?:not found|feature flag)/],
    ['ada', 'closed', /^tool_error CLOSED "closed" is closed for model$/],
    ['ada', 'unseen', /^tool_error TOOL_NOT_FOUND Tool "unseen" not found/],
    ['ada', 'inner', /^tool_error TOOL_NOT_FOUND Tool "inner" not found/],
    ['ada', 'outer', ''],
  ] as const) {
    const outcome = await run(server, who, `return callTool("${name}")`);
    if (expected === '') assert.is(outcome.status, 'ok', name);
    else assert.match(failure(outcome), new RegExp(expected.source.replaceAll('\\\\', '\\'), expected.flags), `${who} ${name}`);
    const direct = await callTool(server, { name: 'codecall:invoke', args: { tool: name }, headers: as(who) });
    assert.is(direct.isError, expected !== '', `invoke ${who} ${name}: ${direct.text}`);
  }
});

test('[PX11.origin] hooks hear the origin model, and the depth of the call', async ({ server }) => {
  await callTool(server, { name: 'told', headers: as('ada') });
  await run(server, 'ada', 'return callTool("outer")');
  const { value } = await callTool(server, { name: 'told', headers: as('ada') });
  assert.equal(value['heard'], ['codecall:execute client 0', 'outer model 1', 'inner entry 2', 'told client 0']);
});

test('[PX11.origin] rates count calls of scripts with those of the client', async ({ server }) => {
  const script =
    'return (await Promise.all([1, 2, 3].map(() => callTool("rated", {}, { throwOnError: false })))).map(({ success }) => success)';
  const { result } = await run(server, 'ada', script);
  assert.equal((result as boolean[]).filter(Boolean).length, 2);
  assert.ok((await callTool(server, { name: 'rated', headers: as('ada') })).isError);
});

test('[PX11.origin] searches and descriptions show what the caller may use', async ({ server }) => {
  const names = async (who: string): Promise<readonly string[]> => {
    const args = { queries: ['says admin', 'says closed', 'says unseen', 'says inner', 'says off'], topK: 50, minRelevanceScore: 0 };
    const { value } = await callTool(server, { name: 'codecall:search', args, headers: as(who) });
    return (value['tools'] as { name: string }[]).map(({ name }) => name);
  };
  const [ada, bob] = [await names('ada'), await names('bob')];
  assert.ok(ada.includes('admin') && !bob.includes('admin'));
  for (const name of ['unseen', 'inner', 'off']) assert.not([...ada, ...bob].includes(name), name);
  const { value } = await callTool(server, { name: 'codecall:describe', args: { toolNames: ['admin', 'outer'] }, headers: as('bob') });
  assert.equal(value['notFound'], ['admin']);
});

test('[PX2.presets] maxSteps says how many tools a script calls', async ({ server }) => {
  const script = (times: number): string => `return (await Promise.all(Array.from({ length: ${times} }, () => callTool("kept")))).length`;
  assert.is((await run(server, 'ada', script(12))).result, 12);
  assert.match(failure(await run(server, 'ada', script(13))), 'illegal_access  the script has called tools 12 times');
});

test('[PX12.cache] results of tools with the field cache are kept for scripts', async ({ server }) => {
  const { result } = await run(server, 'ada', 'return [(await callTool("kept")).run, (await callTool("kept")).run]');
  const [first, second] = result as number[];
  assert.is(first, second);
});

const client = (server: BuiltServer, era: 'session' | 'stateless', more: object = {}) =>
  connect(new URL(`http://localhost:${server.port}/mcp`), { era, headers: as('ada'), ...more });

for (const era of ['session', 'stateless'] as const)
  test(`[PX11.asks] a tool asks from a script, longer than the script may take (${era})`, async ({ server }) => {
    const one = await client(server, era, {
      onElicit: async () => {
        // Longer than the script may take.
        await new Promise((resolve) => setTimeout(resolve, 2000));
        return { action: 'accept', content: { name: 'Ada' } };
      },
    });
    const script = 'console.log("asking"); return (await callTool("ask")).answer';
    const answer = await one.callTool('codecall:execute', { script });
    assert.equal((answer as unknown as { structuredContent: Outcome }).structuredContent, {
      status: 'ok',
      result: 'Ada',
      logs: ['asking'],
    });
    await one.close();
  });

test('[PX11.places] a script that ends with a question open leaves nothing to the scripts after it', async ({ server }) => {
  const one = await client(server, 'session', { onElicit: () => new Promise(() => undefined) });
  // More than there are places.
  for (let at = 0; at < 9; at++) {
    const answer = await one.callTool('codecall:execute', { script: 'callTool("ask"); await callTool("kept"); return 1' });
    assert.is((answer as unknown as { structuredContent: Outcome }).structuredContent.status, 'ok', String(at));
  }
  assert.is((await run(server, 'ada', 'return 1')).status, 'ok');
  await one.close();
});

test('[PX11.places] a caller whose scripts wait for persons has no more of them, and others go on', async ({ server }) => {
  const left = new AbortController();
  let asked = 0;
  let allAsked = (): void => undefined;
  const all = new Promise<void>((resolve) => (allAsked = resolve));
  const bob = await client(server, 'session', {
    headers: as('bob'),
    onElicit: () => {
      if (++asked === 4) allAsked();
      return new Promise(() => undefined);
    },
  });
  const calls = [1, 2, 3, 4].map(() =>
    bob.callTool('codecall:execute', { script: 'return callTool("ask")' }, { signal: left.signal }).catch(() => 'left'),
  );
  await all;
  assert.is((await run(server, 'ada', 'return 1')).status, 'ok');
  assert.match(failure(await run(server, 'bob', 'return 1')), 'as many scripts run as may, of this caller or of all');
  left.abort();
  assert.equal(await Promise.all(calls), ['left', 'left', 'left', 'left']);
  assert.is((await run(server, 'bob', 'return 1')).status, 'ok');
  await bob.close();
});

for (const era of ['session', 'stateless'] as const)
  test(`[PX11.progress] what a script says is heard while it runs (${era})`, async ({ server }) => {
    const heard: unknown[] = [];
    const one = await client(server, era);
    const params = {
      name: 'codecall:execute',
      arguments: { script: 'console.log("first"); await callTool("kept"); mcpNotify("second", [2]); return callTool("until-heard")' },
      _meta: { progressToken: 'p1' },
    };
    // The script goes on once its client has heard it.
    const onNotification = (...told: unknown[]): void => {
      heard.push(told);
      if (JSON.stringify(told).includes('second')) void one.callTool('hear');
    };
    const { structuredContent } = (await one.request('tools/call', params, { onNotification })) as unknown as {
      readonly structuredContent: Outcome;
    };
    const text = JSON.stringify(heard);
    for (const part of ['notifications/progress', '"progressToken":"p1"', '"message":"first"', '"message":"second [2]"'])
      assert.match(text, part);
    assert.equal([structuredContent.status, structuredContent.logs], ['ok', ['first', 'second [2]']]);
    const late = await run(server, 'ada', 'console.log("first"); await callTool("wait")');
    assert.equal([late.status, late.logs], ['timeout', ['first']]);
    await one.close();
  });

test('[PX11.cancel] a call that is cancelled ends its script and its calls', async ({ server }) => {
  const counted = async (what: 'began' | 'ended'): Promise<number> =>
    Number((await callTool(server, { name: 'count', headers: as('ada') })).value[what]);
  const [began, ended] = [await counted('began'), await counted('ended')];
  const one = await client(server, 'session');
  const controller = new AbortController();
  const deadline = Date.now() + 1400;
  const call = one.callTool('codecall:execute', { script: 'await callTool("wait")' }, { signal: controller.signal }).catch(() => 'ended');
  while ((await counted('began')) === began) await new Promise((resolve) => setTimeout(resolve, 20));
  controller.abort();
  assert.is(await call, 'ended');
  while ((await counted('ended')) === ended && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.is(await counted('ended'), ended + 1, 'before the time of the script is over');
  await one.close();
});

test.run();
