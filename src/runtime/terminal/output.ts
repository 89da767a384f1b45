import type { Screen, StreamFacts } from './screen.ts';

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
