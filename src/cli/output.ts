import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { jsonLine, paintedText, paintFor, readScreen, type ColourMode, type Paint, type Screen } from '@service/sdk/terminal';

/** A step that takes long enough to be worth a line. */
export interface Progress {
  done(summary?: string): void;
}

/** Where the command line writes; each may be a terminal. */
export interface OutputStreams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** The one writer to stdout and stderr. Data goes to stdout, everything said about it to stderr. */
export class Output {
  readonly json: boolean;
  /** Everything said is one JSON object a line. */
  readonly events: boolean;
  readonly verbose: boolean;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly paint: Paint;
  readonly #streams: OutputStreams;
  #liveLine = false;

  constructor(settings: {
    readonly json: boolean;
    readonly events: boolean;
    readonly verbose: boolean;
    readonly colours: ColourMode;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly streams: OutputStreams;
  }) {
    this.json = settings.json;
    this.events = settings.events;
    this.verbose = settings.verbose;
    const { stderr, stdout } = settings.streams;
    this.#streams = settings.streams;
    this.stdout = readScreen(stdout, settings.env, settings.colours);
    this.stderr = readScreen(stderr, settings.env, settings.colours);
    this.paint = paintFor(this.stderr);
    // A reader that went away (`| head`), or a terminal that was closed, is not a failure of the command.
    for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  }

  /** Writes a result for a program, as it is. Once per command, except `dev`. */
  data(text: string): void {
    this.#clearLiveLine();
    this.#streams.stdout.write(endLine(text));
  }

  /** Writes a result for a person: what names and descriptions hold cannot steer the terminal. */
  page(text: string): void {
    this.data(paintedText(text));
  }

  /** Says something about the work. */
  say(text: string): void {
    if (this.events) return this.event('message', { text: stripVTControlCharacters(text).trimEnd() });
    this.#clearLiveLine();
    this.#streams.stderr.write(endLine(paintedText(text)));
  }

  /** One line for a program that follows the work; nothing without `--events`. */
  event(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void {
    if (this.events) this.#streams.stderr.write(jsonLine({ event, ...facts }));
  }

  /** Says it only when `--verbose` was given. */
  detail(text: string): void {
    if (this.verbose) this.say(this.paint('dim', text));
  }

  /** Starts a step: silent for 200 ms, then one live line on a terminal; elsewhere one plain line when it took that long. */
  progress(step: string): Progress {
    const started = performance.now();
    this.event('start', { step });
    const draw = (): void => {
      this.#liveLine = true;
      this.#streams.stderr.write(`\r\u001b[2K${step} ${seconds(performance.now() - started)}`);
    };
    const timer = this.stderr.live && !this.json && !this.events ? setInterval(draw, 200).unref() : undefined;
    return {
      done: (summary) => {
        clearInterval(timer);
        this.#clearLiveLine();
        const elapsed = performance.now() - started;
        if (this.events) return this.event('done', { step, milliseconds: Math.round(elapsed) });
        if (!this.json && elapsed > 200) this.say(this.paint('dim', `${summary ?? step} (${seconds(elapsed)})`));
      },
    };
  }

  /** Where questions are drawn, which take the terminal over. */
  get questions(): NodeJS.WritableStream {
    return this.#streams.stderr;
  }

  #clearLiveLine(): void {
    if (!this.#liveLine) return;
    this.#liveLine = false;
    this.#streams.stderr.write('\r\u001b[2K');
  }
}

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

/** Writes the result document to the file that `SERVICE_OUTPUT_FILE` names, whole or not at all, for wrappers that cannot read stdout. */
export async function writeOutputFile(file: string, cwd: string, text: string): Promise<void> {
  const { makeFolders } = await import('../compiler/index.ts');
  const target = resolve(cwd, file);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await makeFolders(dirname(target));
    await writeFile(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Ends the process after both streams are flushed: the only `process.exit` of the command line. */
export async function finish(code: number): Promise<never> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) => new Promise<void>((done) => (stream.destroyed ? done() : stream.write('', () => done()))),
    ),
  );
  process.exit(code);
}
