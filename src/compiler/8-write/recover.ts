import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Between the output folder's name and the writer's process id in the name of a staging folder. */
export const stagingMark = '.service-staging-';

/** Cleans up after a build that was killed: puts a replaced folder back when its successor never arrived, and removes dead staging folders. */
export async function recoverFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  const prefix = `.${basename(folder)}${stagingMark}`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    const left = join(parent, name);
    if (name.endsWith('-old') && !(await exists(folder))) await rename(left, folder);
    else await rm(left, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
