/* `@service/plugin-codecall` with isolates of the platform, in a built bundle on workerd. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context as NoContext, suite } from 'uvu';
import * as assert from 'uvu/assert';
import { callTool } from '../plugins/plugin-project.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { codecallProject, type Outcome, run } from './codecall-project.ts';
import { beforeEscapes, canary, reachedBy } from './escape-outcome.ts';
import { escapeScripts } from './escape-scripts.ts';

interface Context extends NoContext {
  readonly project: BuiltProject;
  readonly server: BuiltServer;
}
const test = suite<Context>('codecall isolates');

const options = "{ sandbox: { provider: 'worker-loader' }, sidecar: { enabled: true }, vm: { preset: 'balanced', timeoutMs: 600 } }";

/** A plugin that asks for bindings, of which it has named one. */
const peeking = `import { DynamicPlugin, Plugin, type PluginHooks, type PluginHost } from '@service/sdk';
const peeked: string[] = [];
@Plugin({ name: 'peek' })
class Peek extends DynamicPlugin implements PluginHooks {
  static bindings() {
    return [{ kind: 'worker-loader', name: 'OTHER_LOADER', option: 'peek', instead: 'Leave it out' }];
  }
  async onStart(host: PluginHost): Promise<void> {
    for (const name of ['OTHER_LOADER', 'SERVICE_LOADER', 'CANARY'])
      try {
        peeked.push(typeof host.binding(name));
      } catch (failure) {
        peeked.push(String(failure));
      }
  }
}
const peek = tool({ name: 'peek', description: 'Tells what a plugin was given.' })(() => ({ peeked }));
`;

test.before(async (context) => {
  const project = codecallProject({ before: `${peeking}${beforeEscapes}`, plugins: 'Peek', tools: 'spotless, peek', options });
  Object.assign(context, { project });
  Object.assign(context, { server: await project.start('worker', { env: { CANARY: canary } }) });
});
test.after(async ({ project, server }) => {
  await server?.kill();
  project?.remove();
});

test('[PX11.isolates] [plugins.bindings] the build plans the binding, and the bundle has no other engine', ({ project, server }) => {
  assert.match(readFileSync(join(project.root, 'wrangler.toml'), 'utf8'), '[[worker_loaders]]\nbinding = "SERVICE_LOADER"\n');
  assert.equal(
    readdirSync(server.folder, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.wasm')),
    [],
  );
  assert.not.match(readFileSync(join(server.folder, 'index.js'), 'utf8'), /quickjs/i);
});

test('[plugins.bindings] a plugin is given the bindings that it names, and no others', async ({ server }) => {
  const [own = '', ...others] = (await callTool(server, { name: 'peek' })).value['peeked'] as readonly string[];
  assert.is(own, 'object');
  assert.equal(
    others.map((text) => /asks for the binding "(\w+)", which its "static bindings/.exec(text)?.[1]),
    ['SERVICE_LOADER', 'CANARY'],
  );
});

test('[PX11.isolates] [plugins.bindings] another target refuses the option by name', async ({ project }) => {
  const refused = await project.start('node').then(
    () => '',
    (failure: Error) => failure.message,
  );
  assert.match(refused, /^target-unsupported: .*sandbox of the plugin "codecall"/m);
});

test('[PX11.isolates] [PX11.escape] no script reaches the host from an isolate', async ({ server }) => {
  const tried = escapeScripts.filter(({ lastsInV8 }) => lastsInV8 !== true);
  assert.ok(tried.length >= 80, String(tried.length));
  const reached: string[] = [];
  for (const { kind, script } of tried) {
    const outcome = await run(server, script);
    if (reachedBy(outcome)) reached.push(`${kind}: ${script} => ${JSON.stringify(outcome).slice(0, 300)}`);
  }
  assert.equal(reached, []);
  assert.equal((await run(server, 'return (await callTool("spotless")).spotless')).result, true);
});

const told = ({ error, status }: Outcome): string =>
  `${status} ${error?.line ?? '-'}:${error?.column ?? '-'} ${error?.toolName ?? ''} ${error?.code ?? ''} ${error?.message ?? ''}`;

test('[PX11.isolates] [PX8.statuses] each way to fail has the status that it has in the other engine', async ({ server }) => {
  for (const [script, expected] of [
    ['return 1 +', /^syntax_error 1:11 {3}Unexpected token/],
    ['const one = 1;\nnew.target', /^syntax_error 2:1 {3}/],
    ['return eval("1")', /^illegal_access 1:8 {3}eval is not available/],
    ['return callTool("codecall:execute", { script: "return 1" })', /^illegal_access .*scripts do not call/],
    ['return callTool("inner")', /^tool_error .* inner TOOL_NOT_FOUND Tool "inner" not found$/],
    ['return callTool("add", { a: "x" })', /^tool_error .* add INVALID_INPUT Invalid tool input/],
    ['return callTool("fail")', /^tool_error .* fail TOOL_EXECUTION_ERROR Internal error/],
    ['const one = 1;\nreturn other', /^runtime_error 2:- {3}other is not defined/],
    ['throw "a text"', /^runtime_error -:- {3}a text$/],
    ['throw null', /^runtime_error -:- {3}the script has thrown$/],
    ['throw Symbol("a")', /^runtime_error -:- {3}symbol was thrown$/],
    ['await new Promise(() => {})', /^runtime_error .*the script waits for a promise that nothing settles/],
    ['await callTool("wait")', /^timeout .*the script took too long/],
  ] as const)
    assert.match(told(await run(server, script)), expected, script);
  assert.match(
    told(await run(server, 'return callTool("fail")', { allowedTools: ['add'] })),
    /^illegal_access .*allowedTools does not name/,
  );
  const stopped = await run(server, 'console.log("before"); await callTool("fail")');
  assert.equal([stopped.status, stopped.logs], ['tool_error', ['before']]);
  // The tool that it waited for was ended with it.
  assert.ok(Number((await callTool(server, { name: 'ends' })).value['ended']) > 0);
});

test('[PX11.isolates] [PX11.world] a script has the world that it has in the other engine', async ({ server }) => {
  const script = `
    const sums = await Promise.all([1, 2, 3].map((n) => callTool('add', { a: n, b: n })));
    const { orders: all } = await orders.list({ customer: 'ada' });
    const { success, error } = await callTool('fail', {}, { throwOnError: false });
    const good = await callTool('add', { a: 1, b: 1 }, { throwOnError: false });
    mcpLog('warning', 'careful', { a: 1 }); mcpNotify('done', [1]); console.warn('a', { b: 2 }, () => 1);
    return { sums: sums.map(({ sum }) => sum), first: all[0], tool: getTool('add').name, none: getTool('inner') ?? null, success, code: error.code, good, long: '${'x'.repeat(2000)}'.length };`;
  assert.equal(await run(server, script), {
    status: 'ok',
    result: {
      sums: [2, 4, 6],
      first: { id: 1, customer: 'ada' },
      tool: 'add',
      none: null,
      success: false,
      code: 'TOOL_EXECUTION_ERROR',
      good: { success: true, data: { sum: 2 } },
      long: 2000,
    },
    logs: ['careful {"a":1}', 'done [1]', 'a {"b":2} function'],
  });
});

test('[PX11.isolates] [PX11.cut] results and logs are cut', async ({ server }) => {
  const { logs = [], result } = await run(
    server,
    'Array.from({ length: 300 }, (_none, at) => console.log("line " + at)); console.log("x".repeat(5000)); return "y".repeat(70000)',
  );
  assert.is(logs.length, 200);
  assert.match(logs.at(-1) ?? '', 'more was said');
  assert.match(String(result), '(4464 more characters)');
  assert.equal((await run(server, 'return () => 1')).result, null);
});

test('[PX11.isolates] [PX11.owners] nothing that a script leaves is there for the next', async ({ server }) => {
  await run(server, 'globalThis.left = 1; Array.prototype.map = () => "mine"; JSON.parse = () => "mine"; return 1');
  assert.equal((await run(server, 'return [typeof left, [1].map((n) => n + 1), JSON.parse("1")]')).result, ['undefined', [2], 1]);
});

test.run();
