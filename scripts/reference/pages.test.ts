import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writtenOptions } from './options/written-options.ts';
import { referencePages } from './pages.ts';
import { writtenSettings } from './settings/written-settings.ts';

const root = resolve(import.meta.dirname, '../..');
const { options } = writtenOptions(root);
const { settings } = writtenSettings(root).named;
const folder = join(root, 'docs/reference');

test('the pages of the reference are as the tables print them: run npm run reference', () => {
  const pages = referencePages(root, options, settings);
  assert.equal(readdirSync(folder).toSorted(), Object.keys(pages).toSorted());
  for (const [name, text] of Object.entries(pages)) assert.is(readFileSync(join(folder, name), 'utf8'), text, name);
});

test('every option, setting, variable, command and context member has a meaning', () => {
  const empty = Object.entries(referencePages(root, options, settings)).flatMap(([name, text]) =>
    text.split('\n').flatMap((line, at) => (line.startsWith('| `') && line.endsWith(' |  |') ? [`${name}:${at + 1}: ${line}`] : [])),
  );
  assert.equal(empty, []);
});

test.run();
