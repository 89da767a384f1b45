/* The tests that docs/guide/testing.md shows, run as a reader runs them: in the process, and on the built bundle by the official client. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bundleOf, requestOf } from '../support/compile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  types: [],
  customConditions: ['service-source'],
};

test('[A.comments.examples] the tests of the page about testing pass', async () => {
  const page = readFileSync(join(root, 'docs/guide/testing.md'), 'utf8');
  const blocks = [...page.matchAll(/```(?:ts|js)\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, file = '', text = '']) => [file, text] as const);
  assert.equal(
    blocks.map(([file]) => file),
    ['src/main.ts', 'test/in-process.test.mjs', 'test/built.test.mjs'],
  );
  const folder = mkdtempSync(join(tmpdir(), 'service-testing-page-'));
  try {
    for (const name of ['src', 'test', 'node_modules']) mkdirSync(join(folder, name));
    for (const name of ['@service', 'tsx', 'zod']) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    symlinkSync(join(root, 'tools/judges/node_modules/@modelcontextprotocol'), join(folder, 'node_modules/@modelcontextprotocol'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'adder', version: '1.0.0', type: 'module' }));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    for (const [file, text] of blocks) writeFileSync(join(folder, file), text);
    const request = requestOf(folder, 'adder');
    const { result } = await bundleOf(request);
    await writeOutput(request, result, join(folder, 'dist/node'));
    const flags = ['--import', 'tsx', '--conditions=service-source', '--test', ...blocks.slice(1).map(([file]) => file)];
    const { status, stdout } = spawnSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' });
    assert.is(status, 0, stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
