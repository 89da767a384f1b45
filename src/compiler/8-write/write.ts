/*
 * The only place that writes output. A folder is replaced whole: everything is written and verified in a sibling folder first and swapped
 * in by rename, so that a full disk, Ctrl-C or a power cut never leaves half a build where a deployment looks for one.
 */
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import type { OutputFile } from '../target.ts';
import { ArtifactFailed, WriteFailed, writeFailureOf } from './failures.ts';
import { sha256 } from '@service/sdk/hosts/node-sha256';
import { codeOf } from '../../std/error-code.ts';

export interface WrittenFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly mode: number;
}

export interface WrittenOutput {
  readonly folder: string;
  readonly files: readonly WrittenFile[];
  /** Of the JavaScript bundle after gzip, for the report. */
  readonly gzipBytes: number;
}

export interface WriteOptions {
  /** Top-level names that an earlier build put into the folder; anything else there is the user's and is never removed. */
  readonly ownNames: ReadonlySet<string>;
  /** The folder belongs to the tool and can be made again: foreign files are not protected, and writes are not synced to disk. */
  readonly scratch?: true;
  /** Checks the folder before it is swapped in; an {@link ArtifactFailed} leaves the old output unchanged. */
  readonly inspect?: (folder: string) => Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * Replaces `folder` by exactly these files, or leaves it as it was.
 * @throws {WriteFailed}
 */
export async function writeFolder(folder: string, files: readonly OutputFile[], options: WriteOptions): Promise<readonly WrittenFile[]> {
  const parent = dirname(folder);
  let firstCreated: string | undefined;
  let staging: string | undefined;
  try {
    checkPaths(files);
    firstCreated = await makeFolders(parent);
    await recoverFolder(folder);
    const durable = options.scratch !== true;
    if (durable) await refuseForeignFiles(folder, new Set([...options.ownNames, ...files.map((file) => topName(file.path))]));
    staging = join(parent, `.${basename(folder)}${stagingMark}${process.pid}-${randomBytes(6).toString('hex')}`);
    await mkdir(staging);
    const written: WrittenFile[] = [];
    for (const file of files) {
      stopIfAborted(options.signal, folder);
      written.push(await writeOne(staging, file, durable));
    }
    if (durable) await syncFolder(staging);
    await options.inspect?.(staging);
    stopIfAborted(options.signal, folder);
    await swapIn(staging, folder, durable);
    staging = undefined;
    return written;
  } catch (error) {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true });
    if (firstCreated !== undefined) await removeEmptyFolders(firstCreated, parent);
    throw error instanceof ArtifactFailed ? error : writeFailureOf(error, folder);
  }
}

function checkPaths(files: readonly OutputFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (path === '' || posix.normalize(path) !== path || posix.isAbsolute(path) || path.startsWith('../'))
      throw new Error(`Bad output path: ${path}`);
    if (seen.has(path)) throw new Error(`Two output files are named ${path}`);
    seen.add(path);
  }
}

const topName = (path: string): string => path.split('/', 1)[0] ?? path;

async function refuseForeignFiles(folder: string, ours: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const foreign = names.filter((name) => !ours.has(name));
  if (foreign.length === 0) return;
  const shown = foreign.slice(0, 3).join(', ') + (foreign.length > 3 ? ` and ${foreign.length - 3} more` : '');
  throw new WriteFailed('foreign-files', {
    path: folder,
    message: `${folder} holds files that no build wrote: ${shown}. Nothing was changed.`,
    hint: 'A build replaces its output folder. Move those files away, or choose another folder with --out-dir.',
  });
}

async function writeOne(staging: string, file: OutputFile, durable: boolean): Promise<WrittenFile> {
  const path = join(staging, file.path);
  await mkdir(dirname(path), { recursive: true });
  const bytes = Buffer.from(file.contents);
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
  // open()'s mode is cut by the umask; a start script must stay executable.
  const mode = file.mode ?? 0o644;
  await chmod(path, mode);
  const hash = sha256(bytes);
  if (durable && sha256(await readFile(path)) !== hash) throw new Error(`${file.path} reads back differently`);
  return { path: file.path, bytes: bytes.byteLength, sha256: hash, mode };
}

async function swapIn(staging: string, folder: string, durable: boolean): Promise<void> {
  const old = `${staging}-old`;
  const hadOld = await lstat(folder).then(
    () => true,
    () => false,
  );
  if (hadOld) await rename(folder, old);
  try {
    await rename(staging, folder);
  } catch (error) {
    if (hadOld) await rename(old, folder);
    throw error;
  }
  if (durable) await syncFolder(dirname(folder));
  if (hadOld) await rm(old, { recursive: true, force: true });
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function stopIfAborted(signal: AbortSignal | undefined, folder: string): void {
  if (signal?.aborted !== true) return;
  throw new WriteFailed('interrupted', {
    path: folder,
    message: `Interrupted. ${folder} is as it was before.`,
    hint: 'Run the build again.',
  });
}

/** Between the output folder's name and the writer's process id in the name of a staging folder. */
export const stagingMark = '.service-staging-';

/** Cleans up after a build that was killed: puts a replaced folder back when its successor never arrived, and removes dead staging folders. */
async function recoverFolder(folder: string): Promise<void> {
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
    return codeOf(error) === 'EPERM';
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Makes a folder and those above it that are missing; returns the topmost new one. One level at a time: Node's own recursive `mkdir`
 * never returns where the system says "no such file" to every attempt (below /proc, on some network drives).
 * @throws {NodeJS.ErrnoException} after removing the folders that it had made
 */
export async function makeFolders(folder: string, mode?: number): Promise<string | undefined> {
  const missing: string[] = [];
  let at = folder;
  for (; !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
  const made: string[] = [];
  try {
    for (const path of missing) {
      await mkdir(path, mode).catch(async (error: NodeJS.ErrnoException) => {
        // Another process made it in the meantime.
        if (error.code !== 'EEXIST' || !(await isFolder(path))) throw error;
      });
      made.push(path);
    }
  } catch (error) {
    for (const path of made.toReversed()) await rmdir(path).catch(() => undefined);
    throw error;
  }
  return missing[0];
}

/** Removes the folders that `makeFolders` made, from `last` up to `first`, while they are empty. */
export async function removeEmptyFolders(first: string, last: string): Promise<void> {
  for (let folder = last; folder.startsWith(first); folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

/** @throws {NodeJS.ErrnoException} when the path is a file, or may not be read */
async function isFolder(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
}
