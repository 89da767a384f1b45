import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTree, type TreeReport } from './borders/check-tree.ts';

const checked = (files: Record<string, string>): TreeReport => {
  const root = mkdtempSync(join(tmpdir(), 'service-borders-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return checkTree(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
const messages = (files: Record<string, string>): string[] =>
  checked(files).violations.map(({ file, line, message }) => `${file}:${line} ${message}`);

test('the repository has no forbidden import and no cycle in a clean sample', () => {
  assert.equal(
    checked({
      'src/runtime/std/url.ts': 'export const a = 1;',
      'src/runtime/web/form.ts': "import { a } from '../std/url.ts';\nexport const b = a;",
    }),
    { files: 2, violations: [], cycles: [] },
  );
});

test('a test among the fixtures is named, because no section runs it', () => {
  assert.equal(messages({ 'fixtures/basic/start.test.ts': '' }), [
    'fixtures/basic/start.test.ts:1 only tests below test/ are run: move it to test/<area>/',
  ]);
});

test('what runs in pages has neither modules of Node nor its environment, although other hosts do', () => {
  const text = "import http from 'node:http';\nexport const e = process.env;";
  assert.is(messages({ 'src/runtime/hosts/node.ts': text }).length, 0);
  assert.equal(messages({ 'src/runtime/hosts/in-page/page.ts': text }), [
    'src/runtime/hosts/in-page/page.ts:1 imports node:http: not allowed because a page has no modules of Node',
    'src/runtime/hosts/in-page/page.ts:2 reads process.env: not allowed because the environment enters through options/env.ts, whose source the host passes in',
  ]);
});

test('a lower runtime layer that imports a higher one is named with both numbers', () => {
  assert.equal(
    messages({
      'src/runtime/web/form.ts': "export const a = 1;\nimport type { T } from '../http/handler.ts';",
      'src/runtime/http/handler.ts': 'export type T = 1;',
    }),
    [
      'src/runtime/web/form.ts:2 imports ../http/handler.ts: not allowed because layer 2 (web) imports itself or a lower number, and http is 6',
    ],
  );
});

test('equal layers are strangers', () => {
  assert.is(messages({ 'src/runtime/mcp/x.ts': "import '../auth/y.ts';", 'src/runtime/auth/y.ts': '' }).length, 1);
});

test('node:, zod and process.env stay outside the runtime core, in any spelling', () => {
  const found = messages({
    'src/runtime/std/a.ts':
      "import { z } from 'zod';\nconst f = await import('node:fs');\ntype S = import('node:stream').Readable;\nexport const e = process.env;",
    'src/runtime/hosts/node.ts': "import http from 'node:http';\nexport const e = process.env;",
  });
  assert.equal(
    found.map((line) => line.split(' ')[0]),
    ['src/runtime/std/a.ts:1', 'src/runtime/std/a.ts:2', 'src/runtime/std/a.ts:3', 'src/runtime/std/a.ts:4'],
  );
});

test('a phase that imports another phase, a bundler or ts-morph in the wrong phase is refused', () => {
  assert.is(
    messages({
      'src/compiler/5-check/a.ts': "import '../2-read/b.ts';\nimport 'ts-morph';\nimport 'esbuild';",
      'src/compiler/2-read/b.ts': "import { Project } from 'ts-morph';\nexport const p = Project;",
    }).length,
    3,
  );
});

test('only phase 8 writes files, by name or through a namespace', () => {
  assert.equal(
    messages({
      'src/compiler/6-plan/a.ts':
        "import { writeFileSync } from 'node:fs';\nimport * as fs from 'node:fs/promises';\nawait fs.mkdir('x');\nwriteFileSync('a', 'b');",
      'src/compiler/8-write/b.ts': "import { writeFileSync } from 'node:fs';\nwriteFileSync('a', 'b');",
    }).map((line) => line.split(':').slice(0, 2).join(':').split(' ')[0]),
    ['src/compiler/6-plan/a.ts:1', 'src/compiler/6-plan/a.ts:3'],
  );
});

test('commander outside the CLI, an unlisted package and a deep import of a package into src are refused', () => {
  assert.is(
    messages({
      'src/config/a.ts': "import 'commander';\nimport 'left-pad';",
      'packages/react/src/a.ts': "import '../../../src/runtime/std/url.ts';",
      'src/runtime/std/url.ts': '',
    }).length,
    3,
  );
});

test('a script that imports the bench is refused; the bench may import scripts', () => {
  assert.equal(
    messages({ 'scripts/a.ts': "import '../bench/b.ts';", 'bench/b.ts': "import '../scripts/c.ts';", 'scripts/c.ts': '' }).map(
      (line) => line.split(' ')[0],
    ),
    ['scripts/a.ts:1'],
  );
});

test('a cycle through a type import is found and printed as a closed path', () => {
  const { cycles } = checked({
    'scripts/a.ts': "import type { B } from './b.ts';",
    'scripts/b.ts': "export * from './c.ts';",
    'scripts/c.ts': "import './a.ts';",
  });
  assert.is(cycles.length, 1);
  assert.is(cycles[0]?.length, 4);
  assert.is(cycles[0]?.[0], cycles[0]?.[3]);
});

test.run();
