import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { build, copyFixture, fixtureRoot, requestOf } from '../support/compile.ts';
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

/** A server with a sign-in page of its own, under the same flag; `effects` is what the page imports for its effect. */
const withPage = (effects: string) =>
  registering({
    'src/effects.ts': effects,
    'src/barrel.ts': 'export * from "./effects.ts";\nexport const title = "Sign in";\n',
    'src/page.ts':
      'import { html } from "@service/sdk/auth-ui";\nimport { title } from "./barrel.ts";\nexport default function page() { return html`<h1>${title}</h1>`; }\n',
    'src/main.ts':
      'import { Service, tool } from "@service/sdk";\nconst t = tool({ name: "t", description: "T" })(() => "ok");\n@Service({ info: { name: "demo", version: "1.0.0" }, tools: [t], auth: { mode: "local", ui: { login: "./page.ts" } } })\nexport default class Server {}\n',
  });

test('[compiler.own-effects] the script of a sign-in page keeps what its modules do, as the server that prints the page does', async () => {
  const { remove, root } = withPage('Reflect.set(globalThis, "ofEffects", 1);\nexport const unused = 1;\n');
  try {
    const { output } = await build(requestOf(root, 'page'), nodeTarget);
    assert.is(String(output?.files[0]?.contents).split('ofEffects').length - 1, 2, 'once in the server, once in the script');
  } finally {
    remove();
  }
});

test('[compiler.own-effects] a module that the script of a page could only keep with another default is an error at its import', async () => {
  const { remove, root } = withPage('import old from "fast-deep-equal";\nReflect.set(globalThis, "ofEffects", old.name);\n');
  try {
    // The other bundler can keep it: the script of a page is always made by esbuild.
    const { diagnostics, output } = await build(requestOf(root, 'page', { build: { bundler: 'rollup' } }), nodeTarget);
    const [first] = diagnostics.filter(({ severity }) => severity === 'error');
    assert.equal(
      [`${first?.code} ${first?.span?.file}:${first?.span?.line}`, output === undefined],
      ['import-dropped src/barrel.ts:1', true],
    );
  } finally {
    remove();
  }
});

test('[compiler.own-effects] a package in a folder of the project keeps its own flag', async () => {
  const barrel =
    'export * from "./adds.ts";\nexport { unused } from "../inner/effects.ts";\nexport const info = { name: "demo", version: "1.0.0" };\n';
  for (const [manifest, isKept] of [
    [{ name: 'inner', version: '1.0.0', sideEffects: false }, false],
    [{ type: 'module', sideEffects: false }, true],
  ] as const)
    for (const bundler of ['esbuild', 'rollup'] as const) {
      const { remove, root } = registering({ 'src/barrel.ts': barrel });
      try {
        mkdirSync(join(root, 'inner'));
        writeFileSync(join(root, 'inner/package.json'), JSON.stringify(manifest));
        writeFileSync(join(root, 'inner/effects.ts'), 'Reflect.set(globalThis, "ofEffects", 1);\nexport const unused = 1;\n');
        const { diagnostics, output } = await build(requestOf(root, 'registering', { build: { bundler } }), nodeTarget);
        assert.equal(
          diagnostics.filter(({ code }) => code !== 'load-effect'),
          [],
        );
        assert.is(String(output?.files[0]?.contents).includes('ofEffects'), isKept, `${bundler} ${JSON.stringify(manifest)}`);
      } finally {
        remove();
      }
    }
});

test.run();
