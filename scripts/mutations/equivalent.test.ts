import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { equivalents } from './equivalent.ts';
import { mutantsOf } from './mutants-of.ts';

const root = resolve(import.meta.dirname, '../..');

test('each reason is of a change that exists: a run of the area would end at once', () => {
  const unused = equivalents.filter(({ becomes, file, line, was }) => {
    const path = join(root, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const lines = text.split('\n').map((one) => one.trim());
    return !mutantsOf(file, text).some((mutant) => mutant.was === was && mutant.becomes === becomes && lines[mutant.line - 1] === line);
  });
  assert.equal(
    unused.map(({ file, line }) => `${file}: ${line}`),
    [],
  );
});

test.run();
