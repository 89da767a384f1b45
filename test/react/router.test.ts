/* The router bridge, in Chromium: React Router 6, 7 and 8, on the versions of React that each takes, and another router. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageScene } from '../support/page-site.ts';
import { shows } from './shows.ts';
import { aliasOf, openVariants, play, textOf, type ReactVersion } from './support.ts';

const rows: readonly (readonly [router: string, react: ReactVersion])[] = [
  ['react-router6', '18'],
  ['react-router6', '19'],
  ['react-router', '18'],
  ['react-router', '19'],
  ['react-router8', '19'],
];
const notConnected = 'Router bridge not connected. Ensure useRouterBridge() is called inside a React Router tree.';

let scene: PageScene;
const test = suite('react router');
test.before(async () => {
  const variants = rows.map(([router, react]) => {
    const alias = router === 'react-router' ? aliasOf(react) : { ...aliasOf(react), 'react-router': router };
    return { name: `${router}-${react}`, entry: 'routes', alias };
  });
  scene = await openVariants([...variants, { name: 'tanstack', entry: 'tanstack', alias: {} }]);
});
test.after(() => scene?.close());

/** Browsers leave out tabs, line ends and control characters. */
const leaving = [
  'https://evil.example/',
  '//evil.example/',
  'javascript:alert(1)',
  '\\\\evil.example',
  '/\t/evil.example/',
  '/\n\\evil.example/',
  '\u0001//evil.example/',
  '\u0001java\nscript:alert(1)',
  '..//evil.example/',
];

for (const [router, react] of rows)
  test(`[react.router] ${router} on React ${react}: a model moves the page, goes back and reads where it is`, async () => {
    const { page, said, close } = await scene.visit(`${router}-${react}`);
    assert.is(await play(page, 'call', 'navigate', { path: '/x' }), notConnected);
    assert.is(await play(page, 'current'), `Error: ${notConnected}`);
    for (const [kind, base] of [
      ['memory', '/app'],
      ['data', ''],
    ] as const) {
      await play(page, kind);
      await shows(page, '#names', 'navigate,go_back');
      assert.is(await play(page, 'call', 'navigate', { path: '/next?a=1#b' }), 'Navigated to /next?a=1#b');
      await shows(page, '#place', '/next?a=1#b');
      assert.equal(await play(page, 'current'), { pathname: '/next', search: '?a=1', hash: '#b', href: `${base}/next?a=1#b` });
      assert.is(await play(page, 'call', 'navigate', { path: '/third', replace: true }), 'Navigated to /third');
      assert.is(await play(page, 'call', 'go_back'), 'Navigated back');
      await shows(page, '#place', '/start');
      for (const path of leaving)
        assert.is(await play(page, 'call', 'navigate', { path }), `"${path}" leads out of this page: give a path`);
      await play(page, 'leave');
      assert.is(await play(page, 'call', 'go_back'), notConnected);
    }
    // React Router 6 speaks of flags of 7, and 7 of those of 8.
    assert.equal(
      said.filter((line) => !line.includes('Future Flag')),
      [],
    );
    await close();
  });

test('[react.router] outside a router the hook says where it belongs', async () => {
  const { page, said, close } = await scene.visit('react-router-19');
  await play(page, 'outside');
  assert.match(said.join('\n'), /useRouterBridge\(\) is called outside a React Router tree/);
  await close();
});

test('[react.other-router] another router by an adapter', async () => {
  const { page, said, close } = await scene.visit('tanstack');
  await play(page, 'tanstack');
  assert.is(await play(page, 'call', 'navigate', { path: '/next' }), 'Navigated to /next');
  await shows(page, '#place', '/next');
  assert.equal(await play(page, 'current'), { pathname: '/next', search: '', hash: '', href: '/next' });
  await play(page, 'call', 'go_back');
  await shows(page, '#place', '/start');
  assert.is(await textOf(page, '#place'), '/start');
  assert.equal(said, []);
  await close();
});

test.run();
