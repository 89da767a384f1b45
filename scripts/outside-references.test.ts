import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = resolve(import.meta.dirname, '..');
const folders = ['bin', 'docs', 'fixtures', 'packages', 'scripts', 'src', '*.md'];

/** Ways to cite a paper that readers of this repository do not have. */
const papers =
  /\b(?:rulings?(?: \d|[,:])|documents? [1-5]\b|supplement(?: section| §| \(|['’]s| [A-Z]\d)|issue \d+\b|architecture (?:section|§))/i;

const tracked = execFileSync('git', ['ls-files', '-z', '--', ...folders], { cwd: root, encoding: 'utf8' });
const files = tracked.split('\0').filter((file) => /\.(?:md|mjs|ts|tsx)$/.test(file) && file !== 'scripts/outside-references.test.ts');

test('nothing cites a paper outside the repository: name a row of spec/rows, an RFC or a SEP', () => {
  assert.ok(files.length > 1000);
  const found = files.flatMap((file) =>
    readFileSync(resolve(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (papers.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  assert.equal(found, []);
});

test('such a citation is found', () => {
  for (const line of ['(ruling 15)', 'rulings, attacks', 'Document 2 says', 'supplement §5.7', 'issue 4', 'architecture section 3']) {
    assert.ok(papers.test(line), line);
  }
});

test.run();
