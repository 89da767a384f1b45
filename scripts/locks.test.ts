import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

for (const file of [
  'package-lock.json',
  'tools/judges/package-lock.json',
  'tools/clients/package-lock.json',
  'tools/worker/package-lock.json',
  'tools/authors/package-lock.json',
  'tools/flags/package-lock.json',
  'tools/openapi/package-lock.json',
]) {
  // npm ci refuses such a lock, and only on a machine that has not installed yet.
  test(`${file} lists every optional platform package (else: node scripts/fixlock.mjs ${file})`, () => {
    const { packages } = JSON.parse(readFileSync(resolve(import.meta.dirname, '..', file), 'utf8')) as Lock;
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]),
    );
    assert.equal(missing, []);
  });
}

test.run();
