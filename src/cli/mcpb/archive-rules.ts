/* What no file of an archive may be: hosts, their libraries and the systems below them read each of these in more than one way. */
import type { ZipEntry } from './zip-directory.ts';

interface NamedEntry {
  readonly path: string;
  readonly entry: ZipEntry;
}

/** A sentence that follows the name of the file, and when it is true. */
type EntryRule = readonly [says: string, breaks: (named: NamedEntry) => boolean];

const methods = { stored: 0, deflated: 8 } as const;
const flag = { encrypted: 0x1, sizesBehind: 0x8, utf8: 0x800, encryptedDirectory: 0x2000 } as const;
const kind = { any: 0, folder: 0o040000, file: 0o100000, link: 0o120000 } as const;
const attribute = { label: 0x8, folder: 0x10, link: 0x400 } as const;
const noSize = 0xffffffff;

const kindOf = ({ mode }: ZipEntry): number => mode & 0o170000;
const isFolder = (path: string): boolean => path.endsWith('/');

/** Times and owners. Others hold names, links, modes and sizes that some readers take instead of the entry's own. */
const plainExtras: ReadonlySet<number> = new Set([0x000a, 0x5455, 0x5855, 0x7855, 0x7875]);

/**
 * Windows drops dots and spaces at the end of a name, and reads `a:b` as a stream of `a`: both would replace a file that was checked. Some
 * systems leave out what is not seen, and spaces in front are dropped by programs.
 */
const unsafeName = /^\/|^$|\/\/|[\\:<>"|?*]|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|[. ](?:\/|$)|(?:^|\/) /u;
/** Also with spaces and an ending behind it; the raised digits are digits there. */
const deviceName = /(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³]) *(?:\.[^/]*)?(?:\/|$)/i;

/** In bytes: what file systems take for a part of a path, and the systems with the least for all of it. */
const longest = { part: 255, path: 1024 } as const;
const isTooLong = (path: string): boolean =>
  Buffer.byteLength(path) > longest.path || path.split('/').some((part) => Buffer.byteLength(part) > longest.part);

/** Sizes and checksum stand in front, or behind the bytes where the method tells their end. */
function differsInFront({ crc, flags, local, method, packed, size }: ZipEntry): boolean {
  const areBehind = (flags & flag.sizesBehind) !== 0 && method === methods.deflated;
  if (areBehind && local.crc === 0 && local.packed === 0 && local.size === 0) return false;
  return local.crc !== crc || local.packed !== packed || local.size !== size;
}

/** In the order in which they are looked at; the first that holds is said. */
export const entryRules: readonly EntryRule[] = [
  ['is a name that leaves the folder of the archive, or no file can have', ({ path }) => unsafeName.test(path) || deviceName.test(path)],
  [`has a name of more than ${longest.part} bytes in a part, or ${longest.path} in all`, ({ path }) => isTooLong(path)],
  ['is encrypted', ({ entry: { flags } }) => (flags & (flag.encrypted | flag.encryptedDirectory)) !== 0],
  ['is packed by an unknown method', ({ entry: { method } }) => method !== methods.stored && method !== methods.deflated],
  ['has no size', ({ entry: { size } }) => size >= noSize],
  ['is a symlink', ({ entry }) => kindOf(entry) === kind.link || (entry.attributes & attribute.link) !== 0],
  [
    'is a device, a pipe or a socket, and no file',
    ({ entry }) => ![kind.any, kind.file, kind.folder].some((one) => one === kindOf(entry)) || (entry.attributes & attribute.label) !== 0,
  ],
  ['has a mode with the bits setuid, setgid or sticky', ({ entry: { mode } }) => (mode & 0o7000) !== 0],
  [
    'is a folder by its mode and a file by its name',
    ({ entry, path }) => !isFolder(path) && (kindOf(entry) === kind.folder || (entry.attributes & attribute.folder) !== 0),
  ],
  ['is a folder by its name and a file by its mode', ({ entry, path }) => isFolder(path) && kindOf(entry) === kind.file],
  ['is a folder and has contents', ({ entry: { packed, size }, path }) => isFolder(path) && (packed !== 0 || size !== 0)],
  [
    'has a name beyond ASCII that is not marked as UTF-8',
    ({ entry: { flags, name } }) => (flags & flag.utf8) === 0 && name.some((byte) => byte > 127),
  ],
  [
    'has an extra field that some readers follow and others do not',
    ({ entry }) => [...entry.extras, ...entry.local.extras].some((id) => !plainExtras.has(id)),
  ],
  ['has another name in front of its bytes', ({ entry: { local, name } }) => !local.name.equals(name)],
  [
    'has other flags, another method or another time in front of its bytes',
    ({ entry: { flags, local, method, time } }) => local.flags !== flags || local.method !== method || local.time !== time,
  ],
  ['has another size or checksum in front of its bytes', ({ entry }) => differsInFront(entry)],
];

const signature = 0x08074b50;

/** Where an entry ends: behind its bytes, and behind the sizes where these follow. undefined for sizes that are not those of the directory. */
export function endOf(bytes: Buffer, { begin, crc, flags, packed, size }: ZipEntry): number | undefined {
  const end = begin + packed;
  if ((flags & flag.sizesBehind) === 0) return end;
  const start = end + 4 <= bytes.length && bytes.readUInt32LE(end) === signature ? end + 4 : end;
  if (start + 12 > bytes.length) return undefined;
  const isSame = [crc, packed, size].every((value, at) => bytes.readUInt32LE(start + at * 4) === value);
  return isSame ? start + 12 : undefined;
}

export const isStored = ({ method }: ZipEntry): boolean => method === methods.stored;
