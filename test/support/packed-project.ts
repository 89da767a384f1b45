import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { packAll } from '../../scripts/pack.ts';
import { runProgram } from '../../scripts/testing/run-program.ts';

const modules = join(import.meta.dirname, '../../node_modules');

/** A project in which every package of ours is that of its tarball, and those of others are the repository's. */
export async function installPacked(root: string): Promise<void> {
  const own = join(root, 'node_modules/@service');
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(modules)) if (name !== '@service') symlinkSync(join(modules, name), join(root, 'node_modules', name));
  for (const { file, name } of await packAll(join(root, 'tarballs'))) {
    const folder = join(root, 'node_modules', name);
    mkdirSync(folder);
    const { code, stderr } = await runProgram('tar', ['xzf', file, '--strip-components=1', '-C', folder], { cwd: root });
    assert.is(code, 0, stderr);
  }
}
