import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linesOf } from './changed-lines.ts';

test('changed lines are those of the new files, moved files by their new path; deletions have none', () => {
  const diff = [
    '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@ one\n+a\n@@ -9 +10 @@\n+@@ -1 +99 @@\n@@ -20,2 +21,0 @@\n-gone',
    'similarity index 90%\nrename from was/y\nrename to is/y\n--- a/was/y\n+++ b/is/y\n@@ -3 +4 @@\n-b\n+c',
    'similarity index 100%\nrename from z\nrename to w',
  ].join('\n');
  assert.equal(
    [...linesOf(diff)].map(([file, lines]) => [file, [...lines]]),
    [
      ['x', [1, 2, 3, 10]],
      ['is/y', [4]],
    ],
  );
  assert.is(linesOf('').size, 0);
});

test.run();
