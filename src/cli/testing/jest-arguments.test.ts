import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createJestConfig } from '@service/testing/jest-config';
import type { ServiceConfig } from '../../config/service-config.ts';
import { Flags } from '../command.ts';
import { jestArguments, patternsIn, usesLegacyDecorators } from './jest-arguments.ts';
import type { JestConfig } from './test-package.ts';

const jestPackages = fileURLToPath(new URL('../../../tools/authors/package.json', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'service-jest-arguments-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const asked: unknown[] = [];
const testPackage = {
  createConfig: (options: object): JestConfig => {
    asked.push(options);
    return { testMatch: ['<rootDir>/x.ts'] };
  },
};
const config: ServiceConfig = {
  name: 'x',
  test: { timeoutMs: 7000, runInBand: true, coverage: true, testMatch: ['x'], esmPackages: ['only-esm'] },
};
const words = (flags: Readonly<Record<string, unknown>>, given: ServiceConfig = { name: 'x' }): readonly string[] =>
  jestArguments({ flags: new Flags(flags), arguments: ['e2e'] }, { root, config: given, legacyDecorators: false }, testPackage);

test('[T.73] the configuration is generated from the config of the project; flags win', () => {
  assert.equal(words({}, config), [
    '--config',
    JSON.stringify({ testMatch: [`${root}/x.ts`], rootDir: root }),
    '--runInBand',
    '--coverage',
    'e2e',
  ]);
  assert.equal(asked.at(-1), { testTimeout: 7000, testMatch: ['x'], esmPackages: ['only-esm'] });
  assert.equal(words({ timeout: '9', verbose: true, watch: true }, config).slice(2), ['--runInBand', '--verbose', '--coverage', 'e2e']);
  assert.is((asked.at(-1) as { testTimeout: number }).testTimeout, 9);
  assert.is((asked.at(-1) as { followsServers: boolean }).followsServers, true);
  assert.equal(words({ 'update-snapshots': true }).slice(2), ['--updateSnapshot', 'e2e']);
  words({});
  assert.equal(asked.at(-1), { testTimeout: 60_000 });
  assert.throws(() => words({ timeout: '1s' }), /--timeout is milliseconds, not '1s'/);
});

test('[T.73] patterns of test files start in the project, also in a folder with special characters', () => {
  assert.equal(patternsIn('/odd [x] (y)', ['<rootDir>/src/**/*.spec.ts', 'tests/*.ts', './t.ts', '!tests/slow.ts']), [
    '/odd ?x? ?y?/src/**/*.spec.ts',
    '/odd ?x? ?y?/tests/*.ts',
    '/odd ?x? ?y?/t.ts',
    '!/odd ?x? ?y?/tests/slow.ts',
  ]);
  const absolute = ['**/*.spec.ts', '/elsewhere/*.ts', '!**/slow.ts'];
  assert.equal(patternsIn('/odd', absolute), absolute);
});

test('[T.69] a configuration of the project replaces the generated one', () => {
  writeFileSync(join(root, 'jest.config.mjs'), '');
  assert.equal(words({ timeout: '9', watch: true }), ['--rootDir', root, '--testTimeout=9', '--watchAll', 'e2e']);
  rmSync(join(root, 'jest.config.mjs'));
  writeFileSync(join(root, 'package.json'), '{"jest":{}}');
  assert.equal(words({}), ['--rootDir', root, 'e2e']);
  writeFileSync(join(root, 'package.json'), '{}');
  assert.is(words({})[0], '--config');
});

test('[T.71] packages that are ES modules only are transpiled, ours and those of the config', () => {
  const { transformIgnorePatterns } = createJestConfig({
    from: jestPackages,
    esmPackages: ['only-esm'],
  });
  const [pattern = ''] = transformIgnorePatterns as string[];
  const isIgnored = (path: string): boolean => new RegExp(pattern).test(path);
  for (const name of ['jose', '@noble/hashes', '@noble/ciphers', '@service/sdk', 'only-esm'])
    assert.not.ok(isIgnored(`/x/node_modules/${name}/dist/index.js`), name);
  for (const name of ['zod', 'jose-other', 'only-esm-not']) assert.ok(isIgnored(`/x/node_modules/${name}/index.js`), name);
});

test('[T.71] decorators are read as tsconfig.json says, also where another file says it', async () => {
  const project = join(root, 'decorators');
  mkdirSync(project);
  assert.is(await usesLegacyDecorators(project), false);
  const write = (name: string, text: string): void => writeFileSync(join(project, name), text);
  write('tsconfig.json', '{ "compilerOptions": { "strict": true } }');
  assert.is(await usesLegacyDecorators(project), false);
  write('tsconfig.base.json', '{ "compilerOptions": { "experimentalDecorators": true } }');
  write('tsconfig.json', '{ "extends": "./tsconfig.base.json" } // as older projects have it');
  assert.is(await usesLegacyDecorators(project), true);
  write('tsconfig.json', '{ "extends": "./tsconfig.base.json", "compilerOptions": { "experimentalDecorators": false } }');
  assert.is(await usesLegacyDecorators(project), false);

  jestArguments({ flags: new Flags({}), arguments: [] }, { root, config: { name: 'x' }, legacyDecorators: true }, testPackage);
  assert.equal(asked.at(-1), { testTimeout: 60_000, legacyDecorators: true });
  const source = 'function seen(...given: unknown[]) { console.log(given.length); } class A { @seen method() {} }';
  const { transformSync } = createRequire(jestPackages)('@swc/core') as {
    transformSync: (text: string, options: object) => { code: string };
  };
  const compiled = [true, false].map((legacyDecorators) => {
    const { transform } = createJestConfig({ from: jestPackages, legacyDecorators });
    const [, options] = Object.values(transform as Record<string, [string, object]>)[0] ?? ['', {}];
    return transformSync(source, { ...options, sourceMaps: false, swcrc: false }).code;
  });
  const given = compiled.map((code) => {
    const counts: unknown[] = [];
    runInNewContext(code, { exports: {}, console: { log: (count: unknown) => counts.push(count) } });
    return counts;
  });
  // Target, name and descriptor of TypeScript before 5.0; value and context of the standard.
  assert.equal(given, [[3], [2]]);
});

test('[T.71.swcrc] a .swcrc of the project changes nothing in specs, whose transforms are cached without it', () => {
  const project = join(root, 'swcrc');
  mkdirSync(project);
  const file = join(project, 'a.spec.ts');
  const text = 'export class A { b = 1; }';
  // The transformer looks for .swcrc beside files that are there.
  writeFileSync(file, text);
  const { transform } = createJestConfig({ from: jestPackages });
  const [[from, options] = ['', {}]] = Object.values(transform as Record<string, [string, object]>);
  const { createTransformer } = createRequire(jestPackages)(from) as {
    createTransformer: (given: object) => { process: (text: string, name: string, jest: object) => { code: string } };
  };
  const compiled = (): string => createTransformer(options).process(text, file, { config: {} }).code;
  const before = compiled();
  for (const other of [{ minify: true }, { jsc: { transform: { useDefineForClassFields: false } } }]) {
    writeFileSync(join(project, '.swcrc'), JSON.stringify(other));
    assert.is(compiled(), before);
  }
});

test.run();
