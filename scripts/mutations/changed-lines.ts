import { execFileSync } from 'node:child_process';

/** Lines of the new file that a hunk of a diff without context names: `@@ -1,2 +3,4 @@`. */
const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/;

/** Numbers of the lines that a file has at HEAD and did not have at a commit. */
export function changedLines(root: string, commit: string, file: string): ReadonlySet<number> {
  const diff = execFileSync('git', ['diff', '--unified=0', commit, 'HEAD', '--', file], { cwd: root, encoding: 'utf8' });
  return linesOf(diff);
}

export function linesOf(diff: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const line of diff.split('\n')) {
    const [, first, count = '1'] = hunk.exec(line) ?? [];
    if (first !== undefined) for (let at = 0; at < Number(count); at++) lines.add(Number(first) + at);
  }
  return lines;
}
