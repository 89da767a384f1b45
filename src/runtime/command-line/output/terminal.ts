import type { Json } from '../../model/index.ts';

/** Where a command reads and writes. */
export interface Terminal {
  /** Data: standard output. Cleaned on a screen. */
  readonly out: (text: string) => void;
  /** Everything else, for people: standard error. Always cleaned. */
  readonly error: (text: string) => void;
  /** All of standard input. @throws {CommandFailure} */
  readonly readInput: () => Promise<string>;
  /** Text is read by a person, on a screen that obeys control characters. */
  readonly isScreen: boolean;
  /** Asks the person for a line; absent without a terminal, and under CI. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** C0 (without tab and line feed), DEL, C1 and bidirectional controls: a server's text must not move the cursor or disguise its words. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of others, for a screen. */
export const forScreen = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(controls, '\uFFFD');

/** A value as one line of JSON. What JSON leaves as it is and a terminal obeys (C1, DEL, bidirectional controls) is escaped: programs read the same. */
export const jsonLine = (value: Json): string =>
  `${JSON.stringify(value).replaceAll(controls, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** One line of it. */
export const oneLine = (text: string): string => forScreen(text).replaceAll(/\s+/g, ' ').trim();

/** Columns of a list, for two spaces between them. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.min(Math.max(0, ...rows.map(([left]) => left.length)), 32);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}
