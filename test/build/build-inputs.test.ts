/* What makes a build out of date: every kind of file that `check` reads, and the variables that definitions are evaluated with. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findUnchanged, writeOutput, type CompileRequest } from '../../src/compiler/index.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { build, copyFixture, fixtureRoot, requestOf } from '../support/compile.ts';

const tsconfig = JSON.parse(readFileSync(join(fixtureRoot('environment'), 'tsconfig.json'), 'utf8')) as {
  readonly compilerOptions: object;
};
const project = copyFixture('environment', {
  'tsconfig.json': JSON.stringify({ extends: './tsconfig.base.json', include: ['src'] }),
  'tsconfig.base.json': JSON.stringify({ extends: './tsconfig.oldest.json' }),
  'tsconfig.oldest.json': JSON.stringify({ compilerOptions: tsconfig.compilerOptions }),
  'src/ambient.d.ts': 'declare const builtOn: string;\n',
  'src/other.ts': 'export const other = 1;\n',
});
const { root } = project;
const folder = join(root, 'dist', 'worker');
const request: CompileRequest = requestOf(root, 'environment', { environment: { STAGE: 'a' } });
const isUnchanged = async (asked = request): Promise<boolean> => (await findUnchanged(asked, workerTarget, folder)) !== undefined;

test.before(async () => {
  await writeOutput(request, await build(request, workerTarget), folder);
  assert.ok(await isUnchanged());
});
test.after(() => project.remove());

const changed = [
  'src/main.ts',
  'src/other.ts',
  'src/ambient.d.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.oldest.json',
  'package.json',
  'service.config.ts',
  'wrangler.toml',
];
const appearing = ['.env.example', 'package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];

for (const path of changed)
  test(`[build.inputs] a change of ${path} makes a build`, async () => {
    const file = join(root, path);
    const before = readFileSync(file);
    writeFileSync(file, `${before.toString()}\n`);
    assert.not.ok(await isUnchanged());
    writeFileSync(file, before);
    assert.ok(await isUnchanged(), 'as it was');
  });

for (const path of appearing)
  test(`[build.inputs] ${path} that appears makes a build`, async () => {
    writeFileSync(join(root, path), 'A=1\n');
    assert.not.ok(await isUnchanged());
    rmSync(join(root, path));
    assert.ok(await isUnchanged(), 'as it was');
  });

test('[build.inputs] so does another variable of the build, from .env, env.shared or build.env', async () => {
  assert.not.ok(await isUnchanged({ ...request, environment: { STAGE: 'b' } }));
  assert.not.ok(await isUnchanged({ ...request, environment: {} }));
});

test.run();
