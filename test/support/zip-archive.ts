/* Test support: ZIP archives as a stranger writes them, each field of the directory and of the header in front of a file's bytes by itself. */
import { crc32, deflateRawSync } from 'node:zlib';

interface ZipHeader {
  readonly name: string | Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly extra: Uint8Array;
}

export interface ZipPart extends Partial<ZipHeader> {
  readonly name: string | Uint8Array;
  readonly contents?: string | Uint8Array;
  /** Instead of the packed contents. */
  readonly bytes?: Uint8Array;
  /** Of the header in front of its bytes, where that says something else. */
  readonly local?: Partial<ZipHeader>;
  readonly madeBy?: number;
  /** Unix mode and attributes of DOS. */
  readonly mode?: number;
  readonly attributes?: number;
  /** In front of its header. */
  readonly gap?: Uint8Array;
  /** Behind its bytes. */
  readonly behind?: Uint8Array;
  /** False: a header and bytes of which the directory knows nothing. */
  readonly isListed?: boolean;
  /** Where the directory finds it. */
  readonly offset?: number;
}

/** What is written behind the files. */
interface ZipEnd {
  readonly gap?: Uint8Array;
  /** Behind the rows of the directory, counted as part of it. */
  readonly rows?: Uint8Array;
  /** Between the directory and its end. */
  readonly locator?: Uint8Array;
  readonly behind?: Uint8Array;
  readonly disk?: number;
}

const bytesOf = (value: string | Uint8Array): Buffer => Buffer.from(typeof value === 'string' ? Buffer.from(value) : value);
const short = (...values: readonly number[]): Buffer => Buffer.from(values.flatMap((value) => [value & 255, (value >>> 8) & 255]));
const long = (...values: readonly number[]): Buffer => Buffer.concat(values.map((value) => short(value & 0xffff, value >>> 16)));

const headerOf = ({ crc, extra, flags, method, name, packed, size, time }: ZipHeader): Buffer =>
  Buffer.concat([short(20, flags, method), long(time), long(crc, packed, size), short(bytesOf(name).length, extra.length)]);

function headersOf(part: ZipPart): { readonly header: ZipHeader; readonly local: ZipHeader; readonly bytes: Uint8Array } {
  const contents = bytesOf(part.contents ?? '');
  const method = part.method ?? (contents.length === 0 ? 0 : 8);
  const bytes = part.bytes ?? (method === 8 ? deflateRawSync(contents) : contents);
  const header: ZipHeader = {
    flags: 0x800,
    method,
    time: 0x28210000,
    crc: crc32(contents),
    packed: bytes.length,
    size: contents.length,
    extra: Buffer.alloc(0),
    ...part,
  };
  return { header, local: { ...header, ...part.local }, bytes };
}

/** The sizes behind the bytes of a file, with or without the signature. */
export const sizesBehind = (contents: string, { isSigned = true } = {}): Uint8Array =>
  Buffer.concat([
    ...(isSigned ? [long(0x08074b50)] : []),
    long(crc32(contents), deflateRawSync(contents).length, Buffer.byteLength(contents)),
  ]);

export const extraField = (id: number, data: Uint8Array): Uint8Array => Buffer.concat([short(id, data.length), data]);

export function zipOf(parts: readonly ZipPart[], end: ZipEnd = {}): Buffer {
  const files: Uint8Array[] = [];
  const rows: Uint8Array[] = [];
  let at = 0;
  for (const part of parts) {
    const { bytes, header, local } = headersOf(part);
    const { attributes = 0, behind = Buffer.alloc(0), gap = Buffer.alloc(0), madeBy = 3, mode = 0o100644 } = part;
    const offset = at + gap.length;
    const file = Buffer.concat([gap, long(0x04034b50), headerOf(local), bytesOf(local.name), local.extra, bytes, behind]);
    files.push(file);
    at += file.length;
    const row = [long(0x02014b50), Buffer.from([20, madeBy]), headerOf(header), short(0, 0, 0)];
    if (part.isListed !== false)
      rows.push(...row, long(((mode << 16) | attributes) >>> 0, part.offset ?? offset), bytesOf(header.name), header.extra);
  }
  const { behind = Buffer.alloc(0), disk = 0, gap = Buffer.alloc(0), locator = Buffer.alloc(0) } = end;
  const directory = Buffer.concat([...rows, end.rows ?? Buffer.alloc(0)]);
  const count = parts.filter(({ isListed }) => isListed !== false).length;
  return Buffer.concat([
    ...files,
    gap,
    directory,
    locator,
    long(0x06054b50),
    short(disk, 0, count, count),
    long(directory.length, at + gap.length),
    short(0),
    behind,
  ]);
}
