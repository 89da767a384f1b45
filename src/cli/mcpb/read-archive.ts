import { crc32, inflateRawSync } from 'node:zlib';

/** Why an archive is refused: a sentence. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

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
const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const;
const methods = { stored: 0, deflated: 8 } as const;

interface CentralEntry {
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly mode: number;
  readonly offset: number;
}

/**
 * Reads a ZIP as strictly as the strictest host: no data after the directory, no path outside the folder (path traversal), no overlapping
 * entries, and never more bytes than declared (ZIP bomb).
 * @throws {BadArchive}
 */
export function readArchive(bytes: Buffer): readonly ArchiveEntry[] {
  const { count, size, start } = readEnd(bytes);
  const entries: CentralEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readCentral(bytes, at, start + size);
    entries.push(entry);
    at = next;
  }
  if (at !== start + size) throw new BadArchive('The directory of the archive is longer than its entries');
  refuseNames(entries.map(({ path }) => path));
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (total > maxBytes) throw new BadArchive(`The archive unpacks to ${total} bytes; at most ${maxBytes} are read`);
  const ranges = entries.map((entry) => ({ entry, ...readLocal(bytes, entry, start) }));
  refuseOverlaps(ranges);
  return ranges.map(({ begin, end, entry }) => ({
    path: entry.path,
    size: entry.size,
    mode: entry.mode,
    read: () => unpack(bytes.subarray(begin, end), entry),
  }));
}

function readEnd(bytes: Buffer): { readonly count: number; readonly size: number; readonly start: number } {
  const at = bytes.length - endSize;
  if (at < 0 || bytes.readUInt32LE(at) !== signatures.end || bytes.readUInt16LE(at + 20) !== 0)
    throw new BadArchive('The file is no ZIP archive, or something stands behind its end');
  const [disk, firstDisk, onDisk, count] = [4, 6, 8, 10].map((offset) => bytes.readUInt16LE(at + offset));
  const [size, start] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
  if (disk !== 0 || firstDisk !== 0 || onDisk !== count) throw new BadArchive('The archive is one of several parts');
  if (count === undefined || count > maxEntries) throw new BadArchive(`The archive holds more than ${maxEntries} files`);
  if (start + size !== at) throw new BadArchive('The directory of the archive is not where its end says');
  return { count, size, start };
}

function readCentral(bytes: Buffer, at: number, end: number): { readonly entry: CentralEntry; readonly next: number } {
  if (at + 46 > end || bytes.readUInt32LE(at) !== signatures.central) throw new BadArchive('The directory of the archive is cut off');
  const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
  const next = at + 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  if (next > end) throw new BadArchive('The directory of the archive is cut off');
  const attributes = bytes.readUInt32LE(at + 38);
  const entry = {
    path: decodeName(bytes.subarray(at + 46, at + 46 + (name ?? 0))),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    mode: bytes.readUInt8(at + 5) === 3 ? attributes >>> 16 : 0,
    offset: bytes.readUInt32LE(at + 42),
  };
  refuseKind(entry);
  return { entry, next };
}

function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadArchive('A name in the archive is not UTF-8');
  }
}

function refuseKind({ flags, method, mode, packed, path, size }: CentralEntry): void {
  if ((flags & 1) !== 0) throw new BadArchive(`${shown(path)} is encrypted`);
  if (method !== methods.stored && method !== methods.deflated) throw new BadArchive(`${shown(path)} is packed by an unknown method`);
  if (size === 0xffffffff || packed === 0xffffffff) throw new BadArchive(`${shown(path)} has no size`);
  if ((mode & 0o170000) === 0o120000) throw new BadArchive(`${shown(path)} is a symlink`);
}

/** Names that would leave the folder, or that two systems would read as different files. */
function refuseNames(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    // Windows drops dots and spaces at the end of a name, and reads `a:b` as a stream of `a`: both would replace a file that was checked.
    const isUnsafe = /^\/|[\\:]|\p{Cc}|^$|[. ](?:\/|$)/u.test(path);
    if (isUnsafe) throw new BadArchive(`${shown(path)} is a name that leaves the folder of the archive, or no file can have`);
    const folded = path.normalize('NFC').toLowerCase();
    if (seen.has(folded)) throw new BadArchive(`${shown(path)} is in the archive twice`);
    seen.add(folded);
  }
}

interface EntryRange {
  /** Where the entry's header begins. */
  readonly header: number;
  /** Its packed bytes. */
  readonly begin: number;
  readonly end: number;
}

function readLocal(bytes: Buffer, { offset, packed, path }: CentralEntry, directory: number): EntryRange {
  const isCutOff = (end: number): boolean => end > directory;
  if (isCutOff(offset + 30) || bytes.readUInt32LE(offset) !== signatures.local)
    throw new BadArchive(`${shown(path)} is not where the directory says`);
  const begin = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (isCutOff(begin + packed)) throw new BadArchive(`${shown(path)} is cut off`);
  const name = bytes.subarray(offset + 30, offset + 30 + bytes.readUInt16LE(offset + 26));
  if (decodeName(name) !== path) throw new BadArchive(`${shown(path)} has another name in front of its bytes`);
  return { header: offset, begin, end: begin + packed };
}

/** Entries that share bytes unpack to far more than the file holds. */
function refuseOverlaps(ranges: readonly (EntryRange & { readonly entry: CentralEntry })[]): void {
  const sorted = ranges.toSorted((one, other) => one.header - other.header);
  sorted.forEach(({ header, entry }, at) => {
    const before = sorted[at - 1];
    if (before !== undefined && before.end > header)
      throw new BadArchive(`${shown(entry.path)} shares bytes with ${shown(before.entry.path)}`);
  });
}

function unpack(packed: Uint8Array, { crc, method, path, size }: CentralEntry): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = method === methods.stored ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new BadArchive(`${shown(path)} does not unpack to the size that it declares`);
  }
  if (bytes.byteLength !== size) throw new BadArchive(`${shown(path)} does not unpack to the size that it declares`);
  if (crc32(bytes) !== crc) throw new BadArchive(`${shown(path)} is damaged: its checksum is wrong`);
  return bytes;
}

const shown = (path: string): string => JSON.stringify(path);
