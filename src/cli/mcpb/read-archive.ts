import { crc32, inflateRawSync } from 'node:zlib';
import { endOf, entryRules, isStored } from './archive-rules.ts';
import { BadArchive, readDirectory, type ZipEntry } from './zip-directory.ts';

export { BadArchive } from './zip-directory.ts';

export interface ArchiveEntry {
  readonly path: string;
  readonly size: number;
  /** Unix mode; 0 where the archive holds none. */
  readonly mode: number;
  /** @throws {BadArchive} for bytes that are not what the archive declares */
  read(): Uint8Array;
}

/** More than a server with executables for five systems. */
const maxBytes = 2 ** 30;
const maxEntries = 10_000;
const endSize = 22;
const signatures = { end: 0x06054b50, largeEnd: 0x07064b50 } as const;

/**
 * The files of an archive, read as strictly as the strictest host: one reading only is possible. What every file may not be is
 * `entryRules`; here is what the archive may not be: bytes that no file owns or that two own, names that are one, more bytes than declared.
 * @throws {BadArchive}
 */
export async function readArchive(bytes: Buffer): Promise<readonly ArchiveEntry[]> {
  const directory = readEnd(bytes);
  const entries = (await readDirectory(bytes)).map((entry) => ({ path: decodeName(entry.name), entry }));
  for (const named of entries) {
    const [says] = entryRules.find(([, breaks]) => breaks(named)) ?? [];
    if (says !== undefined) throw new BadArchive(`${shown(named.path)} ${says}`);
  }
  refuseDoubles(entries.map(({ path }) => path));
  const total = entries.reduce((sum, { entry }) => sum + entry.size, 0);
  if (total > maxBytes) throw new BadArchive(`The archive unpacks to ${total} bytes; at most ${maxBytes} are read`);
  if (entries.reduce((sum, { entry }) => sum + entry.rowSize, 0) !== directory.size)
    throw new BadArchive('The directory of the archive is longer than its entries');
  refuseGaps(bytes, entries, directory.start);
  return entries.flatMap(({ entry, path }) =>
    path.endsWith('/') ? [] : [{ path, size: entry.size, mode: entry.mode, read: () => unpack(bytes, path, entry) }],
  );
}

function readEnd(bytes: Buffer): { readonly size: number; readonly start: number } {
  const at = bytes.length - endSize;
  if (at < 0 || bytes.readUInt32LE(at) !== signatures.end || bytes.readUInt16LE(at + 20) !== 0)
    throw new BadArchive('The file is no ZIP archive, or something stands behind its end');
  // Readers that know ZIP64 take another directory than those that do not.
  if (at >= 20 && bytes.readUInt32LE(at - 20) === signatures.largeEnd) throw new BadArchive('The archive has two ends (ZIP64)');
  const [disk, firstDisk, onDisk, count] = [4, 6, 8, 10].map((offset) => bytes.readUInt16LE(at + offset));
  const [size, start] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
  if (disk !== 0 || firstDisk !== 0 || onDisk !== count) throw new BadArchive('The archive is one of several parts');
  if (count === undefined || count > maxEntries) throw new BadArchive(`The archive holds more than ${maxEntries} files`);
  if (start + size !== at) throw new BadArchive('The directory of the archive is not where its end says');
  return { size, start };
}

function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadArchive('A name in the archive is not UTF-8');
  }
}

/** Names that a system reads as one: of two files, or of a file and a folder. */
function refuseDoubles(paths: readonly string[]): void {
  const names = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) {
    const name = folded(path.replace(/\/$/, ''));
    if (names.has(name)) throw new BadArchive(`${shown(path)} is in the archive twice`);
    names.add(name);
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) folders.add(name.slice(0, end));
  }
  const both = paths.find((path) => !path.endsWith('/') && folders.has(folded(path)));
  if (both !== undefined) throw new BadArchive(`${shown(both)} is a file and a folder`);
}

/** As systems that ignore case and composition compare names. */
const folded = (path: string): string => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

interface NamedEntry {
  readonly path: string;
  readonly entry: ZipEntry;
}

/** Each byte in front of the directory belongs to one file: readers that look for headers find no other file than the directory names. */
function refuseGaps(bytes: Buffer, entries: readonly NamedEntry[], directory: number): void {
  let before = { end: 0, path: '' };
  for (const { entry, path } of entries.toSorted((one, other) => one.entry.offset - other.entry.offset)) {
    const end = endOf(bytes, entry);
    if (end === undefined) throw new BadArchive(`${shown(path)} has another size or checksum behind its bytes`);
    if (end > directory) throw new BadArchive(`${shown(path)} is cut off`);
    if (entry.offset < before.end) throw new BadArchive(`${shown(path)} shares bytes with ${shown(before.path)}`);
    refuseGap(entry.offset - before.end, `in front of ${shown(path)}`);
    before = { end, path };
  }
  refuseGap(directory - before.end, 'in front of the directory');
}

function refuseGap(size: number, place: string): void {
  if (size > 0)
    throw new BadArchive(`${size} bytes ${place} belong to no file: readers that do not use the directory find something there`);
}

function unpack(bytes: Buffer, path: string, entry: ZipEntry): Uint8Array {
  const packed = bytes.subarray(entry.begin, entry.begin + entry.packed);
  const unpacked = isStored(entry) ? packed : inflate(packed, entry.size);
  if (unpacked?.byteLength !== entry.size) throw new BadArchive(`${shown(path)} does not unpack to the size that it declares`);
  if (crc32(unpacked) !== entry.crc) throw new BadArchive(`${shown(path)} is damaged: its checksum is wrong`);
  return unpacked;
}

/** With `info`, which Node's types do not know: how many of the bytes were read. */
interface InflateResult {
  readonly buffer: unknown;
  readonly engine?: { readonly bytesWritten: number };
}

/** undefined for bytes that are damaged, unpack to more, or go on behind their end. */
function inflate(packed: Uint8Array, size: number): Uint8Array | undefined {
  try {
    const { buffer, engine }: InflateResult = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), info: true });
    return engine?.bytesWritten === packed.byteLength && buffer instanceof Uint8Array ? buffer : undefined;
  } catch {
    return undefined;
  }
}

const shown = (path: string): string => JSON.stringify(path);
