import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ZipArchive } from 'archiver';
import type { OutputFile } from '../target.ts';

/** ZIP holds no earlier time; a fixed one makes equal inputs equal archives. */
const epoch = new Date(Date.UTC(1980, 0, 1));

/** Without forceUTC (missing in the declared types) the stored times follow the machine's time zone. */
const options = { zlib: { level: 9 }, forceUTC: true };

/** Packs files in the order of their paths: the same files give the same bytes on every machine, in every time zone. */
export async function zipFiles(files: readonly OutputFile[]): Promise<Uint8Array> {
  const archive = new ZipArchive(options);
  const sink = new PassThrough();
  const chunks: Buffer[] = [];
  sink.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(sink, 'end');
  archive.on('error', (error: Error) => sink.destroy(error));
  archive.pipe(sink);
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    archive.append(Buffer.from(file.contents), { name: file.path, date: epoch, mode: file.mode ?? 0o644 });
  }
  await Promise.all([archive.finalize(), ended]);
  return Buffer.concat(chunks);
}
