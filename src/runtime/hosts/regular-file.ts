import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isRecord } from '../std/index.ts';

/** A path that leads to no regular file, or to one that is too large; the message follows the name of the file. */
export class UnfitFile extends Error {}

/**
 * The bytes of a regular file. It is opened without waiting, because a FIFO without a writer would stop the process for ever. The open file
 * is checked, so that nothing else can take its place in between.
 * @throws {UnfitFile}
 */
export function readRegularFile(path: string, maxBytes: number): Uint8Array {
  const opened = openWithoutWaiting(path);
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile()) throw new UnfitFile('is not a file');
    if (stats.size > maxBytes) throw new UnfitFile(`is larger than ${maxBytes} bytes`);
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

function openWithoutWaiting(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (failure) {
    // A socket.
    if (isRecord(failure) && failure['code'] === 'ENXIO') throw new UnfitFile('is not a file');
    throw failure;
  }
}
