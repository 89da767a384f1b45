/* What attackers send and what goes wrong: the page stays, the texts say what happened. In Chromium, on React 18.3 and 19. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BrowserPage } from '../support/browser.ts';
import type { PageScene } from '../support/page-site.ts';
import { shows } from './shows.ts';
import { openOnEveryReact, play, reactVersions, textOf } from './support.ts';

let scene: PageScene;
const test = suite('react hostile');
test.before(async () => {
  scene = await openOnEveryReact('hostile');
});
test.after(() => scene?.close());

const htmlOf = (page: BrowserPage): Promise<string> => page.evaluate(`document.querySelector('#root').innerHTML`);

for (const version of reactVersions) {
  /** @param reported whether React reports errors of the page's own components, which are its own */
  const at = (title: string, work: (page: BrowserPage) => Promise<void>, reported: RegExp = /^$/): void =>
    test(`${title}, on React ${version}`, async () => {
      const { page, said, close } = await scene.visit(version);
      await work(page);
      assert.equal(
        said.filter((line) => !reported.test(line)),
        [],
      );
      await close();
    });

  at('[react.hostile] markup and script addresses are texts in every prop', async (page) => {
    await play(page, 'forms');
    assert.is(await page.evaluate(`document.querySelectorAll('#root img, #root script, #root a').length`), 0);
    assert.is(await page.evaluate('globalThis.owned ?? null'), null);
    assert.is(
      (await page.evaluate<string[]>(`[...document.querySelectorAll('label')].map((label) => label.htmlFor === label.control?.id)`)).every(
        Boolean,
      ),
      true,
    );
    assert.match((await textOf(page, '[data-testid=output-error]')) ?? '', /^Error: "><img/);
  });

  at(
    '[react.hostile] a schema that holds itself is drawn, and refused for a tool',
    async (page) => {
      await play(page, 'cyclicForm');
      assert.is(await page.evaluate(`document.querySelectorAll('form [id^=field-]').length`), 2);
      await page.click('form button');
      await play(page, 'cyclicTool');
      await shows(
        page,
        '#boundary',
        'The input schema of the tool "cyclic" is refused: it holds itself, and so it is no JSON: write "$ref": "#"',
      );
      assert.is(await textOf(page, '#page'), 'still here');
    },
    /refused: it holds itself|error occurred|Error boundaries/,
  );

  at('[react.hostile] a recursive row schema is listed with references that lead to the row', async (page) => {
    await play(page, 'people');
    const listed = await play<readonly { name: string; inputSchema: { properties: { rows: { items: object } } } }[]>(page, 'tools');
    const { items } = listed.find(({ name }) => name === 'show_people')?.inputSchema.properties.rows ?? {};
    assert.match(JSON.stringify(items), '"$ref":"#/properties/rows/items"');
    const rows = JSON.stringify({ rows: [{ name: 'Ada', children: [{ name: 'Bo', children: [] }] }] });
    await play(page, 'call', 'show_people', rows);
    await shows(page, 'table', 'NameAda');
  });

  const ownErrors = /in render|in effect|in cleanup|no such chunk|in a cell|error occurred|Error boundaries/;
  for (const [phase, name, args] of [
    ['in render', 'throw_in', '{"phase":"render"}'],
    ['in effect', 'throw_in', '{"phase":"effect"}'],
    ['no such chunk', 'show_broken', '{"a":1}'],
    ['in a cell', 'show_cells', '{"rows":[{"a":1}]}'],
  ] as const)
    at(
      `[react.throws] a component that throws ${phase} ends at the boundary, and its tool with it`,
      async (page) => {
        await play(page, 'throwing');
        await play(page, 'call', name, args);
        await shows(page, '#boundary', phase);
        assert.is(await textOf(page, '#page'), 'still here');
        assert.match(JSON.stringify(await play(page, 'call', name, args)), new RegExp(name));
      },
      ownErrors,
    );

  at(
    '[react.throws] a component whose cleanup throws ends at the boundary',
    async (page) => {
      await play(page, 'throwing');
      // React cleans up at once in its strict mode.
      await play(page, 'call', 'throw_in', '{"phase":"cleanup"}');
      await shows(page, '#boundary', 'in cleanup');
      assert.is(await textOf(page, '#page'), 'still here');
    },
    ownErrors,
  );

  at(
    '[react.throws] a field or a renderer of the page that throws ends at the boundary',
    async (page) => {
      for (const [scene, text] of [
        ['throwingField', 'in renderField'],
        ['throwingTree', 'in a renderer'],
      ] as const) {
        await play(page, scene);
        await shows(page, '#boundary', text);
        assert.is(await textOf(page, '#page'), 'still here');
      }
    },
    /in renderField|in a renderer|error occurred|Error boundaries/,
  );

  at(
    '[react.throws] a listener of the page that throws is reported as its own error, and changes nothing of what it heard',
    async (page) => {
      await play(page, 'throwingHandlers');
      await shows(page, '#heard', '["connected",null,null,null]');
      await page.click('#heard');
      await shows(page, '#heard', /^\["connected",null,\[\{"type":"text",.*2.*\}\],null\]$/);
      await page.click('form button');
      assert.is(await textOf(page, '#page'), 'still here');
    },
    /in on(?:Connected|Success|Submit)/,
  );

  at('[react.throws] what a tool, a resource or a store throws is told to the model, and to the page', async (page) => {
    await play(page, 'throwing');
    for (const [name, text] of [
      ['fail_now', 'in execute'],
      ['fail_later', 'in a promise'],
    ])
      assert.match(JSON.stringify(await play(page, 'call', name)), `"content":[{"type":"text","text":"${text}"}],"isError":true`);
    assert.type(await play(page, 'read', 'fail://now'), 'string');
    assert.is(await textOf(page, '#page'), 'still here');
    await play(page, 'brokenState');
    await shows(page, '#state', /.+/);
  });

  at('[react.renamed] a tool that is renamed while it is called answers that call, by its new name the next', async (page) => {
    await play(page, 'renamed');
    await page.evaluate(`void (globalThis.pending = stage.call('before'))`);
    await play(page, 'rename', 'after');
    await play(page, 'finish', 'done');
    assert.match(JSON.stringify(await page.evaluate('globalThis.pending')), /"text":"done"/);
    assert.match(JSON.stringify(await play(page, 'call', 'before')), /before/);
    assert.ok((await play<readonly { name: string }[]>(page, 'tools')).some(({ name }) => name === 'after'));
  });

  at('[react.two-of-one-name] of two providers of one name the later answers; when it is gone, the earlier one', async (page) => {
    await play(page, 'providers');
    await shows(page, '#named', 'connected: add_two');
    await page.click('#drop');
    await shows(page, '#named', 'connected: add_one');
  });

  at('[react.ended] after the component is gone a call still answers; after the server has ended it says so', async (page) => {
    await play(page, 'late');
    await shows(page, '#late', /^\["connected"/);
    await play(page, 'leave');
    await play(page, 'callLate');
    await play(page, 'late');
    await play(page, 'end');
    await play(page, 'callLate');
    await shows(page, '#late', /this server has ended/);
  });

  at('[react.hostile] a tree brings neither a prototype nor a script address into the page', async (page) => {
    await play(page, 'tree', '{"type":"Names","props":{"a":1,"__proto__":{"title":"inherited"},"constructor":2}}');
    assert.is(await textOf(page, '#names'), '[["a","constructor","children"],null]');
    for (const type of ['__proto__', 'constructor', 'toString']) {
      await play(page, 'tree', JSON.stringify({ type, children: type }));
      assert.match(await htmlOf(page), `<div>${type}</div>`);
    }
    for (const href of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>',
    ]) {
      await play(page, 'tree', JSON.stringify({ type: 'Link', props: { href, srcdoc: 'x', SRCDOC: 'x' }, children: 'go' }));
      assert.match(await htmlOf(page), '<a>go</a>');
    }
    await play(page, 'tree', JSON.stringify({ type: 'Link', props: { href: '/javascript' }, children: 'go' }));
    assert.match(await htmlOf(page), '<a href="/javascript">go</a>');
  });

  at('[react.hostile] names of prototypes in arguments, stores and paths are names', async (page) => {
    await play(page, 'keys');
    await shows(page, '#keys', /^\["__proto__","/);
    const echoed = await play<{ structuredContent: object }>(page, 'call', 'echo', '{"constructor":1,"__proto__":{"owned":1}}');
    assert.is(Reflect.get(echoed.structuredContent, 'polluted'), false);
  });
}

test.run();
