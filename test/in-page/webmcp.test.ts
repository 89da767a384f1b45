/* `WebMcpPlugin` in a Chromium with WebMCP, driven by the browser's own interface for agents and by its protocol domain. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { browserTarget } from '../../src/targets/browser.ts';
import { callTool, pluginProject } from '../plugins/plugin-project.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { PageScene, PageSite, type OpenPage } from '../support/page-site.ts';

let scene: PageScene;
let without: PageScene;
const test = suite('webmcp');
test.before(async () => {
  scene = await PageScene.open({ shop: 'in-page/pages/webmcp.ts', other: 'in-page/pages/two-tools.ts', react: 'react/page/offered.ts' }, [
    '--enable-features=WebMCP',
  ]);
  without = await PageScene.open({ shop: 'in-page/pages/webmcp.ts', earlier: 'in-page/pages/webmcp-earlier.ts' });
});
test.after(async () => {
  await scene?.close();
  await without?.close();
});

interface Listed {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema?: { readonly properties?: object };
  readonly annotations?: object;
}
const list = ({ page }: OpenPage): Promise<readonly Listed[]> =>
  page.evaluate(
    `document.modelContext.getTools().then((tools) => tools.map(({ annotations, description, inputSchema, name, title }) => ({ annotations, description, inputSchema, name, title })))`,
  );
const names = async (open: OpenPage): Promise<readonly string[]> => (await list(open)).map(({ name }) => name).toSorted();
const call = <T>({ page }: OpenPage, name: string, input: object = {}): Promise<T> =>
  page.evaluate<T>(
    `document.modelContext.getTools().then((tools) => document.modelContext.executeTool(tools.find(({ name }) => name === ${JSON.stringify(name)}), ${JSON.stringify(input)})).then((text) => { try { return JSON.parse(text) } catch { return text } })`,
  );

/** Until something is so, or long enough. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 250 && !(await isSo()); tries++) await new Promise((done) => setTimeout(done, 20));
}

const all = ['add', 'asks', 'fails', 'pay', 'plain_text', 'slow', 'text', 'whoami'];

/** Until the browser has these tools. */
async function has(open: OpenPage, expected: readonly string[]): Promise<void> {
  await until(async () => (await names(open)).join() === expected.join());
  assert.equal(await names(open), expected);
}

async function visit(name = 'shop', expected: readonly string[] = all): Promise<OpenPage> {
  const open = await scene.visit(name);
  await has(open, expected);
  return open;
}

test('[webmcp.offer] tools are offered with their names, texts, schemas and hints; those that are not named are not', async () => {
  const open = await visit();
  const tools = await list(open);
  const one = (name: string): Listed | undefined => tools.find((tool) => tool.name === name);
  assert.equal([one('add')?.description, Object.keys(one('add')?.inputSchema?.properties ?? {})], ['Adds', ['a', 'b']]);
  assert.match(JSON.stringify(one('add')?.annotations), /"readOnlyHint":true/);
  assert.not.match(JSON.stringify(one('add')?.annotations), /"untrustedContentHint":true/);
  assert.match(JSON.stringify(one('plain_text')?.annotations), /"untrustedContentHint":true/);
  assert.equal([one('plain_text')?.title, one('fails')?.description], ['Text', 'fails']);
  assert.match(
    (await open.run<string[]>('scene.lines')).join('\n'),
    /not offered to the browser[^\n]*the browser would know it as \\*"plain_text\\*", as it does another tool/,
  );
});

test('[webmcp.call] arguments are checked by the server, failures are results, and secrets stay in the log', async () => {
  const open = await visit();
  assert.equal(await call(open, 'add', { a: 1, b: 2 }), { sum: 3 });
  const refused = await call<{ isError: boolean; message: string }>(open, 'add', { a: 'x' });
  assert.is(refused.isError, true);
  assert.match(refused.message, /\ba\b/);
  assert.equal(await call(open, 'text'), { name: 'text' });
  const failed = await call<{ isError: boolean; message: string }>(open, 'fails');
  assert.is(failed.isError, true);
  assert.not.match(failed.message, /secret/);
  assert.equal(await call(open, 'asks'), { status: 'accept' });
});

test('[webmcp.call] the protocol domain of the browser calls a tool as its agent does', async () => {
  const open = await visit();
  const agent = await open.context.newCDPSession(open.page);
  const { frameTree } = await agent.send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree');
  const added: string[] = [];
  const answers: unknown[] = [];
  agent.on('WebMCP.toolsAdded', ({ tools }: { tools: readonly Listed[] }) => added.push(...tools.map(({ name }) => name)));
  agent.on('WebMCP.toolResponded', ({ output, status }: { output: unknown; status: string }) => answers.push({ output, status }));
  await agent.send('WebMCP.enable');
  await until(async () => added.length === all.length);
  assert.equal(added.toSorted(), all);
  const invoke = (input: object) => agent.send('WebMCP.invokeTool', { frameId: frameTree.frame.id, toolName: 'add', input });
  await invoke({ a: 20, b: 22 });
  await invoke({ a: 'x' });
  await until(async () => answers.length === 2);
  assert.match(JSON.stringify(answers[0]), /Completed/);
  assert.match(JSON.stringify(answers[0]), /sum\W+42/);
  assert.match(JSON.stringify(answers[1]), /isError\W+true/);
});

test('[webmcp.list] what is registered later is offered, what changed is offered anew, what is removed is withdrawn, and nothing is left when the server ends', async () => {
  const open = await visit();
  const more = [...all, 'later'].toSorted();
  await open.run('scene.register()');
  await has(open, more);
  assert.equal(await call(open, 'later'), { description: 'Later' });
  await open.run('scene.replace()');
  await until(async () => (await list(open)).some(({ description }) => description === 'Later still'));
  assert.equal(await call(open, 'later'), { description: 'Later still' });
  await open.run('scene.unregister()');
  await has(open, all);
  await open.run('scene.dispose()');
  assert.equal([await names(open), await open.run('scene.isFollowed()')], [[], false]);
});

test('[webmcp.list] a component of React is offered while it is mounted and somebody is signed in, and nothing when the page is closed', async () => {
  const open = await visit('react', ['confirm', 'show_price']);
  const beside = await scene.visit('other', { context: open.context });
  const play = (name: string, ...args: readonly unknown[]): Promise<void> =>
    open.page.evaluate(`void stage.${name}(...${JSON.stringify(args)})`);
  assert.equal(await call(open, 'show_price', { amount: 3 }), { success: true, rendered: 'show_price' });
  assert.is(await open.page.evaluate(`document.querySelector('#price').textContent`), '3');
  await play('open', false);
  await has(open, ['show_price']);
  await play('open', true);
  await has(open, ['confirm', 'show_price']);
  await open.page.evaluate('stage.signIn(undefined)');
  await has(open, []);
  await play('signIn', {});
  await has(open, ['confirm', 'show_price']);
  await play('leave');
  await has(open, []);
  await open.page.goto(`${scene.site.origin}/other`);
  assert.equal([await names(open), await names(beside), open.said], [[], [], []]);
});

test('[webmcp.caller] access rules see who is signed in; at sign-out tools are gone at once, and running calls are cancelled', async () => {
  const open = await visit();
  assert.equal(await call(open, 'whoami'), { sub: 'ada' });
  await open.run(`scene.signIn({ user: { sub: 'eve' }, extra: { roles: ['admin'] } })`);
  await has(open, ['admin', ...all].toSorted());
  assert.equal([await call(open, 'whoami'), await call(open, 'admin')], [{ sub: 'eve' }, { done: true }]);
  const slow = call<{ isError: boolean }>(open, 'slow').catch(() => ({ isError: true }));
  await until(async () => (await open.run('scene.ended()')) === 'runs');
  assert.equal(
    await open.page.evaluate(
      `scene.then((scene) => { scene.signIn(undefined); return document.modelContext.getTools(); }).then((tools) => tools.length)`,
    ),
    0,
  );
  await until(async () => (await open.run('scene.ended()')) === 'cancelled');
  assert.equal([await open.run('scene.ended()'), (await slow).isError], ['cancelled', true]);
  await open.run(`scene.signIn({})`);
  await has(open, all);
  assert.equal(await call(open, 'whoami'), { sub: 'anonymous' });
});

test('[webmcp.caller] a tool that waits for consent runs for the agent when the person behind the page has agreed', async () => {
  const open = await visit();
  await open.run(`scene.answerBy({ action: 'decline' })`);
  assert.is((await call<{ isError: boolean }>(open, 'pay')).isError, true);
  assert.is(await open.run('scene.paid()'), 0);
  await open.run(`scene.answerBy({ action: 'accept', content: { reach: 'once' } })`);
  assert.equal(await call(open, 'pay'), { paid: 1 });
  assert.match((await open.run<string[]>('scene.questions')).join('\n'), /Tool: pay[^]*Account: ada/);
});

test('[webmcp.origins] a page has no tool of another one, of its origin or of another', async () => {
  const open = await visit();
  const site = await PageSite.listen(scene.site.scripts);
  try {
    for (const other of [
      await scene.visit('other', { context: open.context }),
      await scene.visit('other', { context: open.context, site }),
    ])
      assert.equal(await names(other), []);
    const twin = await scene.visit('shop', { context: open.context, site });
    await has(twin, all);
    await twin.run('scene.dispose()');
    assert.equal([await names(twin), await names(open)], [[], all]);
  } finally {
    site.close();
  }
});

test('[webmcp.earlier] a browser with the earlier shape is served the same way', async () => {
  const { page, run } = await without.visit('earlier');
  const has = async (expected: readonly string[]): Promise<void> => {
    await until(async () => (await page.evaluate<readonly string[]>('names()')).join() === expected.join());
    assert.equal(await page.evaluate('names()'), expected);
  };
  await has(all);
  assert.equal(await page.evaluate(`call('add', { a: 1, b: 2 })`), { sum: 3 });
  assert.is((await page.evaluate<{ isError: boolean }>(`call('add', { a: 'x' })`)).isError, true);
  await run('scene.register()');
  await has([...all, 'later'].toSorted());
  await run('scene.replace()');
  await until(async () => JSON.stringify(await page.evaluate(`call('later', {})`)).includes('still'));
  assert.equal(await page.evaluate(`call('later', {})`), { description: 'Later still' });
  await run('scene.dispose()');
  assert.equal(await page.evaluate('names()'), []);
});

test('[webmcp.nothing] a browser without WebMCP has the page as it is', async () => {
  const { page, run, said } = await without.visit('shop');
  assert.equal(await page.evaluate(`[typeof document.modelContext, typeof navigator.modelContext]`), ['undefined', 'undefined']);
  assert.equal([await run('scene.lines'), await run('scene.isFollowed()')], [[], false]);
  assert.equal(said, []);
});

const builtPage = (options = '') =>
  pluginProject(
    'webmcp-built',
    `
import { WebMcpPlugin } from '@service/plugin-webmcp';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
const add = tool({ name: 'add', description: 'Adds', inputSchema: { a: z.number(), b: z.number() } })(({ a, b }) => ({ sum: a + b }));
@Service({ info: { name: 'built', version: '1.0.0' }, tools: [add], plugins: [WebMcpPlugin${options}] })
export default class Server {}
`,
  );

test('[webmcp.offer] a bundle of the target browser offers its tools', async () => {
  const project = builtPage();
  const { code } = await bundleOf(requestOf(project.root, 'webmcp-built'), browserTarget).finally(() => project.remove());
  const drive = `import server from '/built.js';\nglobalThis.scene = server.ready.then(() => ({ server }));`;
  const site = await PageSite.listen({ built: code, drive });
  try {
    const open = await scene.visit('drive', { site });
    await has(open, ['add']);
    assert.equal(await call(open, 'add', { a: 1, b: 2 }), { sum: 3 });
    assert.is((await call<{ isError: boolean }>(open, 'add', { a: 'x' })).isError, true);
    await open.run('scene.server.dispose()');
    assert.equal(await names(open), []);
  } finally {
    site.close();
  }
});

test('[webmcp.nothing] on a server the plugin does nothing', async () => {
  const project = builtPage();
  try {
    const server = await project.start('node');
    try {
      assert.equal((await callTool(server, { name: 'add', args: { a: 1, b: 2 } })).value, { sum: 3 });
    } finally {
      await server.stop();
    }
  } finally {
    project.remove();
  }
});

test('[webmcp.options] wrong options stop the build, each at its place', async () => {
  for (const [options, expected] of [
    ["{ include: 'add' }", /main\.ts:6 [^\n]*`include` of plugin "webmcp": must be a list of names/],
    ["{ caller: 'ada' }", /`caller` of plugin "webmcp": must be an object with "user" or "extra", or a function/],
    ['{ onElicit: true }', /`onElicit` of plugin "webmcp": must be a function/],
    ['{ tool: [] }', /`tool` of plugin "webmcp": is no option/],
  ] as const) {
    const project = builtPage(`.init(${options} as never)`);
    const { diagnostics } = await build(requestOf(project.root, 'webmcp-built'), browserTarget).finally(() => project.remove());
    assert.match(diagnostics.map(({ message, span }) => `${span?.file ?? ''}:${span?.line ?? 0} ${message}`).join('\n'), expected);
  }
});

test.run();
