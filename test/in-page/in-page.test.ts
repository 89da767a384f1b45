/* Servers in pages of a real Chromium, under a policy without `unsafe-eval`. */
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { featureTable } from '../../src/runtime/features/table.ts';
import { pageFeatureOrder } from '../../src/runtime/hosts/in-page/create-in-page.ts';
import { inPageBudget } from '../support/fixture.ts';
import { bundlePage, type OpenPage, PageScene, PageSite } from '../support/page-site.ts';

let scene: PageScene;
let whole: OpenPage;

test.before(async () => {
  scene = await PageScene.open({ 'two-tools': 'in-page/pages/two-tools.ts', whole: 'in-page/pages/whole.ts' });
  whole = await scene.visit('whole');
});
test.after(() => scene.close());

const namesOf = (client: string) => `scene.${client}.listTools().then((tools) => [...(tools.tools ?? tools)].map(({ name }) => name))`;
const structured = (call: string) => `${call}.then(({ structuredContent }) => structuredContent)`;

test('[R.host] the official client and ours call the tools of the page that they are in', async () => {
  const { run, said } = await scene.visit('two-tools');
  assert.equal(await run(namesOf('official')), ['add', 'title']);
  assert.equal(await run(structured('scene.official.callTool({ name: "add", arguments: { a: 2, b: 3 } })')), { sum: 5 });
  assert.equal(await run(structured('scene.own.callTool("title")')), { value: 'two-tools' });
  assert.match(await run('scene.own.callTool("add", { a: "two", b: 3 }).then(JSON.stringify)'), /"isError":true/);
  assert.equal(said, []);
});

test('[R.host] decorated classes, raw schemas, resources and prompts are served as elsewhere', async () => {
  const { run } = whole;
  assert.equal(await run(structured('scene.own.callTool("shout", { text: "hey" })')), { shouted: 'HEY' });
  assert.equal(await run(structured('scene.own.callTool("raw", { n: 1 })')), { n: 1 });
  assert.match(await run('scene.own.callTool("raw", { n: "one" }).then(JSON.stringify)'), /"isError":true/);
  assert.match(await run('scene.own.readResource("page://state").then(JSON.stringify)'), /"text":"ready"/);
  assert.match(await run('scene.older.getPrompt("greet", { who: "Ada" }).then(JSON.stringify)'), /Greet Ada/);
  assert.match(await run('scene.failure(() => scene.own.getPrompt("greet"))'), /who/);
});

test('[R.host.policy] [R.host.size] the bundle of a page is small, and holds nothing of Node and nothing that the page does not import', async () => {
  const { code, inputs } = await bundlePage('in-page/pages/core.ts', { minify: true });
  const bytes = gzipSync(code, { level: 9 }).length;
  assert.ok(bytes <= inPageBudget, `${bytes} bytes after gzip, budget ${inPageBudget}`);
  assert.not.match(code, /["']node:|\bprocess\.|\beval\(|new Function\b/);
  assert.equal(
    inputs.filter((path) => /node_modules\/zod|\/http\/|\/auth\/|rounds|json-schema|sessions\/handshake|storage\/|shortRows/.test(path)),
    [],
  );
});

test('[R.host.features] features keep the order of their table', () => {
  const table = featureTable.map(({ name }) => name as string);
  const known = pageFeatureOrder.filter((name) => table.includes(name));
  assert.equal(known, pageFeatureOrder);
  assert.equal(
    known,
    table.filter((name) => known.includes(name)),
  );
});

test('[R.host.rounds] a tool asks the client for a form and a sample, in both eras', async () => {
  const { run } = whole;
  for (const client of ['own', 'older'])
    assert.equal(await run(structured(`scene.${client}.callTool("sure")`)), { status: 'accept', word: 'yes' }, client);
  assert.equal(await run(structured('scene.official.callTool({ name: "sure" })')), { status: 'accept', word: 'official' });
  for (const client of ['own', 'older']) assert.match(await run(`scene.${client}.callTool("sample").then(JSON.stringify)`), /"text":"Hi"/);
});

test('[R.host.calls] progress reaches the caller before the answer, and a cancelled call ends in its handler', async () => {
  const { run } = whole;
  const progress = `(async (heard) => {
    const result = await scene.own.request('tools/call', { name: 'steps', arguments: {}, _meta: { progressToken: 7 } },
      { onNotification: (method, { message }) => heard.push(message) });
    return { heard, told: result.structuredContent.told };
  })([])`;
  assert.equal(await run(progress), { heard: ['one', 'two'], told: [true, true] });
  const cancelled = (client: string) => `(async (before) => {
    const stop = new AbortController();
    const call = scene.failure(() => scene.${client}.callTool('waits', {}, { signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('enough')), 20);
    const text = await call;
    while (scene.ends.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    return text;
  })(scene.ends.length)`;
  for (const client of ['own', 'older']) assert.match(await run(cancelled(client)), /enough/, client);
});

test('[R.host.changes] entries come and go, and clients hear of it', async () => {
  const { run } = await scene.visit('whole');
  const changes = `(async () => {
    const heard = [];
    const stop = new AbortController();
    let isReady;
    const ready = new Promise((resolve) => (isReady = resolve));
    void scene.own.listen({ toolsListChanged: true }, (method) => (heard.push(method), isReady()), stop.signal).catch(() => undefined);
    await ready;
    const one = scene.server.register({ tools: [scene.named('late')] });
    const listed = (await scene.own.listTools()).map(({ name }) => name);
    const called = (await scene.older.callTool('late')).structuredContent;
    one.replace({ tools: [scene.named('later')] });
    const gone = await scene.failure(() => scene.own.callTool('late'));
    const other = (await scene.official.callTool({ name: 'later' })).structuredContent;
    one.remove();
    one.remove();
    const after = await scene.failure(() => one.replace({}));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { heard, older: scene.heard, listed: listed.at(-1), called, gone, other, after, left: (await scene.own.listTools()).length };
  })()`;
  const told = 'notifications/tools/list_changed';
  const { gone, heard, older, ...rest } = await run<Record<string, readonly string[] & string>>(changes);
  assert.equal(rest, {
    listed: 'late',
    called: { answer: 'late' },
    other: { answer: 'later' },
    after: 'ServiceError: these entries were removed: register others',
    left: 7,
  });
  assert.match(String(gone), /late/);
  assert.is((heard ?? []).filter((method) => method === told).length, 3);
  assert.is((older ?? []).filter((method) => method === told).length, 3);
  assert.is((older ?? []).filter((method) => method === 'official').length, 3);
});

test('[R.host.changes] what is wrong with entries is thrown, and nothing has changed', async () => {
  const { run } = await scene.visit('whole');
  const refused = (entries: string) => run<string>(`scene.failure(() => scene.server.register(${entries}))`);
  assert.match(await refused('{ tools: [scene.named("whoami")] }'), /declares 2 tools named "whoami".*rename all but one/);
  assert.match(await refused('{ tools: [{}] }'), /tools items must be annotated with @Tool/);
  assert.match(await refused('{ tools: [scene.named("<script>")] }'), /the name must be/);
  assert.match(await refused('{ tools: "all" }'), /"tools" must be a list/);
  assert.is(await run<number>('scene.own.listTools().then(({ length }) => length)'), 7);
});

test('[R.host.changes] a call that runs keeps the entries that it began with', async () => {
  const { run } = await scene.visit('whole');
  const swapped = `(async () => {
    let goOn;
    const gate = new Promise((resolve) => (goOn = resolve));
    const slow = (answer) => scene.tool({ name: 'slow', description: 'Slow.', inputSchema: { n: scene.z.number() } })(async () => (await gate, { answer }));
    const one = scene.server.register({ tools: [slow('first')] });
    const call = scene.own.callTool('slow', { n: 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    one.replace({ tools: [slow('second')] });
    goOn();
    const [before, after] = [await call, await scene.own.callTool('slow', { n: 1 })];
    return [before.structuredContent.answer, after.structuredContent.answer];
  })()`;
  assert.equal(await run(swapped), ['first', 'second']);
});

test('[R.host.callers] the page names who calls, by connection, and access rules see that person', async () => {
  const { run } = whole;
  assert.match(await run('scene.failure(() => scene.own.callTool("admin"))'), /may not be used by this caller/);
  assert.not.ok((await run<string[]>(namesOf('own'))).includes('admin'));
  const asAda = `(async () => {
    const ada = await scene.connect(scene.server.channel({ user: { sub: 'ada' }, extra: { roles: ['admin'] } }));
    const [who, done] = [await ada.callTool('whoami'), await ada.callTool('admin')];
    await ada.close();
    return [who.structuredContent, done.structuredContent, await scene.failure(() => ada.callTool('whoami'))];
  })()`;
  const [who, done, closed] = await run<readonly unknown[]>(asAda);
  assert.equal([who, done], [{ sub: 'ada', anonymous: false }, { done: true }]);
  assert.match(String(closed), /closed/);
  assert.is(await run('scene.own.callTool("whoami").then(({ structuredContent }) => structuredContent.anonymous)'), true);
});

test('[R.host.apart] pages of one origin and of two have servers of their own', async () => {
  const other = await PageSite.listen({ whole: '' });
  try {
    const context = await scene.newContext();
    const [one, two] = [await scene.visit('whole', { context }), await scene.visit('whole', { context })];
    await one.run('void scene.server.register({ tools: [scene.named("only-here")] })');
    assert.ok((await one.run<string[]>(namesOf('own'))).includes('only-here'));
    assert.not.ok((await two.run<string[]>(namesOf('own'))).includes('only-here'));
    const elsewhere = await scene.visit('whole', { context, site: other });
    assert.is(await elsewhere.page.evaluate('typeof globalThis.scene'), 'undefined');
  } finally {
    other.close();
  }
});

test('[R.host.end] after its end a server refuses everything with a text that says so', async () => {
  const { run } = await scene.visit('whole');
  const end = `(async () => {
    let closed = 0;
    scene.official.onclose = () => closed++;
    const running = scene.failure(() => scene.own.callTool('waits'));
    const late = scene.server.register({ tools: [scene.named('late')] });
    await Promise.all([scene.server.dispose(), scene.server.dispose()]);
    late.remove();
    return { closed, running: await running, texts: await Promise.all([
      scene.failure(() => scene.own.callTool('whoami')),
      scene.failure(() => scene.official.callTool({ name: 'whoami' })),
      scene.failure(() => scene.connect(scene.server.channel())),
      scene.failure(() => scene.server.register({ tools: [] })),
      scene.failure(() => late.replace({ tools: [] })),
      scene.failure(async () => { const transport = scene.server.transport(); await transport.start(); await transport.send({}); }),
    ]) };
  })()`;
  const { closed, running, texts } = await run<{ closed: number; running: string; texts: string[] }>(end);
  assert.is(closed, 1);
  assert.match(running, /this server has ended/);
  const [own, official, ...others] = texts;
  assert.match(String(own), /this server has ended/);
  assert.match(String(official), /Not connected|closed/i);
  for (const text of others) assert.match(text, /this server has ended/);
});

test('[R.host.hostile] hostile texts are data', async () => {
  const { page, run, said } = await scene.visit('whole');
  const text = '<img src=x onerror="globalThis.hacked=1">\u2028</script><script>globalThis.hacked=1</script>';
  assert.equal(await run(structured(`scene.own.callTool('shout', { text: ${JSON.stringify(text)} })`)), { shouted: text.toUpperCase() });
  assert.match(await run(`scene.failure(() => scene.own.callTool(${JSON.stringify(text)}))`), /img src/);
  assert.match(await run(`scene.own.callTool('shout', JSON.parse('{"__proto__": {"text": "x"}}')).then(JSON.stringify)`), /"isError":true/);
  assert.is(await page.evaluate('typeof globalThis.hacked'), 'undefined');
  assert.is(await page.evaluate('({}).text'), undefined);
  assert.equal(said, []);
});

test('[R.host.features] what needs a feature that the page has not imported stops the start with its name', async () => {
  const { run } = whole;
  const refused = (metadata: string) =>
    run<string>(`scene.failure(() => scene.createInPage({ info: { name: 'x', version: '1' }, ${metadata} }))`);
  const raw = "tools: [scene.tool({ name: 'r', description: 'R.', rawInputSchema: { type: 'object' } })(() => 1)]";
  assert.match(
    await refused(raw),
    /tool "r" has a rawInputSchema: import \{ rawSchemas \} from '@service\/sdk\/in-page' and pass it in "features"/,
  );
  const image = "tools: [scene.tool({ name: 'i', description: 'I.', outputSchema: 'string' })(() => 'x')]";
  assert.match(await refused(image), /tool "i" returns content or a plain value: import \{ contentResults \}/);
  assert.match(await refused('providers: [class {}]'), /@Provider|import \{ providers \}/);
  const foreign =
    "scene.failure(() => scene.createInPage({ info: { name: 'x', version: '1' } }, { features: [{ name: 'local-auth', create: () => ({}) }] }))";
  assert.match(await run(foreign), /the feature "local-auth" cannot be in a page: import features from @service\/sdk\/in-page/);
});

test('[R.host.options] options that cannot be in a page are refused by name, or told to have no effect', async () => {
  const { run } = whole;
  const refused = (metadata: string) =>
    run<string>(`scene.failure(() => scene.createInPage({ info: { name: 'x', version: '1' }, ${metadata} }))`);
  for (const [option, expected] of [
    ["redis: { host: 'x' }", /"redis" cannot be in a page: a page reaches no Redis/],
    ["sqlite: { path: 'x' }", /"sqlite" cannot be in a page/],
    ['throttle: { enabled: true }', /"throttle" cannot be in a page: a page has one caller/],
    [
      "auth: { mode: 'local' }",
      /"auth" cannot be in a page: nobody in a page checks tokens of mode local: name the person where a client connects/,
    ],
    ['splitByApp: true', /"splitByApp" cannot be in a page/],
  ] as const)
    assert.match(await refused(option), expected);
  const told = `(async (lines) => {
    const server = await scene.createInPage({ info: { name: 'x', version: '1' }, http: { port: 1 }, auth: { mode: 'public' } }, { log: (line) => lines.push(line) });
    await server.dispose();
    return lines.join('\\n');
  })([])`;
  assert.match(await run(told), /"http" has no effect in a page, which listens on no port: remove it/);
});

test.run();
