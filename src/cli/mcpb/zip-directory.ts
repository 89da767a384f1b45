/* What a ZIP archive says of itself. The only module that imports the reader of ZIP archives. */
import { messageOf } from '@service/sdk/internal';
import { type Entry, fromBufferPromise, type LocalFileHeader, parseExtraFields } from 'yauzl';

/** Why an archive is refused: a sentence. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

/** What the directory and the header in front of a file's bytes both say. */
interface Header {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  /** Date and time, as an archive holds them. */
  readonly time: string;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Ids of its extra fields. */
  readonly extras: readonly number[];
}

/** A file of the directory. */
export interface ZipEntry extends Header {
  /** Unix mode, whatever system the archive was made by; 0 where it holds none. */
  readonly mode: number;
  /** Attributes of DOS and Windows. */
  readonly attributes: number;
  /** Where the header in front of its bytes begins. */
  readonly offset: number;
  /** Bytes of its row in the directory. */
  readonly rowSize: number;
  readonly local: Header;
  /** Where its packed bytes begin. */
  readonly begin: number;
}

/**
 * All entries, in the order of the directory. Nothing is decoded, compared or unpacked.
 * @throws {BadArchive}
 */
export async function readDirectory(bytes: Buffer): Promise<readonly ZipEntry[]> {
  try {
    const archive = await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: false });
    const entries: ZipEntry[] = [];
    for await (const entry of archive.eachEntry()) {
      const local = await archive.readLocalFileHeaderPromise(entry);
      entries.push({ ...listed(entry), local: inFront(local), begin: local.fileDataStart });
    }
    return entries;
  } catch (error) {
    throw new BadArchive(`The archive cannot be read: ${messageOf(error)}`);
  }
}

const listed = (entry: Entry): Omit<ZipEntry, 'local' | 'begin'> => ({
  name: entry.fileNameRaw,
  flags: entry.generalPurposeBitFlag,
  method: entry.compressionMethod,
  time: `${entry.lastModFileDate} ${entry.lastModFileTime}`,
  crc: entry.crc32,
  packed: entry.compressedSize,
  size: entry.uncompressedSize,
  extras: entry.extraFields.map(({ id }) => id),
  mode: entry.externalFileAttributes >>> 16,
  attributes: entry.externalFileAttributes & 0xffff,
  offset: entry.relativeOffsetOfLocalHeader,
  rowSize: 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength,
});

const inFront = (header: LocalFileHeader): Header => ({
  name: header.fileName,
  flags: header.generalPurposeBitFlag,
  method: header.compressionMethod,
  time: `${header.lastModFileDate} ${header.lastModFileTime}`,
  crc: header.crc32,
  packed: header.compressedSize,
  size: header.uncompressedSize,
  extras: parseExtraFields(header.extraField).map(({ id }) => id),
});
