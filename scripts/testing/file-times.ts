import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds a test file took, by its path below the repository. */
export type FileTimes = Readonly<Record<string, number>>;

const memory = '.service/test-times.json';

/** What the last run here remembered; a fresh clone remembers nothing. */
export function readFileTimes(root: string): FileTimes {
  try {
    return timesIn(JSON.parse(readFileSync(join(root, memory), 'utf8')));
  } catch {
    return {}; // only the order of the files hangs on it
  }
}

export function writeFileTimes(root: string, times: FileTimes): void {
  mkdirSync(dirname(join(root, memory)), { recursive: true });
  writeFileSync(join(root, memory), `${JSON.stringify({ ...readFileTimes(root), ...times }, undefined, 2)}\n`);
}

/** Longest first, so that no slow file runs alone at the end; files never timed come first, the largest of them ahead. */
export function slowestFirst(root: string, files: readonly string[], times: FileTimes): string[] {
  const size = (file: string): number => statSync(join(root, file)).size;
  return files.toSorted((a, b) => {
    const [left, right] = [times[a] ?? Infinity, times[b] ?? Infinity];
    return left === right ? size(b) - size(a) : right - left;
  });
}

/** The files that took longest, for the end of a run. */
export const slowest = (times: FileTimes, count: number): (readonly [string, number])[] =>
  Object.entries(times)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count);

function timesIn(value: unknown): FileTimes {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
