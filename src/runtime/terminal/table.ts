import { withoutColours } from './text.ts';

export type Rows = readonly (readonly string[])[];

/** Minimum width of the last column, however wide the others are. */
const narrowestColumn = 20;

/**
 * Rows as aligned columns, two spaces apart; the last column is not padded.
 * @param width where the last column is wrapped
 * @param widest no column before the last is wider; longer cells reach into the next one
 */
export function table(rows: Rows, width = Infinity, widest = Infinity): string {
  const widths: number[] = [];
  for (const row of rows)
    row.slice(0, -1).forEach((cell, index) => (widths[index] = Math.min(Math.max(widths[index] ?? 0, lengthOf(cell)), widest)));
  return rows
    .map((row) => {
      const before = row.slice(0, -1).map((cell, index) => `${cell}${' '.repeat(Math.max(0, (widths[index] ?? 0) - lengthOf(cell)))}  `);
      const indent = before.reduce((sum, cell) => sum + lengthOf(cell), 0);
      const last = row.at(-1) ?? '';
      return `${before.join('')}${Number.isFinite(width) ? wrap(last, Math.max(width, indent + narrowestColumn), indent) : last}`.trimEnd();
    })
    .join('\n');
}

/** Characters that are seen: colours take no room. */
const lengthOf = (text: string): number => withoutColours(text).length;

/** Breaks words at `width` and indents every line after the first. */
export function wrap(text: string, width: number, indent = 0): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width - indent) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.join(`\n${' '.repeat(indent)}`);
}
