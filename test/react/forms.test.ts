/* Forms, viewers and trees of `@service/react`, in Chromium, on React 18.3 and 19. */
import { copyJson } from '@service/sdk/model';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageScene } from '../support/page-site.ts';
import { openOnEveryReact, play, reactVersions, textOf } from './support.ts';

let scene: PageScene;
const test = suite('react forms');
test.before(async () => {
  scene = await openOnEveryReact('forms');
});
test.after(() => scene.close());

for (const version of reactVersions) {
  const on = `React ${version}`;
  const open = () => scene.visit(version);

  test(`[react.tool-form] ${on}: a field for every property, marked, described and typed as the schema says`, async () => {
    const { page, said, close } = await open();
    await play(page, 'toolForm');
    const fields = await page.evaluate<object[]>(
      `[...document.querySelectorAll('[id^=field-]')].map(({ id, localName, type, step, required, placeholder, value, options }) => ({ id, kind: localName === 'select' ? 'select' : type, step, required, placeholder, value, options: options && [...options].map(({ value }) => value) }))`,
    );
    const input = (id: string, more: object) => ({
      id: `field-${id}`,
      kind: 'text',
      step: '',
      required: false,
      placeholder: '',
      value: '',
      ...more,
    });
    const select = (id: string, more: object) => ({ id: `field-${id}`, kind: 'select', required: false, ...more });
    assert.equal(copyJson(fields), [
      input('title', { required: true, placeholder: 'What to order' }),
      input('amount', { kind: 'number', step: 'any', required: true }),
      input('pieces', { kind: 'number', step: '1' }),
      input('gift', { required: true }),
      select('size', { required: true, value: 'm', options: ['s', 'm', 'l'] }),
      select('colour', { value: '', options: ['', 'red', 'blue'] }),
      select('level', { value: '2', options: ['', '1', '2', '3'] }),
      select('bad', { required: true, value: 'a', options: ['a', 'b'] }),
      input('note', {}),
      input('__proto__x', {}),
    ]);
    assert.is(await textOf(page, 'form button'), 'Call Tool');
    assert.match(
      await page.locator('form').ariaSnapshot(),
      /form "Order"[\s\S]*textbox "title"[\s\S]*spinbutton "amount"[\s\S]*combobox "size"/,
    );
    assert.equal(said, []);
    await close();
  });

  test(`[react.submit] ${on}: numbers and booleans as such, empty optional fields left out, choices as the schema has them`, async () => {
    const { page, close } = await open();
    await play(page, 'toolForm');
    await page.fill('#field-title', 'tea');
    await page.fill('#field-amount', '1.5');
    await page.fill('#field-gift', 'true');
    await page.click('form button');
    assert.is(await textOf(page, '#sent'), '{"title":"tea","amount":1.5,"gift":true,"size":"m","level":2,"bad":"a"}');
    await page.fill('#field-pieces', '4');
    await page.fill('#field-gift', 'yes');
    await page.click('form button');
    assert.is(await textOf(page, '#sent'), '{"title":"tea","amount":1.5,"pieces":4,"gift":false,"size":"m","level":2,"bad":"a"}');
    await close();
  });

  test(`[react.own-field] ${on}: a field of one's own gets the field, its text and what hears of a change`, async () => {
    const { page, close } = await open();
    await play(page, 'ownField');
    await page.fill('#own-title', 'x');
    await page.click('form button');
    assert.is(await textOf(page, '#sent'), '{"title":"x"}');
    assert.is(await page.evaluate(`document.querySelector('#own-title').dataset.type`), 'string');
    await close();
  });

  test(`[react.submit] ${on}: a tool that is listed again keeps what was written, another one begins anew`, async () => {
    const { page, close } = await open();
    await play(page, 'switching');
    await page.fill('#field-title', 'kept');
    await page.click('#again');
    assert.is(await page.evaluate(`document.querySelector('#field-title').value`), 'kept');
    await page.click('#another');
    assert.is(await page.evaluate(`document.querySelector('#field-title').value`), '');
    await close();
  });

  test(`[react.prompt-form] ${on}: texts of several lines, every argument sent`, async () => {
    const { page, said, close } = await open();
    await play(page, 'promptForm');
    await page.fill('textarea#prompt-code', 'a\nb');
    await page.click('form button');
    assert.is(await textOf(page, '#sent'), '{"code":"a\\nb","tone":""}');
    assert.is(await textOf(page, 'form button'), 'Go');
    assert.equal(said, []);
    await close();
  });

  test(`[react.tool-form] ${on}: hostile names are text and members, nothing else`, async () => {
    const { page, said, close } = await open();
    await play(page, 'hostile');
    await page.fill('[id="field-__proto__"]', 'x');
    await page.click('form button');
    assert.is(await page.evaluate('stage.args'), '{"__proto__":"x"}');
    assert.is(await page.evaluate(`document.querySelectorAll('img, script:not([src]), b, i').length`), 0);
    assert.equal(said, []);
    await close();
  });

  test(`[react.output] ${on}: loading over error over data, each with its test id`, async () => {
    const { page, said, close } = await open();
    const shown = async (props: object): Promise<(string | null)[]> => {
      await play(page, 'output', props);
      return page.evaluate(`[document.querySelector('.mine').dataset.testid, document.querySelector('.mine').textContent]`);
    };
    assert.equal(await shown({ loading: true, error: 'x', data: 1 }), ['output-loading', 'Loading...']);
    assert.equal(await shown({ error: 'x', data: 1 }), ['output-error', 'Error: x']);
    assert.equal(await shown({}), ['output-empty', '']);
    assert.equal(await shown({ data: 'as it is' }), ['output-display', 'as it is']);
    assert.equal(await shown({ data: { a: 1 } }), ['output-display', '{\n  "a": 1\n}']);
    await play(page, 'outputOf', 'cycle');
    assert.is(await textOf(page, '[data-testid=output-display]'), '[object Object]');
    await play(page, 'outputOf', 'error');
    assert.is(await textOf(page, '[data-testid=output-error]'), 'Error: broken');
    assert.equal(said, []);
    await close();
  });

  test(`[react.resource] ${on}: each part with its URI, JSON indented anew`, async () => {
    const { page, said, close } = await open();
    await play(page, 'resource', { loading: true });
    assert.is(await textOf(page, '[data-testid=resource-loading]'), 'Loading...');
    await play(page, 'resource', { error: 'away', data: null });
    assert.is(await textOf(page, '[data-testid=resource-error]'), 'Error: away');
    await play(page, 'resource', { data: { contents: [] } });
    assert.is(await textOf(page, '[data-testid=resource-empty]'), 'No content');
    const contents = [
      { uri: 'a://1', mimeType: 'application/json', text: '{"a":1}' },
      { uri: 'a://2', mimeType: 'text/plain', text: '{"a":1}' },
      { uri: 'a://3', text: '[1]' },
      { uri: 'a://4', mimeType: 'image/png', blob: 'AAAA' },
    ];
    await play(page, 'resource', { data: { contents } });
    const shown = await page.evaluate(
      `[...document.querySelectorAll('[data-testid=resource-viewer] section')].map(({ innerText }) => innerText.replace(/\\s+/g, ' '))`,
    );
    assert.equal(shown, ['a://1 { "a": 1 }', 'a://2 {"a":1}', 'a://3 [ 1 ]', 'a://4 3 bytes of image/png']);
    assert.equal(said, []);
    await close();
  });

  test(`[react.tree] ${on}: by URI, then component, element, page, fallback, div; no handlers, no HTML, no endless depth`, async () => {
    const { page, said, close } = await open();
    const html = async (name: string, tree: unknown): Promise<string> => {
      await play(page, name, tree);
      return page.evaluate(`document.querySelector('#root').innerHTML`);
    };
    const card = '<section data-name="card" data-props="{}"></section>';
    assert.is(await html('tree', { type: 'Card' }), card);
    assert.is(await html('tree', { type: 'element://Card' }), card.replace('"card"', '"element card"'));
    assert.is(
      await html('tree', { type: 'row', children: ['a', { type: 'home', children: 2 }] }),
      '<section data-name="row" data-props="{}">a<section data-name="home" data-props="{}">2</section></section>',
    );
    assert.is(await html('tree', { type: 'custom://x/y' }), card.replace('"card"', '"custom"'));
    assert.is(await html('tree', { type: 'unknown', children: 'text' }), '<div>text</div>');
    assert.is(
      await html('treeWithFallback', { type: 'unknown', props: { a: 1 } }),
      '<section data-name="fallback" data-props="{&quot;a&quot;:1}"></section>',
    );
    const attack = { type: 'Card', props: { a: 1, onClick: 'x', ref: 'r', key: 'k', dangerouslySetInnerHTML: { __html: '<b>' } } };
    assert.is(await html('tree', attack), '<section data-name="card" data-props="{&quot;a&quot;:1}"></section>');
    assert.is(await html('tree', [null, 3, { type: 7 }]), '3');
    await play(page, 'deepTree');
    assert.is(await page.evaluate(`document.querySelectorAll('section').length`), 101);
    assert.equal(said, []);
    await close();
  });

  test(`[react.registry] ${on}: components by URI, listed in order`, async () => {
    const { page, close } = await open();
    assert.equal(await play(page, 'listed'), [
      { uri: 'component://Card', name: 'Card', description: 'A card' },
      { uri: 'element://Card', name: 'Card' },
      { uri: 'element://row', name: 'row' },
      { uri: 'page://home', name: 'home' },
      { uri: 'custom://x/y', name: 'y' },
    ]);
    assert.is(await play(page, 'resolved', 'Card'), true);
    assert.equal([await play(page, 'has', 'page://home'), await play(page, 'has', 'home')], [true, false]);
    await close();
  });

  test(`[react.dom] ${on}: elements of the page as JSON, and why there are none`, async () => {
    const { page, close } = await open();
    const read = async (name: string, what: string) => (await play<{ contents: object[] }>(page, name, what)).contents[0];
    const title = { outerHTML: `<title>${version}</title>`, textContent: version, tagName: 'TITLE' };
    assert.equal(await read('readDomBySelector', 'title'), {
      uri: 'dom://selector/title',
      mimeType: 'application/json',
      text: JSON.stringify([title]),
    });
    const root = { outerHTML: '<div id="root"></div>', textContent: '', tagName: 'DIV' };
    assert.equal(await read('readDomById', 'root'), { uri: 'dom://byId/root', mimeType: 'application/json', text: JSON.stringify(root) });
    assert.equal(await read('readDomById', 'no'), { uri: 'dom://byId/no', mimeType: 'text/plain', text: 'Element with id no not found' });
    assert.equal(await read('readDomBySelector', 'b'), {
      uri: 'dom://selector/b',
      mimeType: 'text/plain',
      text: 'No elements found matching b',
    });
    assert.equal(await read('readDomBySelector', '['), { uri: 'dom://selector/[', mimeType: 'text/plain', text: 'Invalid selector: [' });
    await close();
  });
}

test.run();
