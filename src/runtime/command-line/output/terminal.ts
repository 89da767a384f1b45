import type { Page } from '../../terminal/index.ts';

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
  /** Columns of the screen; elsewhere nothing is wrapped. */
  readonly width?: number;
  /** Asks the person for a line; absent without a terminal, and under CI. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** A page of a program. Long names reach into the texts. */
export const pageOn = ({ width = Infinity }: Pick<Terminal, 'width'>): Page => ({ width, widest: 34, title: (text) => `${text}:` });
