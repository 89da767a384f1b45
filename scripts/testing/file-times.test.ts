import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { longChains, readFileTimes, slowest, slowestFirst, writeFileTimes } from './file-times.ts';

const root = mkdtempSync(join(tmpdir(), 'service-times-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

test('slow files come first, unknown ones before them, large before small', () => {
  for (const [name, size] of Object.entries({ 'a.ts': 1, 'b.ts': 1, 'small.ts': 1, 'large.ts': 9 }))
    writeFileSync(join(root, name), 'x'.repeat(size));
  const times = { 'a.ts': 10, 'b.ts': 900 };
  assert.equal(slowestFirst(root, ['a.ts', 'b.ts', 'small.ts', 'large.ts'], times), ['large.ts', 'small.ts', 'b.ts', 'a.ts']);
  assert.equal(slowest(times, 1), [['b.ts', 900]]);
});
test('a fresh clone begins with the long chains that it has', () => {
  for (const file of longChains) assert.ok(existsSync(resolve(import.meta.dirname, '../..', file)), file);
  const [first = '', second = ''] = longChains;
  for (const [file, text] of [
    [first, 'x'],
    [second, 'xx'],
    ['other.ts', 'xxx'],
  ] as const) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  assert.equal(slowestFirst(root, ['other.ts', second, first], {}), [first, second, 'other.ts']);
  assert.equal(slowestFirst(root, [first, second, 'other.ts'], { [first]: 1 }), ['other.ts', second, first]);
});
test('times are kept from run to run, and nothing hangs on them', () => {
  assert.equal(readFileTimes(root), {});
  writeFileTimes(root, { 'a.ts': 10 });
  writeFileTimes(root, { 'b.ts': 20 });
  assert.equal(readFileTimes(root), { 'a.ts': 10, 'b.ts': 20 });
  writeFileSync(join(root, '.service/test-times.json'), '{');
  assert.equal(readFileTimes(root), {});
});

test.run();
