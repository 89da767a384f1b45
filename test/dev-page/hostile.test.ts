/* A hostile server that somebody opens by `service inspect --page`: whatever it says is text, and it reaches nothing. */
import { createServer, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PageEvents } from '../../src/cli/page/page-events.ts';
import { PageServer } from '../../src/cli/page/page-server.ts';
import type { Browser } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { openBrowser, visit, type Visit } from '../support/page-visit.ts';
import { PlainMcpServer } from '../support/plain-mcp-server.ts';

const evil = '"><img src=x onerror="globalThis.owned=1"></script><script>globalThis.owned=2</script>';

interface Scene {
  browser: Browser;
  page: PageServer;
  server: PlainMcpServer;
  seen: Visit;
  /** Another program of this machine. */
  other: Server;
  reached: string[];
}

const test = suite<Scene>('hostile server');

const ui = { resourceUri: 'ui://evil' };
/** A widget that tries what it must not. */
const widget = (pageOrigin: string, otherOrigin: string): string => `<!doctype html><p id=out>begun</p><script>
  let id = 0;
  const said = [];
  const tell = (what) => { said.push(what); document.querySelector('#out').textContent = said.sort().join(' ') };
  addEventListener('message', ({ data }) => { if (data.id !== undefined && data.method === undefined) tell('answer' + data.id + (data.error ? 'refused' : 'given')) });
  const ask = (method, params) => parent.postMessage({ jsonrpc: '2.0', id: ++id, method, params }, '*');
  for (const nonsense of [null, 7, 'text', [], { id: {} }, { method: 'ui/notifications/sandbox-proxy-ready' }, { jsonrpc: '2.0', method: 5 }]) parent.postMessage(nonsense, '*');
  ask('ui/initialize', {});
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized' }, '*');
  ask('tools/call', { name: 'for-models' });
  ask('tools/call', { name: 'for-all' });
  ask('tools/list', {});
  for (const [name, run] of Object.entries({
    top: () => { top.location = 'https://evil.example/' },
    parent: () => parent.document.title,
    above: () => top.document.title,
    storage: () => localStorage.length,
    eval: () => eval('1'),
  })) try { run(); tell(name + '!done') } catch { tell(name + '-blocked') }
  fetch('${pageOrigin}/events').then(() => tell('page!done'), () => tell('page-blocked'));
  fetch('${otherOrigin}').then(() => tell('other!done'), () => tell('other-blocked'));
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 1e9 } }, '*');
</script>`;

const floodUi = { resourceUri: 'ui://flood' };
/** A widget that tells violations and messages that no browser would. */
const flood = `<!doctype html><p id=out>flood</p><script>
  const tell = (params) => parent.postMessage({ method: 'violation', params }, '*');
  for (const blocked of ['https:', 'wss:', 'https://[', 'https://a b', {}, null, 7]) tell({ directive: 'connect-src', blocked, line: 1e12, column: -1 });
  for (const value of [1e12, 1e300, NaN, Infinity, -1, 1.5, '1', null, {}]) tell({ directive: value, blocked: 'https://a.example', line: value, column: value });
  for (let line = 1; line <= 200; line++) tell({ directive: 'connect-src', blocked: 'https://b.example/' + line, line, column: 1 });
  const cycle = {}; cycle.again = cycle;
  for (const params of [{ cycle }, { big: 1n }, { holes: new Array(1e9) }, { date: new Date() }, new Map(), [1]])
    parent.postMessage({ jsonrpc: '2.0', method: 'ui/message', params }, '*');
  parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: {} }, '*');
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized' }, '*');
</script>`;

const deep = (levels: number): object => (levels === 0 ? {} : { properties: { a: deep(levels - 1) }, type: 'object' });

test.before(async (scene) => {
  scene.reached = [];
  scene.other = createServer((request, response) => {
    scene.reached.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('{}');
  });
  const other = `http://127.0.0.1:${await listen(scene.other)}`;
  const link = { type: 'resource_link', name: evil, uri: 'javascript:globalThis.owned=3' };
  const picture = { type: 'image', mimeType: 'image/svg+xml', data: Buffer.from(`<svg onload="owned=4">${evil}</svg>`).toString('base64') };
  const away = { type: 'image', mimeType: 'image/png', data: `x" src="${other}/picture` };
  let origin = '';
  scene.server = await PlainMcpServer.listen({
    'tools/list': () => ({
      tools: [
        {
          name: evil,
          title: evil,
          description: evil,
          inputSchema: { type: 'object', properties: { [evil]: { type: 'string', description: evil, default: evil } } },
        },
        { name: '__proto__', inputSchema: { type: 'object', properties: { constructor: { enum: [evil, {}, null] } } } },
        { name: 'deep', inputSchema: deep(150) },
        { name: 7 },
        { name: 'shown', inputSchema: {}, _meta: { ui } },
        { name: 'flood', inputSchema: {}, _meta: { ui: floodUi } },
        { name: 'for-models', inputSchema: {}, _meta: { ui: { visibility: ['model'] } } },
        { name: 'for-all', inputSchema: {} },
      ],
    }),
    'tools/call': () => ({
      content: [{ type: 'text', text: evil }, link, picture, away, { type: evil }],
      structuredContent: { [evil]: evil },
      isError: evil,
      _meta: { evil },
    }),
    'resources/list': () => ({
      resources: [
        { name: evil, uri: 'javascript:globalThis.owned=5' },
        ...Array.from({ length: 700 }, (_, at) => ({ name: `flood-${at}`, uri: `flood:${at}` })),
      ],
    }),
    'resources/read': ({ uri }) => ({
      contents: [
        uri === floodUi.resourceUri
          ? { uri, text: flood }
          : uri === ui.resourceUri
            ? { uri, text: widget(origin, other), _meta: { ui: { csp: { connectDomains: [`${other}; script-src *`, "'unsafe-eval'"] } } } }
            : { uri, mimeType: 'text/html', text: evil },
      ],
    }),
    'prompts/list': () => ({ prompts: [{ name: evil, description: evil, arguments: [{ name: evil, description: evil }] }] }),
  });
  const events = new PageEvents();
  scene.page = await PageServer.open({ title: evil, events, named: () => scene.server.url });
  ({ origin } = new URL(scene.page.address));
  events.tell({ kind: 'server', state: 'serving', url: scene.server.url });
  events.line(evil);
  events.tell({ kind: 'findings', findings: [{ severity: evil, code: evil, message: evil, place: evil, hint: evil }] });
  scene.browser = await openBrowser();
  scene.seen = await visit(scene.browser, scene.page.address);
  await scene.seen.has('for-all');
});
test.after(async ({ browser, other, page, server }) => {
  await browser.close();
  page.close();
  server.close();
  other.close();
});

const unhurt = async ({ reached, seen }: Scene): Promise<void> => {
  assert.is(await seen.page.evaluate('globalThis.owned ?? null'), null);
  assert.is(await seen.page.evaluate(`document.querySelectorAll('a, script:not([type]) ~ script:not([type]), img[src=x]').length`), 0);
  assert.equal(reached, []);
  assert.equal(seen.faults, []);
};

test('[dev-page.hostile] names, descriptions, schemas and results are text', async (scene) => {
  const { seen } = scene;
  assert.is(await seen.page.title(), evil);
  const buttons = `[...document.querySelectorAll('.list li button')].filter((one) => !/^(?:shown|flood)/.test(one.textContent))`;
  const count = await seen.page.evaluate<number>(`${buttons}.length`);
  assert.ok(count >= 6, `${count}`);
  for (let at = 0; at < count; at++) {
    await seen.page.evaluate(`${buttons}[${at}].click()`);
    await seen.page.evaluate(`document.querySelector('.detail button')?.click()`);
    await seen.page.evaluate('new Promise((done) => setTimeout(done, 150))');
    await unhurt(scene);
  }
  for (const view of ['Log', 'About', 'Entries']) await seen.page.click(`nav button:has-text("${view}")`);
  await unhurt(scene);
});

test('[dev-page.hostile] a widget reaches neither the page nor anything else, and gets no answer that it may not have', async (scene) => {
  const { seen, server } = scene;
  await seen.page.click('.list button:has-text("shown")');
  server.asked.length = 0;
  await seen.page.click('.detail button[type=submit]');
  await seen.until(`document.querySelector('.stage iframe')`);
  let text = '';
  // Four answers and seven attempts, in whatever order they end.
  for (let tries = 0; tries < 300 && text.split(' ').length < 11; tries++) {
    const view = seen.view();
    text = (await view?.evaluate<string>(`document.querySelector('#out')?.textContent ?? ''`).catch(() => '')) ?? '';
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.equal(
    text.split(' ').filter((word) => !word.startsWith('answer')),
    ['above-blocked', 'eval-blocked', 'other-blocked', 'page-blocked', 'parent-blocked', 'storage-blocked', 'top-blocked'],
  );
  await seen.has('The policy blocks connect-src');
  await seen.has('The policy blocks script-src eval');
  const called = server.asked.filter(({ method }) => method === 'tools/call').map(({ params }) => params['name']);
  assert.equal(called, ['shown', 'for-all']);
  assert.match(text, /answer2refused.*answer3given.*answer4refused/);
  assert.equal(await seen.page.evaluate(`document.querySelectorAll('.stage iframe').length`), 1);
  assert.ok((await seen.page.evaluate<number>(`document.querySelector('.stage iframe').offsetHeight`)) <= 5000);
  assert.is(
    await seen.page.evaluate(`document.querySelector('.stage iframe').getAttribute('sandbox')`),
    'allow-scripts allow-same-origin allow-forms',
  );
  // Only the sandbox is heard, and no other window.
  await seen.page.evaluate(`postMessage({ jsonrpc: '2.0', method: 'ui/forged', params: {} }, '*')`);
  await seen.page.click('nav button:has-text("Log")');
  await seen.has('ui/initialize');
  assert.not.match(await seen.textOf('.log'), /ui\/forged/);
  assert.match(seen.page.url(), /^http:\/\/127\.0\.0\.1:\d+\/$/);
  assert.equal(scene.reached, []);
  assert.is(await seen.page.evaluate('globalThis.owned ?? null'), null);
});

test('[dev-page.limits] of a long list the page draws the first 500, and search finds the others', async ({ seen }) => {
  await seen.page.click('nav button:has-text("Entries")');
  await seen.has('and 201 more: search for them');
  await seen.page.fill('input[type=search]', 'flood-699');
  await seen.until(`[...document.querySelectorAll('.list .name')].some((one) => one.innerText === 'flood-699')`);
  await seen.page.fill('input[type=search]', '');
});

test('[dev-page.messages] [dev-page.limits] whatever a widget tells is a finding or a line of the log, and has an end', async (scene) => {
  const { seen } = scene;
  await seen.page.click('nav button:has-text("Log")');
  await seen.page.click('.log button:has-text("Clear")');
  await seen.page.click('nav button:has-text("Entries")');
  await seen.page.click('.list button:has-text("flood")');
  await seen.page.click('.detail button[type=submit]');
  await seen.has('and 116 more');
  assert.is(await seen.page.evaluate(`document.querySelectorAll('.widget .findings li').length`), 101);
  await seen.has('The policy blocks connect-src https:');
  await seen.page.click('nav button:has-text("Log")');
  await seen.has('deeper than 100 levels');
  const refusals = `[...document.querySelectorAll('.log li')].filter((one) => one.innerText.includes('refused')).length`;
  assert.is(await seen.page.evaluate(refusals), 6);
  assert.is(await seen.page.evaluate(`document.querySelectorAll('.fault').length`), 0);
  assert.equal(
    seen.faults.filter((fault) => !/evil|127\.0\.0\.1|eval|unsafe/.test(fault)),
    [],
  );
});

test('[dev-page.faults] a view that cannot be drawn says so, and leaves the others as they are', async (scene) => {
  const { browser, page } = scene;
  /** A part of the language that only this view uses while it is drawn. */
  const broken = {
    Entries: 'String.prototype.trim',
    Log: 'Date.prototype.toLocaleTimeString',
    About: 'JSON.stringify',
  };
  const seen = await visit(browser, page.address);
  await seen.has('for-all');
  const open = (view: string): Promise<void> => seen.page.click(`nav button:has-text("${view}")`);
  const faultsOf = (text: string): Promise<void> =>
    seen.until(`[...document.querySelectorAll('.fault')].some((one) => one.innerText.includes(${JSON.stringify(text)}))`);
  for (const view of ['Log', 'About'] as const) {
    await open('Entries');
    await seen.page.evaluate(`globalThis.was = ${broken[view]}; ${broken[view]} = () => { throw new Error('broken ${view}') }`);
    await open(view);
    await faultsOf(`${view} cannot be shown: broken ${view}`);
    await seen.page.evaluate(`${broken[view]} = globalThis.was`);
    await open('Entries');
    await seen.has('for-all');
    assert.is(await seen.page.evaluate(`document.querySelectorAll('.fault').length`), 0, view);
  }
  await seen.page.evaluate(`${broken.Entries} = () => { throw new Error('broken Entries') }`);
  await seen.page.fill('input[type=search]', 'a');
  await faultsOf('Entries cannot be shown: broken Entries');
  await open('About');
  await seen.has('Client configuration');
  await open('Entries');
  await seen.page.click('.fault button:has-text("Reload")');
  await seen.has('for-all');
  await seen.context.close();
});

test('[dev-page.framed] no other page can frame the page, or its sandbox', async (scene) => {
  const framing = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<iframe src="${new URL(scene.page.address).origin}/"></iframe><iframe src="${sandbox}"></iframe>`);
  });
  const sandbox = await scene.seen.page.evaluate<string>(`JSON.parse(document.querySelector('#settings').textContent).sandbox`);
  const outside = await visit(scene.browser, `http://127.0.0.1:${await listen(framing)}/`);
  await outside.until(`document.querySelectorAll('iframe').length === 2`);
  const refused = (): number => outside.faults.filter((fault) => fault.includes('frame-ancestors')).length;
  for (let tries = 0; tries < 300 && refused() < 2; tries++) await new Promise((done) => setTimeout(done, 20));
  assert.is(refused(), 2, outside.faults.join('\n'));
  await outside.context.close();
  framing.close();
});

test.run();
