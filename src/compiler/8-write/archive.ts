import { buffer } from 'node:stream/consumers';
import type { OutputFile } from '../target.ts';

/** Local time, which is what a ZIP holds: the same bytes in every time zone. */
const fixedTime = new Date(2000, 0, 1);

/** The highest takes twice as long on an executable of 100 MB, and saves less than 1 %. */
const level = 6;

/** Files that readers look for are in front; the others follow in the order of their paths. */
export interface ArchiveOptions {
  readonly first?: string;
  /** Of all entries. Default: a fixed one, so that equal files give equal archives. */
  readonly time?: Date;
}

/** Packs files: the same ones give the same bytes wherever Node has its own zlib, which has compressed alike since Node 20. */
export async function zipFiles(files: readonly OutputFile[], { first, time = fixedTime }: ArchiveOptions = {}): Promise<Uint8Array> {
  // 40 packages, which builds without an archive need not load.
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive({ forceLocalTime: true, zlib: { level } });
  const rank = ({ path }: OutputFile): number => (path === first ? 0 : 1);
  const sorted = files.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const { contents, mode = 0o644, path } of sorted) {
    const bytes =
      typeof contents === 'string' ? Buffer.from(contents) : Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
    // Compressed, an empty file would be stored with its size behind it, which some readers refuse.
    archive.append(bytes, { name: path, date: time, mode, store: bytes.byteLength === 0 });
  }
  const [packed] = await Promise.all([buffer(archive), archive.finalize()]);
  return packed;
}
