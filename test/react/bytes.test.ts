/* What a page pays for the library. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from './support.ts';

/** Bytes after gzip, beside React and zod. */
async function bytesOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    conditions: ['service-source'],
    external: ['react', 'react-dom', 'react-router', 'zod'],
    absWorkingDir: root,
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}

for (const [what, imported, budget] of [
  ['a form', 'ToolForm', 1_500],
  ['a component that a model drives, over a server elsewhere', 'mcpComponent, ServiceProvider, connect', 17_000],
  ['the same with a server in the page', 'mcpComponent, ServiceProvider, create', 50_000],
] as const)
  test(`[react.bytes] ${what} is at most ${budget} bytes`, async () => {
    const bytes = await bytesOf(`export { ${imported} } from '@service/react';`);
    assert.ok(bytes <= budget, `${bytes} bytes, of ${budget}`);
  });

test.run();
