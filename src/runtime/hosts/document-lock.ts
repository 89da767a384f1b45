import { join } from 'node:path';
import { isRecord, listOf } from '../std/index.ts';
import { readRegularFile, UnfitFile } from './regular-file.ts';

/** Names of the lock and of the folder of its documents, in the folder of the project. */
export const lockNames = { file: 'service.lock.json', folder: 'service.lock' } as const;

/** Largest document that an adapter may read. */
export const maxDocumentBytes = 64 * 1024 * 1024;

/** One document, as it was fetched. */
export interface LockedDocument {
  /** Key of the adapter that asks for it. */
  readonly adapter: string;
  readonly address: string;
  readonly sha256: string;
  /** When it was fetched: `2026-11-29T12:00:00Z`. */
  readonly date: string;
  readonly bytes: number;
  /** Its name in the folder of the lock. */
  readonly file: string;
  readonly mediaType?: string;
}

/** A lock that was changed by hand, or merged badly. */
export class LockUnreadable extends Error {}

/**
 * The rows of the lock in a folder; none where there is no lock.
 * @throws {LockUnreadable} for a file that is no lock
 */
export function readLock(folder: string): readonly LockedDocument[] {
  let text: string;
  try {
    text = new TextDecoder().decode(readRegularFile(join(folder, lockNames.file), maxDocumentBytes));
  } catch (failure) {
    if (isRecord(failure) && failure['code'] === 'ENOENT') return [];
    if (failure instanceof UnfitFile) throw new LockUnreadable(`it ${failure.message}`);
    throw failure;
  }
  return parseLock(text);
}

/** @throws {LockUnreadable} for a text that is no lock */
function parseLock(text: string): readonly LockedDocument[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new LockUnreadable('it is not JSON');
  }
  if (!isRecord(read) || read['version'] !== 1) throw new LockUnreadable('"version" must be 1');
  const rows = listOf(read['documents']);
  const bad = rows.findIndex((row) => !isRow(row));
  if (bad >= 0 || !Array.isArray(read['documents'])) throw new LockUnreadable(`"documents" has a bad row at index ${Math.max(bad, 0)}`);
  return rows.filter(isRow);
}

/** A file name of a row leads to no other folder. */
const fileName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const isRow = (row: unknown): row is LockedDocument =>
  isRecord(row) &&
  ['adapter', 'address', 'sha256', 'date', 'file'].every((name) => typeof row[name] === 'string') &&
  typeof row['bytes'] === 'number' &&
  fileName.test(String(row['file'])) &&
  /^[0-9a-f]{64}$/.test(String(row['sha256'])) &&
  (row['mediaType'] === undefined || typeof row['mediaType'] === 'string');

/** The text of a lock, in an order that does not depend on which document came first. */
export function printLock(rows: readonly LockedDocument[]): string {
  const order = ({ adapter, address }: LockedDocument): string => `${address} ${adapter}`;
  const documents = rows.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  return `${JSON.stringify({ version: 1, documents }, undefined, 2)}\n`;
}
