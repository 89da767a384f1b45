import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WriteFailed, writeFailureOf } from './failures.ts';
import { type LockedDocument, lockNames, LockUnreadable, printLock, readLock } from '@service/sdk/hosts/document-lock';

/** What a refreshed lock changes. */
export interface LockChange {
  readonly address: string;
  readonly kind: 'added' | 'changed' | 'unchanged' | 'removed';
  readonly bytes: number;
}

/**
 * Puts fetched documents and their lock into a project. A document never takes the place of another one, and the lock moves there whole: a
 * process that ends in the middle leaves the old lock with all its documents.
 * @param root absolute folder of the project
 * @param from absolute folder of the fetched ones
 */
export function writeLock(root: string, from: string, fetched: readonly LockedDocument[]): readonly LockChange[] {
  for (const name of [lockNames.file, lockNames.folder]) refuseLink(root, name);
  const before = oldLock(root);
  const rows = fetched.map((row) => before.find((old) => isSame(old, row) && old.sha256 === row.sha256) ?? row);
  try {
    putDocuments(
      root,
      rows.map((row) => ({ row, source: join(from, lockNames.folder, fetched.find((one) => isSame(one, row))?.file ?? row.file) })),
    );
    putLock(root, rows);
    removeOthers(join(root, lockNames.folder), new Set(rows.map(({ file }) => file)));
  } catch (failure) {
    throw writeFailureOf(failure, join(root, lockNames.file));
  }
  return changesOf(before, rows);
}

function putDocuments(root: string, documents: readonly { readonly row: LockedDocument; readonly source: string }[]): void {
  const folder = join(root, lockNames.folder);
  if (documents.length > 0) mkdirSync(folder, { recursive: true });
  for (const { row, source } of documents) {
    // Written anew also where it was edited by hand, and moved so that it is there whole or not at all.
    const temporary = join(folder, `.${row.file}.new`);
    copyFileSync(source, temporary);
    renameSync(temporary, join(folder, row.file));
  }
}

function putLock(root: string, rows: readonly LockedDocument[]): void {
  const lock = join(root, lockNames.file);
  if (rows.length === 0) {
    rmSync(lock, { force: true });
    return;
  }
  writeFileSync(`${lock}.new`, printLock(rows));
  renameSync(`${lock}.new`, lock);
}

/** A link of a foreign project would choose what is written, and what is removed. */
function refuseLink(root: string, name: string): void {
  if (lstatSync(join(root, name), { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new WriteFailed('outside', {
    path: join(root, name),
    message: `${name} is a symbolic link: nothing was written`,
    hint: 'Put the file or the folder itself in its place, or remove it.',
  });
}

const isSame = (one: LockedDocument, other: LockedDocument): boolean => one.adapter === other.adapter && one.address === other.address;

function oldLock(root: string): readonly LockedDocument[] {
  try {
    return readLock(root);
  } catch (failure) {
    if (failure instanceof LockUnreadable) return [];
    throw failure;
  }
}

/** Documents that no row names, and what a process left that ended in the middle. */
function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  if (!existsSync(folder)) return;
  for (const { isFile, name } of readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFile: entry.isFile(),
  })))
    if (isFile && !kept.has(name)) rmSync(join(folder, name), { force: true });
}

function changesOf(before: readonly LockedDocument[], now: readonly LockedDocument[]): readonly LockChange[] {
  const changes = now.map(({ address, bytes, sha256, ...row }): LockChange => {
    const old = before.find((one) => isSame(one, { ...row, address, bytes, sha256 }));
    return { address, bytes, kind: old === undefined ? 'added' : old.sha256 === sha256 ? 'unchanged' : 'changed' };
  });
  const gone = before.filter((old) => !now.some((row) => isSame(row, old)));
  return [...changes, ...gone.map(({ address, bytes }): LockChange => ({ address, bytes, kind: 'removed' }))];
}
