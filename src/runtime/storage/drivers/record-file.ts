import { createHash } from 'node:crypto';
import { isRecord } from '../../std/index.ts';
import type { ValueSeal } from './sealed-values.ts';

/** What a file of the store holds. */
export interface FileRecord {
  readonly key: string;
  readonly value: string;
  /** Milliseconds since the epoch; null: kept until deleted. */
  readonly endsAt: number | null;
}

/** Characters of a name that show its key. Systems take names of 255, some of 143. */
const maxShown = 60;

/**
 * The name of a key's file: readable, and a name on every system. Only lower-case letters, digits and `-` stand for themselves, so that no key
 * leaves the folder and no two keys share a file where case tells no names apart. Of a long key the hash tells the rest.
 */
export function recordName(key: string): string {
  const shown = encoded(key);
  return shown.length <= maxShown
    ? `${recordPrefix}${shown}`
    : `${recordPrefix}${shown.slice(0, maxShown)}.${createHash('sha256').update(shown).digest('hex')}`;
}

/** The begin of every name whose key begins so; other keys may have it too. */
export const namePrefix = (keyPrefix: string): string => recordPrefix + encoded(keyPrefix).slice(0, maxShown);

/** No name is one that Windows reserves for a device, such as `nul`. */
export const recordPrefix = 'k-';

/** By code units: the encoding of a prefix is a prefix of the encoding. */
const encoded = (key: string): string =>
  key.replaceAll(/[^a-z0-9-]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16);
    return hex.length > 2 ? `__${hex.padStart(4, '0')}` : `_${hex.padStart(2, '0')}`;
  });

/** One line about the record, then the value. */
export function printRecord({ endsAt, key, value }: FileRecord, values: ValueSeal): Buffer {
  const stored = values.seal(sealedPlace(key, endsAt), value);
  return Buffer.concat([Buffer.from(`${JSON.stringify({ key, endsAt, bytes: stored.length })}\n`), stored]);
}

/**
 * Undefined for a file that a loss of power has emptied.
 * @throws {Error} for a file that is not whole, or not the one of this key
 */
export function parseRecord(contents: Buffer, values: ValueSeal): FileRecord | undefined {
  if (contents.every((byte) => byte === 0)) return undefined;
  const { bytes, endsAt, key } = parseHead(contents);
  const stored = contents.subarray(contents.indexOf('\n') + 1);
  if (stored.length !== bytes) throw new Error('is not whole');
  return { key, endsAt, value: values.open(sealedPlace(key, endsAt), stored) };
}

/** What the first line says. @throws {Error} when it says nothing */
export function parseHead(contents: Buffer): Omit<FileRecord, 'value'> & { readonly bytes: number } {
  const line = contents.subarray(0, Math.max(0, contents.indexOf('\n'))).toString();
  const head: unknown = line === '' ? undefined : JSON.parse(line);
  if (!isRecord(head)) throw new Error('is no record');
  const { bytes, endsAt, key } = head;
  if (typeof key !== 'string' || typeof bytes !== 'number' || (endsAt !== null && typeof endsAt !== 'number'))
    throw new Error('is no record');
  return { key, endsAt, bytes };
}

/** The end is sealed too: who could put it off would bring back what has ended. */
const sealedPlace = (key: string, endsAt: number | null): string => `${String(endsAt)}:${key}`;
