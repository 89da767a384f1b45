import { readFile } from 'node:fs/promises';
import { ExecutableFailed } from './executable-failed.ts';

/** Text in a Node that can carry an application; injecting one changes the digit behind it from 0 to 1. */
export const nodeFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Many distributions link Node to a shared library, and then the program itself has no fuse.
 * @throws {ExecutableFailed}
 */
export async function checkNodeFuse(node: string = process.execPath): Promise<void> {
  if ((await readFile(node)).includes(`${nodeFuse}:0`)) return;
  throw new ExecutableFailed('no-fuse', {
    message: `${node} cannot become a single executable: it has no ${nodeFuse.slice(0, 13)}, as builds of Linux distributions often do not`,
    hint: 'Run the build with Node from nodejs.org, a version manager, or the npm package node',
  });
}
