import { closestName } from '../std/index.ts';
import type { TerminalOutput } from './output.ts';
import { jsonLine } from './text.ts';

/** What a command ends with. */
export interface Outcome {
  /** For a program: one line of JSON. */
  readonly data: object;
  /** For a person, in place of it. */
  readonly text?: string | undefined;
  /** About it, on stderr. */
  readonly said?: readonly string[] | undefined;
}

/** Prints the outcome of a command, once. @param json whether a program reads it */
export function printOutcome({ data, said = [], text }: Outcome, output: TerminalOutput, json: boolean): void {
  for (const one of said) output.say(one);
  if (json) output.data(jsonLine(data));
  else if (text !== undefined) output.page(text);
}

/** A failure in words. @param head what failed: a program, or the code of the failure */
export const failureText = (head: string, message: string, hint?: string): string =>
  `${head}: ${message}${hint === undefined ? '' : `\n  ${hint}`}`;

/** Asks for the known name nearest to what was typed; other advice where none is near. */
export function didYouMean<Other extends string | undefined>(typed: string, known: readonly string[], otherwise: Other): string | Other {
  const near = closestName(typed, known);
  return near === undefined ? otherwise : `Did you mean ${near}?`;
}
