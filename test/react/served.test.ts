/* A page with a server of its own: components show and use it, and a model's client drives them. In Chromium, on React 18.3 and 19. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageScene } from '../support/page-site.ts';
import type { BrowserPage } from '../support/browser.ts';
import { shows } from './shows.ts';
import { openOnEveryReact, play, reactVersions, textOf } from './support.ts';

let scene: PageScene;
const test = suite('react served');
test.before(async () => {
  scene = await openOnEveryReact('served');
});
test.after(() => scene.close());

interface Called {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: object;
  readonly isError?: boolean;
}
/** What a refusal says, as JSON in its text. */
const refusalOf = ({
  content: [first],
}: Called): { readonly error: string; readonly issues: readonly { readonly path: readonly unknown[] }[] } =>
  JSON.parse(first?.text ?? '') as ReturnType<typeof refusalOf>;

const call = (page: BrowserPage, name: string, args: object = {}): Promise<Called> => play(page, 'call', name, args);

for (const version of reactVersions) {
  const on = `React ${version}`;
  const at = (title: string, work: (page: BrowserPage) => Promise<void>): void =>
    test(title, async () => {
      const { page, said, close } = await scene.visit(version);
      await work(page);
      assert.equal(said, []);
      await close();
    });

  at(`[react.provider] [react.lists] ${on}: status and lists of the server, fresh after a change`, async (page) => {
    await play(page, 'lists');
    await shows(page, '#lists', '{"status":"connected","tools":"add,fail,slow","prompts":"review","resources":"note"}');
    await play(page, 'register');
    await shows(page, '#lists', /"tools":"add,fail,slow,later"/);
  });

  at(`[react.call] ${on}: a call, its result, its failure, and what forgets both`, async (page) => {
    await play(page, 'caller', 'add', { a: 1, b: 2 });
    await page.click('#call');
    await shows(page, '#state', '[true,false,null,["success"]]');
    assert.is(await textOf(page, '[data-testid=output-display]'), '{"value":3}');
    await page.click('#reset');
    await shows(page, '#state', /^\[false,false,null/);
    await play(page, 'caller', 'fail', {});
    await page.click('#call');
    await shows(page, '#state', '[true,false,true,["success"]]');
    await play(page, 'caller', 'none', {});
    await page.click('#call');
    await shows(page, '[data-testid=output-error]', /^Error: .*none/);
  });

  at(`[react.read] [react.prompt] ${on}: a resource at once and later, and a prompt`, async (page) => {
    await play(page, 'reader');
    await shows(page, '#read-state', '[false,null,"{\\"day\\":\\"today\\"}",null,null]');
    await page.click('#read');
    await shows(page, '#read-state', /notes:\/\/none/);
    await page.click('#get');
    await shows(page, '#read-state', /Review x/);
  });

  at(`[react.component] ${on}: a model's call shows props, the page's own win, and what does not fit keeps the display`, async (page) => {
    await play(page, 'components');
    await shows(page, '#fallback', 'no price');
    assert.is(await play(page, 'toolName'), 'show_price');
    const shown = await call(page, 'show_price', { amount: 3, currency: 'GBP' });
    assert.equal(shown.structuredContent, { success: true, rendered: 'show_price' });
    await shows(page, '#price', '3 USD');
    const refused = await call(page, 'show_price', { amount: 'x' });
    assert.is(refused.isError, true);
    const told = refusalOf(refused);
    assert.equal([told.error, told.issues[0]?.path], ['validation_error', ['amount']]);
    await shows(page, '#price', '3 USD');
    assert.equal(Object.keys((await play<{ properties: object }>(page, 'inputSchema', 'show_price')).properties), ['amount', 'currency']);
  });

  at(`[react.table] [react.lazy] ${on}: rows become a table, and a component is imported when it is shown`, async (page) => {
    await play(page, 'components');
    const rows = [
      { city: 'Oslo', degrees: -3 },
      { city: '<b>x</b>', degrees: 4 },
    ];
    assert.equal((await call(page, 'show_rows', { rows })).structuredContent, { success: true, rendered: 'show_rows' });
    await shows(page, 'table', 'CityDegreesOslo-3°<b>x</b>4°');
    const refused = refusalOf(await call(page, 'show_rows', { rows: [{ city: 'Oslo', degrees: 'cold' }] }));
    assert.equal(refused.issues[0]?.path, ['rows', 0, 'degrees']);
    await call(page, 'show_late', { amount: 9 });
    await shows(page, '#price', '9 EUR');
  });

  at(`[react.dynamic-tool] [react.dynamic-resource] ${on}: there while mounted, with the function that was rendered last`, async (page) => {
    await play(page, 'counter');
    await call(page, 'count', {});
    await call(page, 'count', { by: 2 });
    await shows(page, '#count', '3');
    assert.equal((await call(page, 'count_now')).structuredContent, { count: 3 });
    assert.match(JSON.stringify(await play(page, 'read', 'count://now')), /\{\\"count\\":3\}/);
    await play(page, 'leave');
    assert.equal(await play(page, 'tools'), ['add', 'fail', 'slow']);
    assert.match(await play(page, 'call', 'count', {}), /count/);
  });

  at(`[react.dynamic-tool] ${on}: 500 calls while the component comes and goes lose none; 1,000 mounts leave nothing`, async (page) => {
    await play(page, 'flipping');
    const { counted, gone, other } = await play<{ counted: number; gone: number; other: object[] }>(page, 'storm');
    assert.equal([counted + gone, other], [500, []]);
    // Of five calls after each change the first alone may fall on either side of it.
    assert.ok(counted >= 200 && gone >= 200, `${counted} counted, ${gone} gone`);
    await play(page, 'mountOften', 1000);
    assert.equal(await play(page, 'tools'), ['add', 'fail', 'slow']);
  });

  at(`[react.two-of-one-name] ${on}: of two tools of one name the later answers`, async (page) => {
    await play(page, 'twoOfOneName');
    await call(page, 'count', { by: 5 });
    const counts = await page.evaluate(`[...document.querySelectorAll('#count')].map(({ textContent }) => textContent)`);
    assert.equal(counts, ['0', '5']);
  });

  at(`[react.store] ${on}: the state of a store as resources, its actions as tools`, async (page) => {
    await play(page, 'store');
    await shows(page, '#cart', '[{"items":["tea"]},null]');
    assert.equal((await call(page, 'cart_add', { item: 'jam' })).structuredContent, { success: true });
    await shows(page, '#cart', '[{"items":["tea","jam"]},null]');
    assert.match(JSON.stringify(await play(page, 'read', 'state://cart/first')), /\\"tea\\"/);
    assert.is((await call(page, 'cart_add', { item: 1 })).isError, true);
    await play(page, 'leave');
    assert.is(await play(page, 'storeListeners'), 0);
  });

  at(`[react.api] ${on}: an operation is a tool; what belongs to the path cannot leave it`, async (page) => {
    await play(page, 'api');
    assert.equal((await call(page, 'api_get_pet', { id: 'a/b', tag: ['x', 'y'] })).structuredContent, { status: 200, data: { id: 1 } });
    const failed = await call(page, 'api_add_pet', { body: { name: '' } });
    assert.equal([failed.isError, failed.structuredContent], [true, { status: 422, data: { error: 'no name' } }]);
    assert.is((await call(page, 'api_get_pet', { id: '..' })).isError, true);
    assert.equal(await page.evaluate('stage.sent'), [
      { method: 'GET', url: 'https://api.example/v1/pets/a%2Fb?tag=x&tag=y', headers: { authorization: 'Bearer x' } },
      {
        method: 'POST',
        url: 'https://api.example/v1/pets',
        headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
        body: '{"name":""}',
      },
    ]);
  });

  at(`[react.vendors] ${on}: tools and calls in the shapes of vendors`, async (page) => {
    const toolsOf = async (platform: string): Promise<Record<string, Record<string, unknown>>> => {
      await play(page, 'vendor', platform);
      for (let tries = 0; tries < 300 && JSON.stringify(await play(page, 'vendorTools')).length < 5; tries++);
      return play(page, 'vendorTools');
    };
    const openai = await toolsOf('openai');
    assert.is(openai[0]?.['type'], 'function');
    const run = (given: object) => play<string | object>(page, 'vendorCall', given);
    const wholeCall = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } };
    assert.equal(await run(wholeCall), { role: 'tool', tool_call_id: 'c1', content: '{"value":3}' });
    assert.match(
      JSON.stringify(await run({ id: 'c2', function: { name: 'add', arguments: '{"a":' } })),
      /arguments of the call of .*add.* are no JSON object/,
    );
    const claude = await toolsOf('claude');
    assert.ok(claude[0]?.['input_schema']);
    const result = { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '{"value":3}' }] };
    assert.equal(await run({ id: 't1', name: 'add', input: { a: 1, b: 2 } }), result);
    assert.ok((await toolsOf('vercel-ai'))['add']?.['parameters']);
    assert.ok((await toolsOf('langchain'))[0]?.['schema']);
    assert.ok((await toolsOf('mcp'))[0]?.['inputSchema']);
  });

  at(`[react.tree-resource] ${on}: marked components of the page, cut at a depth`, async (page) => {
    await play(page, 'tree');
    const [content] = await play<{ text: string }[]>(page, 'read', 'react://component-tree');
    const card = { component: 'Card', tag: 'div', children: [], props: { size: 'l' } };
    assert.equal(JSON.parse(content?.text ?? ''), [{ component: 'Page', tag: 'div', children: [card], props: { size: 'l' } }]);
  });

  at(`[react.agent] ${on}: the deprecated components answer success`, async (page) => {
    await play(page, 'agents');
    assert.equal((await call(page, 'agent_note', { text: 'hello' })).structuredContent, { success: true });
    await shows(page, '#agent', 'hello');
    assert.equal((await call(page, 'agent_search', { query: 'tea' })).structuredContent, { success: true });
    assert.is(await page.evaluate(`document.querySelector('input[type=search]').value`), 'tea');
  });
}

test.run();
