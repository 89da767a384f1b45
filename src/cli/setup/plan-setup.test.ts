import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planGitignore, planManifest } from './plan-setup.ts';

const test = suite<{ root: string }>('setup');
test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-setup-'));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const specs = { sdk: '0.1.0', cli: '0.1.0' };

test('[I7.init] a manifest with Windows line ends and a byte order mark keeps both, and is not written again when it is complete', ({
  root,
}) => {
  const file = join(root, 'package.json');
  writeFileSync(file, '\uFEFF{\r\n\t"name": "x",\r\n\t"files": ["a", "b"]\r\n}\r\n');
  const [change] = planManifest(root, specs).changes;
  assert.match(change?.after ?? '', /^\uFEFF\{\r\n\t"name": "x",\r\n[^]*\t"scripts": \{\r\n\t\t"dev": "service dev",\r\n[^]*\}\r\n$/);
  assert.not.match(change?.after ?? '', /[^\r]\n/);
  // As its author lays it out, with a list on one line.
  writeFileSync(file, (change?.after ?? '').replace(/"files": \[[^\]]*\]/, '"files": ["a", "b"]'));
  assert.equal(planManifest(root, specs).changes, []);
});

test('[I7.init] lines that are added to .gitignore end as its own do', ({ root }) => {
  writeFileSync(join(root, '.gitignore'), 'node_modules\r\n*.log');
  const [change] = planGitignore(root).changes;
  assert.match(change?.after ?? '', /^node_modules\r\n\*\.log\r\ndist\/\r\n/);
  assert.not.match(change?.after ?? '', /[^\r]\n/);
});

test.run();
