import { stripVTControlCharacters } from 'node:util';

/** What a stream can show. */
export interface Terminal {
  readonly isTTY: boolean;
  readonly colours: boolean;
  readonly width: number;
  readonly unicode: boolean;
  /** Whether a line may be rewritten in place. */
  readonly live: boolean;
}

export type ColourMode = 'auto' | 'always' | 'never';

interface StreamFacts {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Decides what may be printed to a stream; `--color` wins over `NO_COLOR`, that over `FORCE_COLOR`, that over what the stream is. */
export function readTerminal(stream: StreamFacts, env: Readonly<Record<string, string | undefined>>, mode: ColourMode): Terminal {
  const tty = stream.isTTY === true;
  const dumb = env['TERM'] === 'dumb';
  return {
    isTTY: tty,
    colours: wantsColours({ tty, dumb, env, mode }),
    width: tty ? (stream.columns ?? 80) : 80,
    unicode: !dumb && process.platform !== 'win32' ? true : env['WT_SESSION'] !== undefined,
    live: tty && !dumb && !env['CI'],
  };
}

function wantsColours(facts: {
  tty: boolean;
  dumb: boolean;
  env: Readonly<Record<string, string | undefined>>;
  mode: ColourMode;
}): boolean {
  if (facts.mode !== 'auto') return facts.mode === 'always';
  if (facts.env['NO_COLOR']) return false;
  const forced = facts.env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return facts.tty && !facts.dumb;
}

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const;

export type Paint = (style: keyof typeof codes, text: string) => string;

/** A painter for a stream; the identity where colours are off. */
export function paintFor(terminal: Terminal): Paint {
  return (style, text) => (terminal.colours ? `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : text);
}

/** Rows as aligned columns, two spaces apart; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  return table(rows, Number.POSITIVE_INFINITY);
}

/** Minimum width of the last column, however wide the others are. */
const narrowestColumn = 20;

/** Prints {@link columns} and wraps the last one at the width of the page. */
export function table(rows: readonly (readonly string[])[], width: number): string {
  const widths: number[] = [];
  for (const row of rows) row.slice(0, -1).forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, lengthOf(cell))));
  return rows
    .map((row) => {
      const before = row.slice(0, -1).map((cell, index) => `${cell}${' '.repeat((widths[index] ?? 0) - lengthOf(cell))}  `);
      const indent = before.reduce((sum, cell) => sum + lengthOf(cell), 0);
      const last = row.at(-1) ?? '';
      return `${before.join('')}${Number.isFinite(width) ? wrap(last, Math.max(width, indent + narrowestColumn), indent) : last}`.trimEnd();
    })
    .join('\n');
}

/** Characters that are seen: colours take no room. */
const lengthOf = (text: string): number => stripVTControlCharacters(text).length;

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
