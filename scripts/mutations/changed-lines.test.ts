import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linesOf } from './changed-lines.ts';

test('lines of a diff are those of the new file; what was only taken away has none', () => {
  const diff = ['--- a/x', '+++ b/x', '@@ -1,2 +1,3 @@ one', '+a', '@@ -9 +10 @@', '+@@ -1 +99 @@', '@@ -20,2 +21,0 @@', '-gone'].join(
    '\n',
  );
  assert.equal([...linesOf(diff)], [1, 2, 3, 10]);
  assert.is(linesOf('').size, 0);
});

test.run();
