import { readFile } from 'node:fs/promises';
import { ExecutableFailed } from '../failures.ts';

/** Text in a Node that can carry an application; injecting one changes the digit behind it from 0 to 1. */
export const nodeFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Whether this Node can become an executable; only making one proves it. */
export async function canBecomeExecutable(node: string = process.execPath): Promise<boolean> {
  return isNewEnough(process.versions.node) && (await readFile(node)).includes(`${nodeFuse}:0`);
}

/** Before Node 22 an executable always loads what NODE_OPTIONS names; `proveExecutable` judges the versions since. */
const isNewEnough = (version: string): boolean => Number.parseInt(version, 10) >= 22;

/** @throws {ExecutableFailed} for a Node whose executables load code that NODE_OPTIONS names */
export function checkNodeVersion(version: string = process.versions.node): void {
  if (!isNewEnough(version)) throw loadsNodeOptions(version);
}

export const loadsNodeOptions = (version: string = process.versions.node): ExecutableFailed =>
  new ExecutableFailed('node-options', {
    message: `Node v${version} makes executables that load code named by NODE_OPTIONS, so none was written`,
    hint: 'Run the build with a current version of Node 22 or newer',
  });

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
