import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { build } from '../../src/compiler/index.ts';
import { copyFixture, fixtureRoot, requestOf } from '../support/compile.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';

const flagged = JSON.stringify({ name: 'demo', version: '1.0.0', type: 'module', sideEffects: false });

/** A server whose tools are what its modules have registered when they were imported, under a flag that none of them does anything. */
const registering = (more: Readonly<Record<string, string>> = {}) =>
  copyFixture(join('errors', 'bundler-warning'), {
    'tsconfig.json': readFileSync(fixtureRoot('errors/tsconfig.base.json'), 'utf8'),
    'package.json': flagged,
    'src/registry.ts': 'import type { Entry } from "@service/sdk";\nexport const registry: Entry[] = [];\n',
    'src/adds.ts':
      'import { tool } from "@service/sdk";\nimport { registry } from "./registry.ts";\nregistry.push(tool({ name: "added", description: "Was registered" })(() => "of adds.ts"));\nexport const unused = 1;\n',
    'src/barrel.ts': 'export * from "./adds.ts";\nexport const info = { name: "demo", version: "1.0.0" };\n',
    'src/main.ts':
      'import { Service } from "@service/sdk";\nimport { info } from "./barrel.ts";\nimport { registry } from "./registry.ts";\n@Service({ info, tools: registry })\nexport default class Server {}\n',
    ...more,
  });

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
    assert.equal(await found('import-dropped', bundler), ['error import-dropped src/main.ts:2', 'no output']);
  });

  test(`[compiler.own-effects] ${bundler} keeps what a module behind a barrel does under the project's own "sideEffects": false`, async () => {
    const { remove, root } = registering();
    try {
      const { diagnostics, model, output } = await build(requestOf(root, 'registering', { build: { bundler } }), nodeTarget);
      assert.equal(diagnostics, []);
      assert.equal(
        model?.server.tools.map(({ name }) => name),
        ['added'],
      );
      assert.match(String(output?.files[0]?.contents), 'of adds.ts');
    } finally {
      remove();
    }
  });
}

test('[compiler.own-effects] a module that esbuild could only keep with another default of a CommonJS package is an error at its import', async () => {
  const { remove, root } = registering({
    'src/adds.ts':
      'import ts from "typescript";\nimport { registry } from "./registry.ts";\nregistry.push(...(ts.version === "" ? registry : []));\n',
  });
  try {
    const { diagnostics, output } = await build(requestOf(root, 'registering'), nodeTarget);
    const [first] = diagnostics;
    assert.is(`${first?.code} ${first?.span?.file}:${first?.span?.line}`, 'import-dropped src/barrel.ts:1');
    assert.match(String(first?.hint), '"sideEffects": ["./src/adds.ts"]');
    assert.is(output, undefined);
  } finally {
    remove();
  }
});

test.run();
