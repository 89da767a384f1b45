/* Test support: a package manager of ours. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Variables with a program `npm` on the PATH, in `<root>/.bin`, that does what the test needs. */
export function withNpm(root: string, script: string): Readonly<Record<string, string>> {
  const folder = join(root, '.bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  return { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
}
