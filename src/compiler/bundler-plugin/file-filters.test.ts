import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { namedAs, scriptsOutside } from './file-filters.ts';

/** Whether the bundler itself, which reads patterns with Go's rules, asks about a file. */
async function asks(filter: RegExp, path: string): Promise<boolean> {
  let asked = false;
  await build({
    entryPoints: ['entry'],
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'given',
        setup(one) {
          one.onResolve({ filter: /^entry$/ }, () => ({ path, namespace: 'given' }));
          one.onLoad({ filter, namespace: 'given' }, () => {
            asked = true;
            return { contents: '' };
          });
          one.onLoad({ filter: /.*/, namespace: 'given' }, () => ({ contents: '' }));
        },
      },
    ],
  });
  return asked;
}

// What patterns mean by a sign, letters of other alphabets, and the separator of Windows.
for (const folder of ['/work/sdk/', '/a.b+(c)[d]^{e}$|?*/x-y/', '/ä ö/日本/𝒮/', 'C:\\Users\\x\\sdk\\'])
  test(`of ${folder} nothing is asked about, of its neighbours everything`, async () => {
    const filter = scriptsOutside(folder);
    assert.is(await asks(filter, `${folder}deep/er/module.ts`), false);
    assert.is(await asks(filter, `${folder}module.js`), false);
    for (const path of [
      `${folder.slice(0, -1)}-other/x.ts`,
      `${folder.slice(0, -2)}/x.mjs`,
      '/x.ts',
      '/project/src/main.tsx',
      `/z${folder}x.cjs`,
    ])
      assert.is(await asks(filter, path), true, path);
    assert.is(await asks(filter, '/project/data.json'), false);
  });

test('a name is the whole name of a file', async () => {
  const filter = namedAs(['/sdk/define/tool-context.ts', '/sdk/a+b.ts']);
  for (const path of ['/sdk/define/tool-context.ts', '/elsewhere/tool-context.ts', 'C:\\sdk\\a+b.ts'])
    assert.is(await asks(filter, path), true, path);
  for (const path of ['/sdk/my-tool-context.ts', '/sdk/tool-context.tsx', '/sdk/aab.ts', '/sdk/tool-contextXts'])
    assert.is(await asks(filter, path), false, path);
});

test.run();
