import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { branchEdits } from './branch-items.ts';

test('[environment.lists] an item of a branch is kept where it stands and repeated at the end of its file, and of no other', () => {
  const text = 'const tools = isOn ? [charge] : [];\n';
  const span = { file: 'src/main.ts', start: 22, end: 28, line: 1, column: 23 };
  const item = { id: 'src/main.ts#22', owner: 'server:shop', list: 'tools', span };
  const files = ['/work/src/main.ts', '/work/lib/src/main.ts'].map((fileName) => ({ fileName, text }));
  const edits = branchEdits([item, { ...item, owner: 'server:shop/app:a' }], files, '/work/');
  assert.equal(
    edits.map(({ at, file, start }) => [file, start, at]),
    [
      ['/work/src/main.ts', 22, 'before'],
      ['/work/src/main.ts', 28, 'after'],
      ['/work/src/main.ts', text.length, 'end-of-file'],
    ],
  );
  assert.match(edits[2]?.text ?? '', '\nservice$made("src/main.ts#22", () => (charge));');
});

test.run();
