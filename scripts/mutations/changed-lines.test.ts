import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linesOf } from './changed-lines.ts';

test('lines of a diff are those of the new files, moved ones by their new path; what was only taken away has none', () => {
  const diff = [
    ...['--- a/x', '+++ b/x', '@@ -1,2 +1,3 @@ one', '+a', '@@ -9 +10 @@', '+@@ -1 +99 @@', '@@ -20,2 +21,0 @@', '-gone'],
    ...['similarity index 90%', 'rename from was/y', 'rename to is/y', '--- a/was/y', '+++ b/is/y', '@@ -3 +4 @@', '-b', '+c'],
    ...['similarity index 100%', 'rename from z', 'rename to w'],
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
