/* `@service/plugin-codecall` in a built bundle on node: scripts, what they reach, and what becomes of those that fail. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectOfficial } from '../../scripts/clients/official-client.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { callTool } from '../plugins/plugin-project.ts';
import { codecallProject, type Outcome, run } from './codecall-project.ts';

interface Context {
  readonly project: BuiltProject;
  readonly server: BuiltServer;
}
const test = suite<Context>('codecall execute');

/** Enough tools for an index that the build keeps. */
const numbered = Array.from({ length: 50 }, (_none, at) => `numbered${at}`);
const before = numbered.map((name) => `const ${name} = tool({ name: '${name}', description: 'Tells the number of a parcel.' })(() => 1);`);

test.before(async (context) => {
  const project = codecallProject({ before: before.join('\n'), tools: numbered.join(', ') });
  Object.assign(context, { project });
  Object.assign(context, { server: await project.start('node') });
});
test.after(async ({ project, server }) => {
  await server?.stop();
  project?.remove();
});

test('[PX1.modes] [PX8.execute] the official client lists the tools of the plugin and runs a script', async ({ server }) => {
  const client = await connectOfficial('client 2.x', { kind: 'http', url: `http://localhost:${server.port}/mcp` });
  const { tools } = await client.listTools();
  assert.equal(tools.map(({ name }) => name).toSorted(), [
    'codecall:describe',
    'codecall:execute',
    'codecall:invoke',
    'codecall:search',
    'codecall:searchKnowledge',
    'codecall:searchSkills',
    'ends',
  ]);
  const script = 'const { sum } = await callTool("add", { a: 1, b: 2 }); console.log("added", sum); return sum;';
  const answer = await client.callTool({ name: 'codecall:execute', arguments: { script } });
  assert.equal(answer.structuredContent, { status: 'ok', result: 3, logs: ['added 3'] });
  await client.close();
});

test('[PX11.world] several calls at once, namespaces and getTool', async ({ server }) => {
  const script = `
    const sums = await Promise.all([1, 2, 3].map((n) => callTool('add', { a: n, b: n })));
    const { orders: all } = await orders.list({ customer: 'ada' });
    return { sums: sums.map(({ sum }) => sum), first: all[0], tool: getTool('add'), none: getTool('inner') ?? null };`;
  const { result } = await run(server, script);
  const { first, none, sums, tool } = result as { first: object; none: null; sums: object; tool: { name: string; inputSchema: object } };
  assert.equal([first, none, sums, tool.name], [{ id: 1, customer: 'ada' }, null, [2, 4, 6], 'add']);
  assert.equal(Object.keys(tool), ['name', 'description', 'inputSchema', 'outputSchema']);
});

const told = ({ error, status }: Outcome): string => `${status} ${error?.toolName ?? ''} ${error?.code ?? ''} ${error?.message ?? ''}`;

test('[PX8.statuses] [PX11.blocked] each way to fail has its status', async ({ server }) => {
  for (const [script, expected] of [
    ['return 1 +', /^syntax_error   Unexpected token/],
    ['for (;;);', /^illegal_access   loops are not allowed/],
    ['return callTool("codecall:execute", { script: "return 1" })', /^illegal_access codecall:execute  scripts do not call/],
    ['return callTool("codecall:search", { queries: ["a"] })', /^illegal_access codecall:search /],
    ['return callTool("system:add", {})', /^illegal_access system:add /],
    ['return callTool("internal:add", {})', /^illegal_access internal:add /],
    ['return callTool("__secret")', /^illegal_access __secret /],
    ['return callTool("inner")', /^tool_error inner TOOL_NOT_FOUND Tool "inner" not found$/],
    ['return callTool("codecall_execute")', /^tool_error codecall_execute TOOL_NOT_FOUND /],
    ['return callTool(" add")', /^tool_error  add TOOL_NOT_FOUND /],
    ['return callTool("add", { a: "x" })', /^tool_error add INVALID_INPUT Invalid tool input/],
    ['return callTool("add", [1])', /^tool_error add INVALID_INPUT the arguments of a tool are an object/],
    ['return callTool("fail")', /^tool_error fail TOOL_EXECUTION_ERROR Internal error\. Ask the operator about error id err_/],
    ['return callTool("big", { size: 5e6 })', /^tool_error big RESULT_TOO_LARGE its result has 5000011 characters/],
    ['return orders_', /^runtime_error   'orders_' is not defined/],
    ['await callTool("wait")', /^timeout   the script took too long/],
  ] as const)
    assert.match(told(await run(server, script)), expected, script);
  assert.match(
    told(await run(server, 'return callTool("fail")', { allowedTools: ['add'] })),
    /^illegal_access fail  allowedTools does not name "fail"/,
  );
  assert.is((await run(server, 'return callTool("add", { a: 1, b: 1 })', { allowedTools: ['add'] })).status, 'ok');
  const { text } = await callTool(server, { name: 'codecall:execute', args: { script: 'x'.repeat(102_401) } });
  assert.match(text, /Invalid tool input: script/);
  const stopped = await run(server, 'console.log("before"); await callTool("fail")');
  assert.equal([stopped.status, stopped.logs], ['tool_error', ['before']]);
});

test('[PX2.presets] a script calls tools 100 times', async ({ server }) => {
  const script = (times: number): string =>
    `return (await Promise.all(Array.from({ length: ${times} }, () => callTool("add", { a: 1, b: 1 })))).length`;
  assert.equal(await run(server, script(100)), { status: 'ok', result: 100, logs: [] });
  assert.match(told(await run(server, script(101))), /^illegal_access add  the script has called tools 100 times/);
});

test('[PX8.engine-lives] scripts that break their engine, or never end, leave nothing to those after them', async ({ server }) => {
  const bad = [
    'const f = () => f(); return f()',
    'return new Array(1e9) + ""',
    'const all = []; const more = () => { all.push("x".repeat(1e6) + all.length); return Promise.resolve().then(more); }; return more()',
    'throw new Proxy({}, { get() { return new Array(1e9) + "" } })',
    'return new Uint8Array(2 ** 31 - 1).length',
  ];
  for (const script of bad) {
    const begun = performance.now();
    const { status } = await run(server, script);
    assert.ok(['runtime_error', 'timeout'].includes(status), `${script}: ${status}`);
    assert.ok(performance.now() - begun < 6000, script);
    assert.equal(await run(server, 'return 1'), { status: 'ok', result: 1, logs: [] });
  }
});

test('[PX11.owners] nothing that a script leaves is there for the next', async ({ server }) => {
  const leave =
    'globalThis.left = 1; Array.prototype.map = () => "mine"; Object.prototype.spy = "here"; JSON.parse = () => "mine"; Promise.prototype.then = () => 1; return 1';
  for (let at = 0; at < 4; at++) await run(server, leave);
  const look = 'return [typeof left, [1].map((n) => n + 1), ({}).spy ?? null, (await callTool("add", { a: 1, b: 1 })).sum]';
  for (let at = 0; at < 4; at++) assert.equal((await run(server, look)).result, ['undefined', [2], null, 2]);
});

test('[PX11.owners] the answer of a call that a script did not wait for is never one of the next script', async () => {
  const project = codecallProject({
    before: `import { DynamicPlugin, Plugin, type HookCall, type Next, type PluginHooks, type ToolModel, type ToolResult } from '@service/sdk';
@Plugin({ name: 'calm' })
class Calm extends DynamicPlugin implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    try {
      return await next();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { content: [{ type: 'text', text: 'late for ' + String(Reflect.get(call.input ?? {}, 'whose')) }] };
    }
  }
}
const later = tool({ name: 'later', description: 'Answers late.', inputSchema: { whose: z.string() } })(
  ({ whose }) => new Promise((resolve) => setTimeout(() => resolve({ whose }), 1200)));`,
    plugins: 'Calm',
    tools: 'later',
  });
  const server = await project.start('node');
  try {
    assert.is((await run(server, 'callTool("later", { whose: "first" }); return 1')).result, 1);
    assert.equal((await run(server, 'return callTool("later", { whose: "second" })')).result, { whose: 'second' });
  } finally {
    await server.stop();
    project.remove();
  }
});

test('[PX8.execute] scripts beyond those that may run wait for their turn', async ({ server }) => {
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_none, at) => run(server, `return (await callTool("add", { a: ${at}, b: 0 })).sum`)),
  );
  assert.equal(
    outcomes.map(({ result }) => result),
    Array.from({ length: 12 }, (_none, at) => at),
  );
});

test('[K6.kept] the index of the tools is in the bundle; one of another version is not used, and the log says so', async ({
  project,
  server,
}) => {
  const search = async (on: BuiltServer) => {
    const { value } = await callTool(on, { name: 'codecall:search', args: { queries: ['adds numbers', 'orders of a customer'] } });
    return (value as unknown as { readonly tools: readonly { readonly name: string }[] }).tools;
  };
  const found = await search(server);
  assert.ok(found.some(({ name }) => name === 'add') && found.some(({ name }) => name === 'orders.list'));
  assert.not.match(server.log(), /search index/);
  const startWith = (pattern: RegExp, instead: string) =>
    project.start('node', {
      change: (folder) => {
        const file = join(folder, 'many.bundle.js');
        const text = readFileSync(file, 'utf8');
        assert.match(text, pattern, 'the bundle holds an index');
        writeFileSync(file, text.replace(pattern, instead));
      },
    });
  const emptied = await startWith(/(?<=indexes:\{tools:\{version:1,hash:"[^"]*",words:")[^"]*/, '');
  const nothing = await search(emptied);
  await emptied.stop();
  assert.equal(nothing, [], 'it is the index of the bundle that is searched');
  const other = await startWith(/(?<=indexes:\{tools:\{version:)1(?=,)/, '9');
  try {
    assert.match(other.log(), /the search index of the build is not used: it has version 9, and this server reads version 1/);
    assert.equal(await search(other), found);
  } finally {
    await other.stop();
  }
});

test.run();
