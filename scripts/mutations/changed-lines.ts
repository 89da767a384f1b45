import { execFileSync } from 'node:child_process';

/** Lines of the new file that a hunk of a diff without context names: `@@ -1,2 +3,4 @@`. */
const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/;
const newFile = /^\+\+\+ b\/(.+)$/;

/**
 * Numbers of the lines that files have at HEAD and did not have at a commit, by file. A file that was moved has only the lines that were
 * changed with it: all files are compared at once, so that git knows it by its former path.
 */
export function changedLines(root: string, commit: string): ReadonlyMap<string, ReadonlySet<number>> {
  const diff = execFileSync('git', ['diff', '--unified=0', '--find-renames=40%', '-l0', commit, 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  return linesOf(diff);
}

export function linesOf(diff: string): ReadonlyMap<string, ReadonlySet<number>> {
  const files = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of diff.split('\n')) {
    const file = newFile.exec(line)?.[1];
    if (file !== undefined) files.set(file, (lines = new Set()));
    const [, first, count = '1'] = hunk.exec(line) ?? [];
    if (first !== undefined) for (let at = 0; at < Number(count); at++) lines.add(Number(first) + at);
  }
  return files;
}
