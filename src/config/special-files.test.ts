/* Files of a project that end no read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigProblem } from './config-problem.ts';
import { isFile, refuseSpecialFiles } from './special-files.ts';

const test = suite<{ root: string }>('special-files');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-special-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

function refusal(root: string): string {
  try {
    refuseSpecialFiles(root);
    return 'none';
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    return error.diagnostics.map(({ code, message }) => `${code}: ${message.split(' ')[0]}`).join();
  }
}

test('[foreign.endless] pipes, devices and links to them are refused where they would be read', ({ root }) => {
  for (const folder of ['src/deep', 'node_modules/x', '.git', 'run']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{}');
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('/nowhere', join(root, 'dangling.json'));
  symlinkSync(root, join(root, 'src/above'));
  for (const path of ['node_modules/x/index.js', '.git/config.json', 'run/pipe']) execFileSync('mkfifo', [join(root, path)]);
  assert.is(refusal(root), 'none');
  for (const [path, device] of [
    ['.env', '/dev/zero'],
    ['src/deep/a.ts', '/dev/zero'],
    ['contract.json', undefined],
    ['src/deep/data.json', undefined],
  ] as const) {
    if (device === undefined) execFileSync('mkfifo', [join(root, path)]);
    else symlinkSync(device, join(root, path));
    assert.is(refusal(root), `special-file: ${path}`);
    rmSync(join(root, path));
  }
});

test('[foreign.endless] a file is what ends', ({ root }) => {
  symlinkSync('/dev/zero', join(root, 'zero'));
  symlinkSync('loop', join(root, 'loop'));
  writeFileSync(join(root, 'text'), '');
  symlinkSync('text', join(root, 'link'));
  const names = ['zero', 'loop', 'text', 'link', 'absent', '.'];
  assert.equal(
    names.filter((name) => isFile(join(root, name))),
    ['text', 'link'],
  );
});

test.run();
