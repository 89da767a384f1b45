import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { build } from '../../src/compiler/index.ts';
import { fixtureRoot, requestOf } from '../support/compile.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';

/** Code and place of each finding of a fixture. */
async function found(code: string, bundler: 'esbuild' | 'rollup'): Promise<readonly string[]> {
  const { diagnostics, output } = await build(requestOf(fixtureRoot(join('errors', code)), code, { build: { bundler } }), nodeTarget);
  const lines = diagnostics.map((one) => `${one.severity} ${one.code} ${one.span?.file}:${one.span?.line}`);
  return [...lines, output === undefined ? 'no output' : 'output'];
}

for (const bundler of ['esbuild', 'rollup'] as const) {
  test(`[compiler.bundler-warnings] a warning of ${bundler} is shown once, at its line`, async () => {
    assert.equal(await found('bundler-warning', bundler), ['warning bundler-warning src/main.ts:3', 'output']);
  });

  test(`[compiler.bundler-warnings] an import that ${bundler} would drop is an error at its line`, async () => {
    assert.equal(await found('import-dropped', bundler), ['error import-dropped src/main.ts:3', 'no output']);
  });
}

test.run();
