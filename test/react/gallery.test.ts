/* The gallery of `examples`, built as strangers build it, and driven by a model's client in Chromium. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeModule } from '../../scripts/serving/judges.ts';
import { openBrowser, type Browser, type BrowserPage } from '../support/browser.ts';
import { serveFolder, type FolderSite } from '../support/folder-site.ts';
import { shows } from './shows.ts';
import { root, textOf } from './support.ts';

const gallery = join(root, 'examples/gallery');
const folder = mkdtempSync(join(tmpdir(), 'service-gallery-'));
let browser: Browser;
const sites: FolderSite[] = [];

const test = suite('react gallery');
test.before(async () => {
  browser = await openBrowser();
});
test.after(async () => {
  await browser?.close();
  for (const site of sites) site.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Vite {
  build(options: object): Promise<unknown>;
}

/** The page that its own `vite build` makes. @returns what vite warned of */
async function buildByVite(outDir: string): Promise<readonly string[]> {
  const vite = (await judgeModule('vite/dist/node/index.js')) as Vite;
  const { default: react } = (await judgeModule('@vitejs/plugin-react/dist/index.js')) as { default: () => object };
  const said: string[] = [];
  const keep = (message: string): void => void said.push(message);
  const customLogger = { info: () => undefined, warn: keep, warnOnce: keep, error: keep, clearScreen: () => undefined };
  const resolve = { conditions: ['service-source', 'module', 'browser', 'development|production'] };
  await vite.build({
    root: gallery,
    configFile: false,
    logLevel: 'warn',
    customLogger,
    plugins: [react()],
    resolve,
    build: { outDir, emptyOutDir: true },
  });
  return said;
}

/** The same with esbuild, and an HTML page that loads its outputs. @returns what esbuild warned of */
async function buildByEsbuild(outDir: string): Promise<readonly string[]> {
  const { warnings } = await build({
    entryPoints: [join(gallery, 'src/main.tsx')],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: outDir,
    conditions: ['service-source'],
    logLevel: 'silent',
  });
  mkdirSync(outDir, { recursive: true });
  const page = readFileSync(join(gallery, 'index.html'), 'utf8');
  writeFileSync(
    join(outDir, 'index.html'),
    page.replace('/src/main.tsx', '/main.js').replace('</head>', '<link rel="stylesheet" href="/main.css" /></head>'),
  );
  return warnings.map(({ text }) => text);
}

/** Opens the page, with what its console says. */
async function open(site: FolderSite, options: Parameters<Browser['newContext']>[0] = {}): Promise<{ page: BrowserPage; said: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(site.origin);
  await shows(page, 'header [role=status]', 'connected · 13 tools');
  return { page, said };
}

const call = (page: BrowserPage, name: string, args: object): Promise<{ readonly isError?: boolean }> =>
  page.evaluate(`model.callTool(${JSON.stringify(name)}, ${JSON.stringify(args)})`);

/** Names texts that are hard to read. */
const contrastScript = readFileSync(join(import.meta.dirname, 'page/contrast.mjs'), 'utf8');

for (const [bundler, make] of [
  ['vite', buildByVite],
  ['esbuild', buildByEsbuild],
] as const)
  test(`[react.gallery] ${bundler} builds it without a warning, and a model's client drives its app`, async () => {
    const out = join(folder, bundler);
    assert.equal(await make(out), []);
    const site = await serveFolder(out);
    sites.push(site);
    const { page, said } = await open(site);
    await call(page, 'trip_add_stop', { city: 'Bergen', nights: 3 });
    await shows(page, '.stops', /Oslo2 nights×Bergen3 nights×/);
    assert.is((await call(page, 'trip_add_stop', { city: 'Bergen', nights: 300 })).isError, true);
    await call(page, 'mark_stop', { city: 'Bergen' });
    await shows(page, '.stops .marked', /Bergen/);
    await call(page, 'show_weather', { city: 'Bergen', degrees: 9, sky: 'rain' });
    await shows(page, '.weather', /9°Bergen/);
    await call(page, 'show_costs', { title: 'Costs', bars: [{ label: 'Trains', euro: 141 }] });
    await shows(page, '.chart', 'CostsTrains141 €');
    await call(page, 'navigate', { path: '/map?zoom=3' });
    await shows(page, '#place', '/map?zoom=3');
    await page.click('#play');
    await shows(page, '.card', 'Three things to seeBryggenFløyenNordlys');
    await shows(page, 'table', /R41 Oslo–Bergen08:2549 €/);
    // A person's part of the page: a form calls the server, and its result is shown.
    await page.fill('[aria-label=Convert] #field-amount', '10');
    await page.click('[aria-label=Convert] button');
    await shows(page, '[aria-label=Convert] + [data-testid=output-display]', /"amount": 117/);
    assert.match((await textOf(page, 'details pre')) ?? '', /"input_schema"/);
    assert.equal(said, []);
  });

/** What a reader of screens is told of an element. */
const snapshots: readonly (readonly [selector: string, told: RegExp])[] = [
  [
    '[aria-label=Convert]',
    /^- form "Convert":[^]*spinbutton "amount"[^]*combobox "currency":\s+- option "NOK" \[selected\][^]*textbox "rounded":\s+- \/placeholder: true for whole units[^]*button "Convert"$/,
  ],
  ['[aria-label="Packing list"]', /^- form "Packing list":[^]*textbox "weather"[^]*textbox "luggage"[^]*button "Get Prompt"$/],
  ['[data-testid=output-loading]', /^- status: Loading\.\.\.$/],
  ['[data-testid=output-error]', /^- alert: "Error: The ferry is gone"$/],
  ['[data-testid=output-display] >> nth=-1', /^- text: "\{ \\"city\\": \\"Bergen\\"/],
  ['[data-testid=resource-loading]', /^- status: Loading\.\.\.$/],
  ['[data-testid=resource-error]', /^- alert: "Error: No such resource"$/],
  ['[data-testid=resource-empty] >> nth=0', /^- text: No content$/],
  ['[data-testid=resource-viewer] >> nth=0', /trip:\/\/tips/],
  ['.planner table', /columnheader "Train"[^]*row "R41 Oslo–Bergen 08:25 49 €"[^]*cell "49 €"/],
  ['.weather', /^- img "rain"/],
  ['.chart', /^- figure "Costs of the trip":[^]*meter "Trains"/],
  ['[type=search]', /^- searchbox "Search places"$/],
  ['.card', /strong: Three things to see/],
  ['blockquote', /^- blockquote: Take a raincoat/],
];

test('[react.accessible] every component has its role and its name, and a form is filled in by the keyboard alone', async () => {
  const site = sites.at(-1);
  assert.ok(site);
  const { page, said } = await open(site);
  await page.click('#play');
  await shows(page, '.card', /Nordlys/);
  for (const [selector, told] of snapshots) assert.match(await page.locator(selector).ariaSnapshot(), told, selector);
  await page.evaluate(`document.querySelector('#field-rounded').closest('form').querySelector('input').focus()`);
  await page.keyboard.type('10');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('true');
  await page.keyboard.press('Enter');
  await shows(page, '[aria-label=Convert] + [data-testid=output-display]', /"amount": 112,[^]*"SEK"/);
  const outline = await page.evaluate(`document.activeElement.id + ' ' + getComputedStyle(document.activeElement).outlineStyle`);
  assert.is(outline, 'field-rounded solid');
  assert.equal(said, []);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test(`[react.gallery] it fits ${width} pixels, ${colorScheme}, and its texts can be read`, async () => {
      const [site] = sites;
      assert.ok(site);
      const { page } = await open(site, { colorScheme, viewport: { width, height: 900 } });
      await page.click('#play');
      await shows(page, '.card', /Nordlys/);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      assert.equal(await page.evaluate(contrastScript), []);
    });

test.run();
