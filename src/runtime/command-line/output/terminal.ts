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

/** Columns of a list, for two spaces between them. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.min(Math.max(0, ...rows.map(([left]) => left.length)), 32);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}
