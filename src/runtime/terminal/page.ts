import type { ArgumentRow, FlagRow } from './rows.ts';
import { withoutColours } from './text.ts';

/** How a page of text is printed. */
export interface Page {
  readonly width: number;
  /** Prints the title of a section. */
  readonly title: (text: string) => string;
  /** Longer cells before the last column reach into it. */
  readonly widest?: number;
}

/** Blocks with an empty line between them; those without text are left out. */
export const printPage = (blocks: readonly string[]): string => blocks.filter((block) => block !== '').join('\n\n');

/** A block with a title; nothing without a body. */
export function section(title: string, body: Rows | string, page: Page): string {
  const text = typeof body === 'string' ? body : list(body, page);
  return text === '' ? '' : `${page.title(title)}\n${text}`;
}

/** Rows as indented columns. */
export const list = (rows: Rows, { widest, width }: Page): string =>
  table(
    rows.map(([first = '', ...rest]) => [`  ${first}`, ...rest]),
    width,
    widest,
  );

/** An argument as help shows it: `<file>`, `[name...]`. */
export function argumentUsage({ name, required, variadic }: ArgumentRow): string {
  const words = `${name}${variadic === true ? '...' : ''}`;
  return required === true ? `<${words}>` : `[${words}]`;
}

/** Flags and what they do. @param letters leaves room for the letters of others */
export const flagTexts = (flags: readonly FlagRow[], letters = flags.some(({ short }) => short !== undefined)): Rows =>
  flags.map((flag) => {
    const { choices = [], name, short, standard, summary, value } = flag;
    const letter = short === undefined ? (letters ? '    ' : '') : `-${short}, `;
    const listed = choices.length === 0 || choices.join('|') === value ? '' : `: ${choices.join(', ')}`;
    return [
      `${letter}--${name}${value === undefined ? '' : ` <${value}>`}`,
      `${summary}${listed}${standard === undefined ? '' : ` (default: ${standard})`}`.trimStart(),
    ];
  });

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
