/* TypeScript takes a third of a second to load, and the bundlers a tenth: what asks nothing of them does not wait for them. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = join(import.meta.dirname, '../..');

/** Packages that are loaded with a module of the compiler: those that it, or what it imports, imports at once. */
async function loadedWith(entry: string): Promise<ReadonlySet<string>> {
  const bundled = { bundle: true, splitting: true, packages: 'external', format: 'esm', platform: 'node' } as const;
  const made = await build({ ...bundled, absWorkingDir: root, entryPoints: [entry], outdir: 'loaded', write: false, metafile: true });
  const { inputs } = made.metafile;
  const reached = new Set([entry]);
  for (const path of reached) for (const one of inputs[path]?.imports ?? []) if (one.kind === 'import-statement') reached.add(one.path);
  return new Set([...reached].filter((path) => inputs[path] === undefined));
}

const heavy = ['esbuild', 'rollup', 'ts-morph'];

test('a command loads the compiler without TypeScript and bundlers, which an unchanged build needs none of', async () => {
  const loaded = await loadedWith('src/compiler/index.ts');
  assert.ok(loaded.has('node:fs'));
  assert.equal(
    heavy.filter((name) => loaded.has(name)),
    [],
  );
});

test('the evaluating process is started before TypeScript is loaded', async () => {
  const loaded = await loadedWith('src/compiler/4-evaluate/index.ts');
  assert.equal(
    heavy.filter((name) => loaded.has(name)),
    ['esbuild'],
  );
});

test.run();
