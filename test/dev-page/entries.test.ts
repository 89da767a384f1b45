/* The page as a person uses it, in Chromium, with a server that answers what the tests need. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PageEvents } from '../../src/cli/page/page-events.ts';
import { PageServer } from '../../src/cli/page/page-server.ts';
import { tokensOfTool } from '../../src/cli/inspect/check-budgets.ts';
import type { Browser } from '../support/browser.ts';
import { openBrowser, visit, type Visit } from '../support/page-visit.ts';
import { PlainMcpServer } from '../support/plain-mcp-server.ts';

const order = {
  name: 'order',
  title: 'Order things',
  description: 'Orders what the shop has',
  annotations: { destructiveHint: true, readOnlyHint: false },
  inputSchema: {
    type: 'object',
    properties: {
      count: { type: 'integer', description: 'How many' },
      items: { type: 'array', items: { type: 'string' } },
      size: { enum: ['s', 'l'], default: 'l' },
      note: { type: 'string', default: 'none' },
      tags: { type: 'array', default: ['a'] },
    },
    required: ['count'],
  },
};
const weather = { name: 'weather', description: 'Tells rain and sun of a city', inputSchema: { type: 'object' } };

interface Scene {
  browser: Browser;
  events: PageEvents;
  page: PageServer;
  server: PlainMcpServer;
  seen: Visit;
}

const test = suite<Scene>('entries of the page');

/** The question of a call, until it is answered. */
const asksFirst = ({ inputResponses }: Readonly<Record<string, unknown>>): object =>
  inputResponses === undefined
    ? {
        resultType: 'input_required',
        requestState: 's',
        inputRequests: {
          sure: {
            method: 'elicitation/create',
            params: { mode: 'form', message: 'Really?', requestedSchema: { type: 'object', properties: { why: { type: 'string' } } } },
          },
        },
      }
    : { content: [{ type: 'text', text: `heard ${JSON.stringify(inputResponses)}` }] };

test.before(async (scene) => {
  scene.server = await PlainMcpServer.listen({
    'tools/list': () => ({ tools: [order, weather, { name: 'ask', inputSchema: { type: 'object' } }] }),
    'tools/call': (params) => {
      if (params['name'] === 'ask') return asksFirst(params);
      const { arguments: args } = params;
      return params['name'] === 'weather'
        ? { isError: true, content: [{ type: 'text', text: 'No such city' }] }
        : { content: [{ type: 'text', text: 'ordered' }], structuredContent: { given: args } };
    },
    'resources/list': () => ({ resources: [{ name: 'stock', uri: 'shop://stock' }] }),
    'resources/templates/list': () => ({ resourceTemplates: [{ name: 'item', uriTemplate: 'shop://item/{id}' }] }),
    'resources/read': ({ uri }) => ({ contents: [{ uri, mimeType: 'application/json', text: '{"left":3}' }] }),
    'prompts/list': () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] }),
    'prompts/get': (params) => ({ messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(params['arguments']) } }] }),
  });
  scene.events = new PageEvents();
  scene.page = await PageServer.open({ title: 'shop', events: scene.events, named: () => scene.server.url });
  scene.events.tell({ kind: 'server', state: 'serving', url: scene.server.url, took: 12 });
  scene.browser = await openBrowser();
  scene.seen = await visit(scene.browser, scene.page.address);
  await scene.seen.has('order');
});
test.after(async ({ browser, page, seen, server }) => {
  assert.equal(seen.faults, []);
  await browser.close();
  page.close();
  server.close();
});

const open = ({ seen: { page } }: Scene, name: string): Promise<void> => page.click(`.list button:has-text("${name}")`);
const view = ({ seen: { page } }: Scene, name: string): Promise<void> => page.click(`nav button:has-text("${name}")`);

test('[dev-page.token] the token leaves the address at once, stays for a reload, and is in no other window', async ({
  browser,
  page,
  seen,
}) => {
  const { origin, hash } = new URL(page.address);
  assert.is(seen.page.url(), `${origin}/`);
  assert.is(await seen.page.evaluate('history.length'), 2, 'the blank page and this one');
  await seen.page.evaluate('location.reload()');
  await seen.has('Orders what the shop has');
  const stranger = await visit(browser, `${origin}/`);
  await stranger.has('Open the address that the terminal shows');
  assert.not.ok(
    seen.requests.some((url) => url.includes(hash.slice(1))),
    'no server hears it in an address',
  );
  await stranger.context.close();
});

test('[dev-page.token] no link replaces a token that works, and what has another shape is none', async ({ browser, page }) => {
  const { origin, hash } = new URL(page.address);
  const seen = await visit(browser, page.address);
  await seen.has('Orders what the shop has');
  const reload = async (fragment: string): Promise<void> => {
    await seen.page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await seen.page.evaluate('location.reload()');
    await seen.has('Orders what the shop has');
  };
  await reload('A'.repeat(43));
  assert.is(seen.page.url(), `${origin}/`);
  assert.is(await seen.page.evaluate(`sessionStorage.getItem('service:page')`), hash.slice(1));
  for (const fragment of ['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}!`]) await reload(fragment);
  // Of a program that has ended; the address of the one that runs goes on.
  await seen.page.evaluate(`sessionStorage.setItem('service:page', '${'B'.repeat(43)}')`);
  await reload(hash.slice(1));
  assert.is(await seen.page.evaluate(`sessionStorage.getItem('service:page')`), hash.slice(1));
  await seen.context.close();
});

test('[dev-page.entries] in one column the list has no scrollbar of its own, and a chosen entry comes into sight', async ({
  browser,
  page,
}) => {
  const seen = await visit(browser, page.address, { viewport: { width: 340, height: 400 } });
  await seen.has('order');
  await seen.has('greet');
  assert.ok(
    await seen.page.evaluate(`(({ clientHeight, scrollHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('.list'))`),
  );
  await seen.page.click('.list button:has-text("weather")');
  await seen.until(`document.querySelector('.detail h2').innerText === 'weather'`);
  await seen.until(
    `(({ bottom, top }) => top >= 0 && bottom <= innerHeight)(document.querySelector('.detail h2').getBoundingClientRect())`,
  );
  await seen.context.close();
});

test('[dev-page.entries] tools, resources, templates and prompts are listed and searched', async (scene) => {
  const { seen } = scene;
  const listed = (...names: readonly string[]): Promise<void> =>
    seen.until(`[...document.querySelectorAll('.list .name')].map((one) => one.textContent).join() === ${JSON.stringify(names.join())}`);
  await listed('order', 'weather', 'ask', 'stock', 'item', 'greet');
  await seen.page.fill('input[type=search]', 'will it rain');
  await listed('weather');
  await seen.page.fill('input[type=search]', 'shop');
  await listed('order', 'stock', 'item');
  // A name that is being typed.
  await seen.page.fill('input[type=search]', 'gre');
  await listed('greet');
  await seen.page.fill('input[type=search]', '');
});

test('[dev-page.costs] each tool shows what it costs a model', async ({ seen }) => {
  const { tokens } = await tokensOfTool(order);
  await seen.until(`document.querySelector('.list .cost')?.textContent === ${JSON.stringify(String(tokens))}`);
  await seen.has('All tools cost a model about');
});

test('[dev-page.entries] a tool is called by a form of its schema; lists are written as JSON', async (scene) => {
  const { seen, server } = scene;
  await open(scene, 'order');
  await seen.has('destructive');
  assert.not.match(await seen.textOf('.detail'), /reads only/);
  assert.is(await seen.page.evaluate(`document.querySelector('#field-note').placeholder`), 'none');
  const defaults = `[...document.querySelectorAll('.default')].map((one) => one.innerText).join()`;
  assert.is(await seen.page.evaluate(defaults), 'Default: l,Default: none,Default: ["a"]');
  await seen.page.fill('#field-count', '2');
  await seen.page.fill('#field-items', '["a"');
  await seen.page.click('.detail button[type=submit]');
  await seen.has('items is no JSON');
  await seen.page.fill('#field-items', '["a","b"]');
  await seen.page.click('.detail button[type=submit]');
  await seen.has('ordered');
  const call = server.asked.findLast(({ method }) => method === 'tools/call');
  assert.equal(call?.params['arguments'], { count: 2, items: ['a', 'b'], size: 'l' });
  await open(scene, 'weather');
  await seen.page.click('.detail button[type=submit]');
  await seen.has('The tool failed');
  await seen.has('No such city');
});

test('[dev-page.entries] resources, templates and prompts are tried as well', async (scene) => {
  const { seen } = scene;
  await open(scene, 'stock');
  await seen.page.click('.detail button:has-text("Read")');
  await seen.has('"left": 3');
  await open(scene, 'item');
  await seen.page.fill('#template-uri', 'shop://item/7');
  await seen.page.click('.detail button[type=submit]');
  await seen.until(`document.querySelector('[data-testid=resource-viewer]')?.innerText.includes('shop://item/7')`);
  await open(scene, 'greet');
  await seen.page.fill('#prompt-who', 'Ada');
  await seen.page.click('.detail button[type=submit]');
  await seen.has(String.raw`{\"who\":\"Ada\"}`);
});

test('[dev-page.questions] a question of the server is a form, and its answer goes back', async (scene) => {
  const { seen, server } = scene;
  await open(scene, 'ask');
  await seen.page.click('.detail button[type=submit]');
  await seen.has('Really?');
  await seen.page.fill('.dialog input', 'because');
  await seen.page.click('.dialog button[type=submit]');
  await seen.has('because');
  const answered = server.asked.findLast(({ method }) => method === 'tools/call');
  assert.equal(answered?.params['inputResponses'], { sure: { action: 'accept', content: { why: 'because' } } });
  await seen.page.click('.detail button[type=submit]');
  await seen.has('Really?');
  await seen.page.click('.dialog button:has-text("Decline")');
  await seen.until(`document.querySelector('.result')?.innerText.includes('decline')`);
});

test('[dev-page.log] requests, answers, times and output are in the log', async (scene) => {
  const { events, seen } = scene;
  await view(scene, 'Log');
  await seen.has('tools/call');
  events.line('a tool said something');
  await seen.has('a tool said something');
  assert.match(await seen.textOf('.log'), /tools\/list[^]*\d+ ms/);
  await seen.page.click('.log label:has-text("Requests")');
  await seen.until(`!document.querySelector('.log').innerText.includes('tools/call')`);
  await view(scene, 'Entries');
});

test('[dev-page.address] what becomes of the server is said, and the end of its program too', async (scene) => {
  const { events, page, seen } = scene;
  events.tell({ kind: 'server', state: 'building' });
  await seen.until(`document.querySelector('.status.busy')?.innerText.includes('building')`);
  assert.not.ok(await seen.page.evaluate(`document.querySelector('.status.bad')`));
  events.tell({ kind: 'server', state: 'failed' });
  await seen.until(`document.querySelector('.status.bad')`);
  events.tell({
    kind: 'findings',
    findings: [{ severity: 'error', code: 'syntax-error', message: 'Unexpected }', place: 'src/main.ts:3:1' }],
  });
  await seen.has('build failed');
  await seen.has('src/main.ts:3:1');
  events.tell({ kind: 'findings', findings: [] });
  events.tell({ kind: 'server', state: 'ended' });
  await seen.has('The server has ended by itself');
  page.close();
  await seen.has('The program of this page does not answer any more');
});

test.run();
