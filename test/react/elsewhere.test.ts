/* A page over a server elsewhere, with stores of two libraries, and a page that a server has rendered; in Chromium, on React 18.3 and 19. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageScene } from '../support/page-site.ts';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, type HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { shows } from './shows.ts';
import { aliasOf, openOnEveryReact, play, reactVersions, root, textOf, type ReactVersion } from './support.ts';

let scene: PageScene;
let boot: HttpBoot;
const project = copyFixture('calculator');
const folder = join(project.root, 'dist/node');
const test = suite('react elsewhere');
test.before(async () => {
  const request = requestOf(project.root, 'calculator');
  await writeOutput(request, (await bundleOf(request)).result, folder);
  boot = await bootHttp({ folder, name: 'calculator', env: { SERVICE_CORS_ORIGINS: '*' } });
  scene = await openOnEveryReact('elsewhere');
});
test.after(async () => {
  await scene?.close();
  await boot?.stop();
  project.remove();
});

/** What a server prints of the shared page. */
async function render(version: ReactVersion): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createElement } from 'react'; import { renderToString } from 'react-dom/server'; import { Shared } from './test/react/page/shared.ts'; export const html = renderToString(createElement(Shared));`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    conditions: ['service-source'],
    absWorkingDir: root,
    alias: aliasOf(version),
    logLevel: 'silent',
  });
  const file = join(project.root, `rendered-${version}.cjs`);
  writeFileSync(file, outputFiles[0]?.text ?? '');
  return (createRequire(file)(file) as { readonly html: string }).html;
}

for (const version of reactVersions) {
  const on = `React ${version}`;

  test(`[react.elsewhere] ${on}: a server over HTTP beside tools of the page itself`, async () => {
    const { page, said, close } = await scene.visit(version);
    await play(page, 'remote', boot.url);
    await shows(page, '#remote', '["connected",null,["add","divide","here"],null,null]');
    await page.click('#add');
    await shows(page, '#remote', '["connected",null,["add","divide","here"],{"sum":5},null]');
    await page.click('#here');
    await shows(page, '#remote', /\[\{"type":"text","text":"here 1"\}\]/);
    await page.click('#wrong');
    await shows(page, '#remote', /validation_error/);
    assert.equal(said, []);
    await close();
  });

  test(`[react.status] ${on}: a server that is away is an error, and is tried again`, async () => {
    const { page, close } = await scene.visit(version);
    await play(page, 'remote', 'http://127.0.0.1:9/mcp');
    await shows(page, '#remote', /^\["error",".+",\["here"\]/);
    await page.click('#add');
    await page.click('#again');
    await shows(page, '#remote', /^\["error"/);
    await close();
  });

  test(`[react.libraries] ${on}: stores of Redux and valtio`, async () => {
    const { page, said, close } = await scene.visit(version);
    await play(page, 'stores');
    await shows(page, '#stores', /^\[\{"count":0\},0,\{"count":0\},/);
    assert.match((await textOf(page, '#stores')) ?? '', /"counter_add: Adds to the counter","valtio_add: add"/);
    await page.click('#add');
    await page.click('#increment');
    await shows(page, '#stores', /^\[\{"count":2\},4,\{"count":1\},/);
    assert.equal(said, []);
    await close();
  });

  test(`[react.throws] ${on}: a component that throws ends at the page's boundary, and a bad schema says which`, async () => {
    const { page, close } = await scene.visit(version);
    await play(page, 'broken');
    await page.click('#call');
    await shows(page, '#boundary', 'no 1');
    await play(page, 'bad');
    await shows(page, '#boundary', /The input schema of the tool "bad" is refused: .*"text" is no type/);
    await play(page, 'noProvider');
    await shows(page, '#boundary', /useService stands below no <ServiceProvider>/);
    await close();
  });

  test(`[react.rendered] ${on}: what a server has rendered is taken over without a warning`, async () => {
    const html = await render(version);
    assert.match(html, /<output id="shared">idle: <\/output>no price<form>/);
    const { page, said, close } = await scene.visit(version);
    await play(page, 'hydrate', html);
    await shows(page, '#shared', 'idle: show_price');
    assert.equal(said, []);
    await close();
  });
}

test.run();
