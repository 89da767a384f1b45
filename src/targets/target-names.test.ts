/* Texts name only targets that this version has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { targetNames } from './index.ts';

const root = join(import.meta.dirname, '../..');
/** What follows the flag in sentences about it, and the typing errors of examples. */
const noNames = ['is', 'names', 'nod', 'no'];

const files = (folder: string, end: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end) && !path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join(folder, path));

test('[cli.target-names] messages, hints, examples and guides name no target that cannot be built', () => {
  const texts = [
    ...['src', 'packages/testing/src', 'packages/ui/src'].flatMap((folder) => files(folder, '.ts')),
    ...files('docs/guide', '.md'),
  ];
  const named = texts.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/--target[ =]([a-z_]+)/g)].map(([, name = '']) => ({ path, name })),
  );
  assert.ok(named.length > 20);
  assert.equal(
    named.filter(({ name }) => !targetNames.includes(name) && !noNames.includes(name)),
    [],
  );
});

test.run();
