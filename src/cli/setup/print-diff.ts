import type { FileChange } from './file-change.ts';

/** Lines around a change that are shown. */
const contextLines = 2;

type Line = readonly [mark: ' ' | '-' | '+', text: string];

/** A change as people read it in a review: `+++ path`, then its lines with two lines around each difference. */
export function printDiff({ path, before, after }: FileChange): string {
  const lines = compareFiles(splitLines(before ?? ''), splitLines(after));
  const shown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(([mark]) => mark !== ' '),
  );
  const text: string[] = [before === undefined ? `+++ ${path} (new)` : `+++ ${path}`];
  lines.forEach(([mark, line], index) => {
    if (shown[index]) text.push(`${mark} ${line}`.trimEnd());
    else if (index > 0 && shown[index - 1]) text.push('  …');
  });
  return text.join('\n');
}

const splitLines = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Equal lines at both ends are not compared with each other: a megabyte of a client's settings differs in a few. */
function compareFiles(before: readonly string[], after: readonly string[]): readonly Line[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (line: string): Line => [' ', line];
  return [
    ...before.slice(0, start).map(same),
    ...compareLines(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** The shortest script of lines (longest common subsequence: time and memory are the product of both lengths). */
function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const common: number[][] = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const cells = common[row];
      if (cells === undefined) continue;
      cells[column] = before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const lines: Line[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const old = before[row];
    const young = after[column];
    if (old !== undefined && old === young) {
      lines.push([' ', old]);
      row += 1;
      column += 1;
    } else if (old !== undefined && (young === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(['-', old]);
      row += 1;
    } else if (young !== undefined) {
      lines.push(['+', young]);
      column += 1;
    }
  }
  return lines;
}
