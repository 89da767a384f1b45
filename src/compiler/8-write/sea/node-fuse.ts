import { readFile } from 'node:fs/promises';
import { ExecutableFailed } from '../failures.ts';

/** Text in a Node that can carry an application; injecting one changes the digit behind it from 0 to 1. */
export const nodeFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Whether this Node can become an executable; only making one proves it. */
export const canBecomeExecutable = async (node: string = process.execPath): Promise<boolean> =>
  (await readFile(node)).includes(`${nodeFuse}:0`);

/**
 * Many distributions link Node to a shared library, and then the program itself has no fuse.
 * @throws {ExecutableFailed}
 */
export async function checkNodeFuse(node: string = process.execPath): Promise<void> {
  if (await canBecomeExecutable(node)) return;
  throw new ExecutableFailed('no-fuse', {
    message: `${node} cannot become a single executable: it has no ${nodeFuse.slice(0, 13)}, as builds of Linux distributions often do not`,
    hint: 'Run the build with Node from nodejs.org, a version manager, or the npm package node',
  });
}
