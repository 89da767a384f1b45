import { pageWidth, type Ask, type Page, type TerminalOutput } from '../../terminal/index.ts';

/** Where a command reads and writes. */
export interface Terminal extends TerminalOutput {
  /** All of standard input. @throws {CommandFailure} */
  readonly readInput: () => Promise<string>;
  /** Absent without a person. */
  readonly ask?: Ask | undefined;
}

/** A page of a program. Long names reach into the texts; a pipe has no width. */
export const pageOn = ({ stdout }: Pick<Terminal, 'stdout'>): Page => ({
  width: stdout.isTTY ? pageWidth(stdout) : Infinity,
  widest: 34,
  title: (text) => `${text}:`,
});
