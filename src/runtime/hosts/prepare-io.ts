import { sha256 } from './node-sha256.ts';
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentOptions, PreparedDocument, PrepareIo, PrepareLine } from '../define/index.ts';
import { adapterKey, DocumentUnavailable, type PreparedAdapter } from '../entries/index.ts';
import { messageOf } from '../errors/index.ts';
import { type LockedDocument, lockNames, LockUnreadable, maxDocumentBytes, readLock } from './document-lock.ts';
import { readRegularFile, UnfitFile } from './regular-file.ts';

/** A document that `service build --refresh` has to fetch. */
export interface WantedDocument extends Pick<DocumentOptions, 'headers' | 'allowPrivate'> {
  readonly adapter: string;
  readonly address: string;
}

export interface PrepareIoOptions {
  /** Absolute folder of the project. */
  readonly root: string;
  /** Absolute folder with the lock; that of the project when absent. */
  readonly lockedIn?: string | undefined;
  /** Gets the absolute path of every file that is read. */
  readonly onRead?: (path: string) => void;
  /** Gets what the lock does not hold, which then is awaited for ever; without it that is refused. */
  readonly onMissing?: ((wanted: WantedDocument) => void) | undefined;
  /** Gets lines of the report, with the name of the adapter. */
  readonly onLine?: (adapter: string, line: PrepareLine) => void;
}

/** What static `prepare` may use: files of the project, and documents of the lock. It opens no connection. */
export function createPrepareIo(options: PrepareIoOptions): (adapter: Pick<PreparedAdapter, 'className' | 'name'>) => PrepareIo {
  return (adapter) => {
    const key = adapterKey(adapter);
    return {
      read: async (address, given = {}) => {
        const url = urlOf(address, given.base);
        if (url === undefined) return readProjectFile(options, address, given.base);
        return readLocked(options, { adapter: key, address: url, ...given });
      },
      report: (line) => options.onLine?.(adapter.name, line),
    };
  };
}

const isUrl = (address: string): boolean => /^https?:/i.test(address);

const refused = (address: string, why: string): DocumentUnavailable => new DocumentUnavailable('document-refused', address, why);

/** The URL that an address means; undefined for a file. */
function urlOf(address: string, base: string | undefined): string | undefined {
  const fromUrl = base !== undefined && isUrl(base);
  if (!isUrl(address) && !fromUrl) return undefined;
  if (!URL.canParse(address, fromUrl ? base : undefined)) throw refused(address, `${address} is no address`);
  const url = new URL(address, fromUrl ? base : undefined);
  if (!['http:', 'https:'].includes(url.protocol))
    throw refused(address, `${base} names ${address}: a document of the network may name only documents of the network`);
  if (url.username !== '' || url.password !== '')
    throw refused(`${url.origin}${url.pathname}`, 'an address with a password would be written to the lock: give it in headers');
  url.hash = '';
  return url.href;
}

function readProjectFile({ onRead, root }: PrepareIoOptions, address: string, base = ''): PreparedDocument {
  const path = resolve(root, dirname(join(base, 'x')) === '.' ? '' : dirname(base), pathOf(address));
  const shown = relative(root, path).split(sep).join('/');
  if (!isWithin(root, path)) throw refused(address, `${address} lies outside the project`);
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    throw refused(shown, `${shown} does not exist in the project`);
  }
  if (!isWithin(realpathSync(root), real)) throw refused(shown, `${shown} leads outside the project by a symbolic link`);
  onRead?.(path);
  return { address: shown, bytes: readFile(real, shown) };
}

/** A path as documents write it: a `file:` URL, or a reference with a fragment. */
function pathOf(address: string): string {
  try {
    if (/^file:/i.test(address)) return fileURLToPath(address.replace(/[?#].*$/, ''));
  } catch (failure) {
    throw refused(address, `${address} is no path: ${messageOf(failure)}`);
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(address)) throw refused(address, `${address} is neither a path nor an address of http or https`);
  return address.replace(/#.*$/, '');
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function readFile(path: string, shown: string): Uint8Array {
  try {
    return readRegularFile(path, maxDocumentBytes);
  } catch (failure) {
    throw failure instanceof UnfitFile ? refused(shown, `${shown} ${failure.message}`) : failure;
  }
}

async function readLocked(options: PrepareIoOptions, wanted: WantedDocument): Promise<PreparedDocument> {
  const { lockedIn = options.root, onMissing, onRead } = options;
  const { adapter, address, allowPrivate, headers } = wanted;
  onRead?.(join(lockedIn, lockNames.file));
  const row = rowsOf(lockedIn, address).find((one) => one.adapter === adapter && one.address === address);
  if (row === undefined && onMissing !== undefined) {
    onMissing({ adapter, address, ...(allowPrivate === true ? { allowPrivate } : {}), ...(headers === undefined ? {} : { headers }) });
    return new Promise(() => undefined);
  }
  if (row === undefined)
    throw new DocumentUnavailable(
      'document-not-locked',
      address,
      `${address} is not in ${lockNames.file}, and only \`service build --refresh\` asks the network`,
    );
  const path = join(lockedIn, lockNames.folder, row.file);
  onRead?.(path);
  const shown = `${lockNames.folder}/${row.file}`;
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, maxDocumentBytes);
  } catch {
    throw new DocumentUnavailable('document-not-as-locked', address, `${shown}, the copy of ${address}, cannot be read`);
  }
  const found = sha256(bytes);
  if (found !== row.sha256)
    throw new DocumentUnavailable(
      'document-not-as-locked',
      address,
      `${shown}, the copy of ${address}, has the SHA-256 ${found}, and ${lockNames.file} says ${row.sha256}`,
    );
  return { address, bytes, ...(row.mediaType === undefined ? {} : { mediaType: row.mediaType }) };
}

function rowsOf(folder: string, address: string): readonly LockedDocument[] {
  try {
    return readLock(folder);
  } catch (failure) {
    if (!(failure instanceof LockUnreadable)) throw failure;
    throw new DocumentUnavailable('document-not-as-locked', address, `${lockNames.file} cannot be read: ${failure.message}`);
  }
}
