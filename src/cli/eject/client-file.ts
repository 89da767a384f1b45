import { constants } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { copyFile, lstat, open, readFile, readlink, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeFolders, removeEmptyFolders } from '../../compiler/index.ts';
import { CliError } from '../cli-error.ts';
import { UnusableFile } from './merge-entry.ts';
import { tooLarge } from '../read-whole.ts';
import { codeOf } from '../../std/error-code.ts';

/** A client's file as it is now. */
export interface FoundClientFile {
  /** The file itself, where the given path is a symlink to it. */
  readonly path: string;
  /** Undefined for a file that is not there. */
  readonly bytes: Buffer | undefined;
  readonly mode: number;
}

/** Entries hold variables, which may be secrets: a new file is its owner's alone. */
const newFileMode = 0o600;
const maxLinks = 40;
/** Bytes. The largest that clients write, with chats in them, are a few MiB. */
export const maxClientFileBytes = 16 * 1024 * 1024;

/** @throws {UnusableFile} for a path that cannot be replaced as a file */
export async function findClientFile(path: string): Promise<FoundClientFile> {
  let file = path;
  for (let links = 0; links <= maxLinks; links += 1) {
    const found = await lstat(file).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw new UnusableFile(`cannot be read (${codeOf(error) ?? String(error)})`);
    });
    if (found === undefined) return { path: file, bytes: undefined, mode: newFileMode };
    if (found.isSymbolicLink()) {
      file = resolve(dirname(file), await readlink(file));
      continue;
    }
    if (!found.isFile()) throw new UnusableFile('is not a file');
    // Replacing it would succeed, and is not what its owner asked for.
    if ((found.mode & 0o222) === 0) throw new UnusableFile('is read-only');
    if (found.size > maxClientFileBytes) throw new UnusableFile(tooLarge(found.size, maxClientFileBytes));
    return { path: file, bytes: await readFile(file), mode: found.mode & 0o7777 };
  }
  throw new UnusableFile('is a symlink that leads to itself');
}

/** @throws {UnusableFile} */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnusableFile('is not valid JSON: its text is not UTF-8');
  }
}

/**
 * Puts the text in the file's place in one step: the client reads the old file or the new one. Returns the copy of the old one.
 * @throws {CliError} the file is as it was
 */
export async function replaceClientFile(
  file: FoundClientFile,
  text: string,
  { backup }: { readonly backup: boolean },
): Promise<string | undefined> {
  const folder = dirname(file.path);
  const draft = `${file.path}.${randomBytes(6).toString('hex')}.tmp`;
  let firstCreated: string | undefined;
  let isDrafted = false;
  try {
    firstCreated = await makeFolders(folder);
    const handle = await open(draft, 'wx', newFileMode);
    isDrafted = true;
    try {
      await handle.writeFile(text);
      await handle.chmod(file.mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const copy = backup && file.bytes !== undefined ? await copyBeside(file.path) : undefined;
    await refuseChanged(file);
    await rename(draft, file.path);
    return copy;
  } catch (error) {
    if (isDrafted) await rm(draft, { force: true });
    if (firstCreated !== undefined) await removeEmptyFolders(firstCreated, folder);
    if (error instanceof CliError) throw error;
    throw new CliError({
      code: 'client-file-not-written',
      message: `Cannot write ${file.path} (${codeOf(error) ?? String(error)}). It is as it was before`,
      hint: 'Check the permissions of the folder and the free space, or name another file with --out',
      exit: 'environment',
      cause: error,
    });
  }
}

/** Clients write their files too: what one wrote since we read is not lost. */
async function refuseChanged(file: FoundClientFile): Promise<void> {
  const now = await readFile(file.path).catch(() => undefined);
  if (file.bytes === undefined ? now === undefined : now !== undefined && file.bytes.equals(now)) return;
  throw new CliError({
    code: 'client-file-not-written',
    message: `${file.path} was changed by another program in the meantime. Nothing was written`,
    hint: 'Run the command again',
    exit: 'environment',
  });
}

/** `<file>.bak`, or the first free `<file>.bak2`…: an earlier copy is never overwritten. */
async function copyBeside(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = `${path}.bak${number === 1 ? '' : number}`;
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}
