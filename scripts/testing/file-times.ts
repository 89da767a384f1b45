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

/** What a fresh clone knows: files whose tests are a long chain each, the longest first. */
export const longChains: readonly string[] = [
  'test/build/errors.test.ts',
  'test/attacks/sign-in-attacks.test.ts',
  'test/attacks/pair-attacks.test.ts',
  'test/docs/testing.test.ts',
  'test/docs/bench.test.ts',
  'test/build/source-maps.test.ts',
  'test/attacks/total-attacks.test.ts',
  'test/attacks/foreign-project-attacks.test.ts',
  'test/cluster/shared-concurrency.test.ts',
  'test/cluster/shared-sessions.test.ts',
  'test/worker/worker-target.test.ts',
  'test/attacks/work-attacks.test.ts',
  'test/http/guarded-operations.test.ts',
  'test/attacks/node-attacks.test.ts',
  'src/cli/commands/build-sea.test.ts',
  'src/cli/commands/doctor.test.ts',
];

/**
 * Longest first, so that no slow file runs alone at the end; files never timed come first, the largest of them ahead, and where none was
 * timed {@link longChains} do.
 */
export function slowestFirst(root: string, files: readonly string[], times: FileTimes): string[] {
  const size = (file: string): number => statSync(join(root, file)).size;
  const isFresh = Object.keys(times).length === 0;
  const timeOf = (file: string): number => (isFresh ? -(longChains.indexOf(file) + 1 || Infinity) : (times[file] ?? Infinity));
  return files.toSorted((a, b) => {
    const [left, right] = [timeOf(a), timeOf(b)];
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
