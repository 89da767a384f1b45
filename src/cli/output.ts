import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  jsonLine,
  paintedText,
  paintFor,
  readPaintedScreen,
  TerminalOutput,
  type ColourMode,
  type OutputStream,
  type Paint,
  type PaintedScreen,
} from '@service/sdk/terminal';

/** A step that takes long enough to be worth a line. */
export interface Progress {
  done(summary?: string): void;
}

/** Where the command line writes; each may be a terminal. */
export interface OutputStreams {
  readonly stdout: NodeJS.WritableStream & OutputStream;
  readonly stderr: NodeJS.WritableStream & OutputStream;
}

/** The one writer of `service`: what a program follows beside what a person reads. */
export class Output extends TerminalOutput<PaintedScreen> {
  readonly json: boolean;
  /** Everything said is one JSON object a line. */
  readonly events: boolean;
  readonly verbose: boolean;
  readonly paint: Paint;
  /** Where questions are drawn, which take the terminal over. */
  readonly questions: NodeJS.WritableStream;

  constructor(settings: {
    readonly json: boolean;
    readonly events: boolean;
    readonly verbose: boolean;
    readonly colours: ColourMode;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly streams: OutputStreams;
  }) {
    const { colours, env, events, json, verbose } = settings;
    const { stderr, stdout } = settings.streams;
    super({ stdout, stderr, screenOf: (stream) => readPaintedScreen(stream, env, colours), clean: paintedText });
    this.json = json;
    this.events = events;
    this.verbose = verbose;
    this.paint = paintFor(this.stderr);
    this.questions = stderr;
    // A reader that went away (`| head`), or a terminal that was closed, is not a failure of the command.
    for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  }

  override say(text: string): void {
    if (this.events) this.event('message', { text: stripVTControlCharacters(text).trimEnd() });
    else super.say(text);
  }

  /** One line for a program that follows the work; nothing without `--events`. */
  event(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void {
    if (this.events) this.questions.write(jsonLine({ event, ...facts }));
  }

  /** Says it only when `--verbose` was given. */
  detail(text: string): void {
    if (this.verbose) this.say(this.paint('dim', text));
  }

  /** Starts a step: silent for 200 ms, then its status on a terminal; elsewhere one plain line when it took that long. */
  progress(step: string): Progress {
    const started = performance.now();
    this.event('start', { step });
    const draw = (): void => this.status(`${step} ${seconds(performance.now() - started)}`);
    const timer = this.stderr.live && !this.json && !this.events ? setInterval(draw, 200).unref() : undefined;
    return {
      done: (summary) => {
        clearInterval(timer);
        this.status('');
        const elapsed = performance.now() - started;
        if (this.events) return this.event('done', { step, milliseconds: Math.round(elapsed) });
        if (!this.json && elapsed > 200) this.say(this.paint('dim', `${summary ?? step} (${seconds(elapsed)})`));
      },
    };
  }
}

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
