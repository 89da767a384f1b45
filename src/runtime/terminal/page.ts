import type { ArgumentRow, FlagRow } from './rows.ts';
import { table, type Rows } from './table.ts';

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
