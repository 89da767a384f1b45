import { type Zippable, zipSync } from 'fflate';
import type { OutputFile } from '../target.ts';

/** Local time, which is what a ZIP holds: the same bytes in every time zone. */
const fixedTime = new Date(2000, 0, 1);

const regularFile = 0o100000;
/** From this size on a file is an executable, of which level 9 saves 5 % and takes twice as long. */
const largeBytes = 2 ** 24;
/** Unix, whose modes an archive holds. */
const madeBy = 3;

/** Files that readers look for are in front; the others follow in the order of their paths. */
export interface ZipOptions {
  readonly first?: string;
  /** Of all entries. Default: a fixed one, so that equal files give equal archives. */
  readonly time?: Date;
}

/**
 * Packs files: the same ones give the same bytes on every machine and every Node, because the compressor is JavaScript and part of this
 * package; zlib differs between versions of Node.
 */
export function zipFiles(files: readonly OutputFile[], { first, time = fixedTime }: ZipOptions = {}): Uint8Array {
  const rank = ({ path }: OutputFile): number => (path === first ? 0 : 1);
  const sorted = files.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const entries: Zippable = {};
  for (const { contents, mode = 0o644, path } of sorted) {
    const bytes = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
    entries[path] = [bytes, { level: bytes.byteLength < largeBytes ? 9 : 1, mtime: time, os: madeBy, attrs: (regularFile | mode) << 16 }];
  }
  return zipSync(entries);
}
