import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createJestConfig } from '@service/testing/jest-config';
import type { ServiceConfig } from '../../config/service-config.ts';
import { Flags } from '../flags.ts';
import { jestArguments } from './jest-arguments.ts';

const root = mkdtempSync(join(tmpdir(), 'service-jest-arguments-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const asked: unknown[] = [];
const testPackage = {
  createConfig: (options: object): Readonly<Record<string, unknown>> => {
    asked.push(options);
    return { generated: true };
  },
};
const config: ServiceConfig = {
  name: 'x',
  test: { timeoutMs: 7000, runInBand: true, coverage: true, testMatch: ['x'], esmPackages: ['only-esm'] },
};
const words = (flags: Readonly<Record<string, unknown>>, given: ServiceConfig = { name: 'x' }): readonly string[] =>
  jestArguments({ flags: new Flags(flags), arguments: ['e2e'] }, { root, config: given, legacyDecorators: false }, testPackage);

test('[T.73] the configuration is generated from the config of the project; flags win', () => {
  assert.equal(words({}, config), ['--config', JSON.stringify({ generated: true, rootDir: root }), '--runInBand', '--coverage', 'e2e']);
  assert.equal(asked.at(-1), { testTimeout: 7000, testMatch: ['x'], esmPackages: ['only-esm'] });
  assert.equal(words({ timeout: '9', verbose: true, watch: true }, config).slice(2), ['--runInBand', '--verbose', '--coverage', 'e2e']);
  assert.is((asked.at(-1) as { testTimeout: number }).testTimeout, 9);
  assert.is((asked.at(-1) as { followsServers: boolean }).followsServers, true);
  words({});
  assert.equal(asked.at(-1), { testTimeout: 60_000 });
  assert.throws(() => words({ timeout: '1s' }), /--timeout is milliseconds, not '1s'/);
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
    from: new URL('../../../tools/jest/package.json', import.meta.url).pathname,
    esmPackages: ['only-esm'],
  });
  const [pattern = ''] = transformIgnorePatterns as string[];
  const isIgnored = (path: string): boolean => new RegExp(pattern).test(path);
  for (const name of ['jose', '@noble/hashes', '@noble/ciphers', '@service/sdk', 'only-esm'])
    assert.not.ok(isIgnored(`/x/node_modules/${name}/dist/index.js`), name);
  for (const name of ['zod', 'jose-other', 'only-esm-not']) assert.ok(isIgnored(`/x/node_modules/${name}/index.js`), name);
});

test.run();
