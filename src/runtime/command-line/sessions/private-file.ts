import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { CommandFailure } from '../failures.ts';

/** Bytes; files of ours are far smaller. */
const maxBytes = 1024 * 1024;

/**
 * A file that only its owner may read; undefined when there is none.
 * @throws {CommandFailure} when others may read or change it: what they put there must not be believed, what they read is no secret
 */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  // A symlink could lead to another user's file.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((failure: unknown) => {
    if (codeOf(failure) === 'ENOENT') return undefined;
    throw new CommandFailure(`${file} cannot be read (${codeOf(failure)})`, {
      hint: codeOf(failure) === 'ELOOP' ? 'Replace the symbolic link by the file itself' : 'Check who owns it and its folder',
      cause: failure,
    });
  });
  if (handle === undefined) return undefined;
  try {
    const { mode, size, uid } = await handle.stat();
    if (process.platform !== 'win32') {
      if ((mode & 0o077) !== 0)
        throw new CommandFailure(`${file} holds credentials and is open to other users (mode ${(mode & 0o777).toString(8)})`, {
          hint: `Run chmod 600 on it, and sign in again if others use this machine`,
        });
      if (uid !== process.getuid?.())
        throw new CommandFailure(`${file} belongs to another user`, { hint: 'Remove it, then sign in again' });
    }
    if (size > maxBytes) throw new CommandFailure(`${file} is too large to be ours`, { hint: 'Remove it, then sign in again' });
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** Whole or not at all, for its owner alone, in a folder that exists. @throws {CommandFailure} */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new CommandFailure(`${file} cannot be written (${codeOf(cause)})`, { hint: 'Set SERVICE_HOME to a folder of your own', cause });
  }
}

export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

export const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : String(failure);
