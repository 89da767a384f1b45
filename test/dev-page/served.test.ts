/* `service dev` in examples/shop, and its page in Chromium: widgets in the strict host, and what a save changes. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Browser } from '../support/browser.ts';
import { editFile } from '../support/cli/project-fixture.ts';
import { type ServedExample, serveExample } from '../support/dev-project.ts';
import { openBrowser, visit, type Visit } from '../support/page-visit.ts';
import { pictures } from '../support/widget-scene.ts';

interface Scene {
  browser: Browser;
  dev: ServedExample;
  seen: Visit;
}

const test = suite<Scene>('page of dev');

test.before(async (scene) => {
  mkdirSync(pictures, { recursive: true });
  [scene.browser, scene.dev] = await Promise.all([openBrowser(), serveExample('shop')]);
  scene.seen = await visit(scene.browser, scene.dev.address);
  await scene.seen.has('list-orders');
});
test.after(async ({ browser, dev, seen }) => {
  assert.equal(
    seen.faults.filter((fault) => !fault.includes('evil.example')),
    [],
  );
  await browser.close();
  await dev.end();
});

const sources = ({ dev }: Scene, name: string): string => join(dev.project, 'src/tools', name);

test('[dev-page.address] the page is on loopback, on a port of its own', ({ dev }) => {
  assert.match(dev.address, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/);
  assert.is.not(new URL(dev.address).port, new URL(dev.url).port);
});

test('[dev-page.widget] a call of a tool with a widget shows it in the strict host, which answers it', async ({ seen }) => {
  await seen.page.click('.list button:has-text("list-orders")');
  await seen.page.click('.detail button[type=submit]');
  await seen.shows('Page 1 of 6');
  await seen.view()?.click('text=Next');
  await seen.shows('Page 2 of 6');
  await seen.page.click('nav button:has-text("Log")');
  await seen.has('next-orders');
  await seen.page.click('nav button:has-text("Widget")');
});

test('[dev-page.widget] host, theme, width and display mode are switched', async ({ seen }) => {
  const select = (label: string, value: string): Promise<void> =>
    seen.page.evaluate(`(() => {
      const select = [...document.querySelectorAll('.bar label')].find((one) => one.textContent.startsWith('${label}')).querySelector('select');
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, '${value}');
      select.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  const width = (pixels: number): Promise<void> =>
    seen.until(`Math.round(document.querySelector('.stage').getBoundingClientRect().width) === ${pixels}`);
  await width(494);
  await select('Theme', 'dark');
  const scheme = async () => seen.view()?.evaluate<string>('document.documentElement.style.colorScheme');
  for (let tries = 0; tries < 300 && (await scheme()) !== 'dark'; tries++) await new Promise((done) => setTimeout(done, 20));
  assert.is(await scheme(), 'dark');
  await select('Width', '340');
  await width(340);
  await select('Host', 'claude');
  await width(720);
  await seen.shows('Page 1 of 6');
  await select('Host', 'cursor');
  await width(649);
  assert.equal(await seen.page.evaluate(`[...document.querySelectorAll('.bar label')].at(-1).innerText.includes('fullscreen')`), false);
  await select('Host', 'strict');
  await select('Display', 'fullscreen');
  await seen.until(`document.querySelector('.stage.fullscreen')`);
  await select('Display', 'inline');
  await select('Theme', 'light');
  await seen.shows('Page 1 of 6');
});

test('[dev-page.reload] after a save the changed widget shows the last result again, without a call', async (scene) => {
  const { dev, seen } = scene;
  await seen.page.click('nav button:has-text("Entries")');
  await seen.page.click('.list button:has-text("save-order")');
  await seen.page.fill('#field-id', '1004');
  await seen.page.click('nav button:has-text("Log")');
  await seen.page.click('.log button:has-text("Clear")');
  await seen.page.click('nav button:has-text("Widget")');
  editFile(sources(scene, 'list-orders.widget.ts'), (text) => text.replace('>Page ', '>Sheet '));
  await seen.shows('Sheet 1 of 6');
  await seen.has('begins again, with the result of the call');
  await dev.run.says(/changed src\/tools\/list-orders\.widget\.ts/);
  await dev.run.says(/serving/);
  await seen.page.click('nav button:has-text("Log")');
  assert.not.match(await seen.textOf('.log'), /tools\/call/);
  await seen.page.click('nav button:has-text("Entries")');
  assert.is(await seen.page.evaluate(`document.querySelector('#field-id').value`), '1004', 'what was written is still there');
});

test('[dev-page.violations] what the policy blocks is a finding', async (scene) => {
  const { dev, seen } = scene;
  editFile(
    sources(scene, 'list-orders.widget.ts'),
    (text) => `${text}\nvoid fetch(['https:', '', 'evil.example', 'x'].join('/')).catch(() => 0);\n`,
  );
  await dev.run.says(/serving/);
  await seen.page.click('nav button:has-text("Widget")');
  await seen.has('The policy blocks connect-src https://evil.example/x');
  await seen.has('Declare it in ui.csp.connectDomains of the tool: https://evil.example');
  const line =
    readFileSync(sources(scene, 'list-orders.widget.ts'), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('evil.example')) + 1;
  // Of the sources: the document has the whole script in one line.
  await seen.until(`document.querySelector('.widget .findings').innerText.includes('src/tools/list-orders.widget.ts:${line}:6')`);
});

test('[dev-page.reload] a save that does not build is a finding with its place; a changed widget is shown without waiting for a server', async (scene) => {
  const { dev, seen } = scene;
  const broken = '\nexport const broken = {';
  const findings = (file: string): Promise<void> =>
    seen.until(`/src\\/tools\\/${file}:\\d+:\\d+/.test(document.querySelector('.findings')?.innerText)`);
  /** Saves, and waits until the build of it has failed too: two saves at once may be one build or two, of which the second takes the server away. */
  const saveInVain = async (file: string, edit: (text: string) => string): Promise<void> => {
    editFile(sources(scene, file), edit);
    await dev.run.says(new RegExp(`changed src/tools/${file}`));
    await dev.run.says(/save a file to build again/);
  };
  await saveInVain('sales.tool.ts', (text) => text + broken);
  await seen.has('build failed');
  await findings('sales\\.tool\\.ts');
  await seen.shows('Sheet 1 of 6');
  await saveInVain('list-orders.widget.ts', (text) => text.replace('>Sheet ', '>Leaf '));
  await seen.shows('Leaf 1 of 6');
  assert.not.ok(await seen.page.evaluate(`document.querySelector('.status.good')`), 'nothing was built that could serve it');
  await saveInVain('list-orders.widget.ts', (text) => `${text}\n)`);
  await findings('list-orders\\.widget\\.ts');
  await saveInVain('list-orders.widget.ts', (text) => text.slice(0, -2));
  editFile(sources(scene, 'sales.tool.ts'), (text) => text.replace(broken, ''));
  await dev.run.says(/serving/);
  await seen.until(`document.querySelector('.status.good')`);
  await seen.shows('Leaf 1 of 6');
});

test('[dev-page.widget] the page is readable in both themes, narrow and wide', async ({ browser, dev }) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [340, 1200]) {
      const seen = await visit(browser, dev.address, { colorScheme, viewport: { width, height: 760 } });
      await seen.has('edit-order');
      await seen.page.screenshot({ path: join(pictures, `page-entries-${colorScheme}-${width}.png`), fullPage: true });
      await seen.page.click('.list button:has-text("edit-order")');
      await seen.page.fill('#field-id', '1004');
      await seen.page.click('.detail button[type=submit]');
      await seen.shows('1004');
      await seen.page.screenshot({ path: join(pictures, `page-widget-${colorScheme}-${width}.png`), fullPage: true });
      for (const view of ['Log', 'About']) {
        await seen.page.click(`nav button:has-text("${view}")`);
        await seen.page.screenshot({ path: join(pictures, `page-${view}-${colorScheme}-${width}.png`), fullPage: true });
      }
      assert.ok(await seen.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${width} ${colorScheme}`);
      assert.equal(seen.faults, []);
      await seen.context.close();
    }
});

test.run();
