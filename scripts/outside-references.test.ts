import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { paperCitations } from './measure/house/measure-file.ts';

const root = resolve(import.meta.dirname, '..');
const folders = ['bin', 'docs', 'fixtures', 'packages', 'scripts', 'spec', 'src', 'test', '*.md'];

const tracked = execFileSync('git', ['ls-files', '-z', '--', ...folders], { cwd: root, encoding: 'utf8' });
const files = tracked
  .split('\0')
  .filter(
    (file) =>
      /\.(?:md|mjs|ts|tsx)$/.test(file) &&
      !['scripts/outside-references.test.ts', 'scripts/measure/house/measure-house.test.ts'].includes(file),
  );

test('nothing cites a paper outside the repository: name a row of spec/rows, an RFC or a SEP', () => {
  assert.ok(files.length > 1000);
  const found = files.flatMap((file) => paperCitations(readFileSync(resolve(root, file), 'utf8')).map((citation) => `${file}:${citation}`));
  assert.equal(found, []);
});

test('such a citation is found', () => {
  for (const line of ['(ruling 15)', 'rulings, attacks', 'Document 2 says', 'supplement §5.7', 'issue 4', 'architecture section 3']) {
    assert.equal(paperCitations(line), [`1: ${line}`]);
  }
});

test.run();
