import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandFailure } from '../failures.ts';
import { codeOf, makePrivateFolder } from './private-file.ts';

/** Milliseconds. Work of a process that still runs ends long before its lock is stale: a request takes 15 seconds at most. */
const times = { poll: 50, patience: 15_000, stale: 60_000 };

/**
 * Runs `work` while no other process of this user does. Two that used one refresh token at once would look like a theft, and the server
 * would sign both out.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await makePrivateFolder(dirname(file)).catch((cause: unknown) => {
    throw new CommandFailure(`${dirname(file)} cannot be made (${codeOf(cause)})`, {
      hint: 'Set SERVICE_HOME to a folder of your own',
      cause,
    });
  });
  const owner = randomUUID();
  if (!(await poll(() => take(file, owner))))
    throw new CommandFailure(`Another process holds ${file}`, { hint: 'Wait for it to end; if no such process runs, remove the file' });
  try {
    return await work();
  } finally {
    // Not the lock of a process that took it over while this one was suspended.
    await poll(() => remove(file, async () => (await readFile(file, 'utf8').catch(() => undefined)) === owner));
  }
}

/** False when patience ended before `step` succeeded. */
async function poll(step: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + times.patience;
  while (!(await step())) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, times.poll));
  }
  return true;
}

async function take(file: string, owner: string): Promise<boolean> {
  if (await create(file, owner)) return true;
  // Its process was killed.
  if (await isStale(file)) await remove(file, () => isStale(file));
  return false;
}

/**
 * Removes the lock if `mayRemove` still agrees; false while another process is removing it. Only the process that made the second file
 * removes, so that the lock which `mayRemove` judged cannot be replaced before it is removed.
 */
async function remove(file: string, mayRemove: () => Promise<boolean>): Promise<boolean> {
  const removal = `${file}.removal`;
  if (!(await create(removal, ''))) {
    if (await isStale(removal)) await rm(removal, { force: true });
    return false;
  }
  try {
    if (await mayRemove()) await rm(file, { force: true });
  } finally {
    await rm(removal, { force: true });
  }
  return true;
}

/** False when the file exists. @throws {CommandFailure} */
async function create(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw new CommandFailure(`${file} cannot be written (${codeOf(cause)})`, { hint: 'Set SERVICE_HOME to a folder of your own', cause });
  }
}

const isStale = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > times.stale,
    () => false,
  );
