import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandFailure } from '../failures.ts';
import { codeOf, makePrivateFolder } from './private-file.ts';

/** Milliseconds. */
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
  const deadline = Date.now() + times.patience;
  while (!(await take(file))) {
    if (Date.now() > deadline)
      throw new CommandFailure(`Another process holds ${file}`, { hint: 'Wait for it, or remove the file if there is none' });
    await new Promise((resolve) => setTimeout(resolve, times.poll));
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST')
      throw new CommandFailure(`${file} cannot be written (${codeOf(cause)})`, { hint: 'Set SERVICE_HOME to a folder of your own', cause });
  }
  const age = await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  // Its process was killed.
  if (age > times.stale) await rm(file, { force: true });
  return false;
}
