import type { Screen, StreamFacts } from './screen.ts';
import { closestName } from '../std/index.ts';
import { jsonLine } from './text.ts';

/** A stream of a process; it may be a terminal. */
export interface OutputStream extends StreamFacts {
  write(text: string): unknown;
}

interface OutputSettings<Shown extends Screen> {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly screenOf: (stream: OutputStream) => Shown;
  /** Takes from text what could steer a terminal. */
  readonly clean: (text: string) => string;
  /** A pipe gets results in words as they are, for programs that read their bytes. */
  readonly rawPipes?: true | undefined;
}

/** The one writer of a command line. Data goes to stdout, everything said about it to stderr. */
export class TerminalOutput<Shown extends Screen = Screen> {
  readonly stdout: Shown;
  readonly stderr: Shown;
  readonly #settings: OutputSettings<Shown>;
  #status = '';

  constructor(settings: OutputSettings<Shown>) {
    this.#settings = settings;
    this.stdout = settings.screenOf(settings.stdout);
    this.stderr = settings.screenOf(settings.stderr);
  }

  /** Writes a result for a program, as it is. */
  data(text: string): void {
    this.status('');
    this.#settings.stdout.write(endLine(text));
  }

  /** Writes a result for a person: what names and descriptions hold cannot steer the terminal. */
  page(text: string): void {
    const { clean, rawPipes } = this.#settings;
    this.data(rawPipes === true && !this.stdout.isTTY ? text : clean(text));
  }

  /** Says something about the work. */
  say(text: string): void {
    this.status('');
    this.#settings.stderr.write(endLine(this.#settings.clean(text)));
  }

  /** Shows how far the work is: one line that is rewritten on a screen that can, elsewhere a line of its own. @param text one line; empty takes it away */
  status(text: string): void {
    if (text !== '' && !this.stderr.live) return this.say(text);
    const { clean, stderr } = this.#settings;
    if (this.#status !== text) stderr.write(`\r\u001b[2K${clean(text).slice(0, this.stderr.width - 1)}`);
    this.#status = text;
  }
}

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** What a command ends with. */
interface Outcome {
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
