import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** How long a server may finish running calls before it is ended. */
const stopLimitMs = 3000;
/** How long its pipes are listened to after it ended. */
const lastWordsMs = 500;

/** Program that starts before its bundle is ready, and ends with this process. */
const runner = fileURLToPath(new URL('../../../bin/run-when-told.js', import.meta.url));

export interface ServerProcess {
  /** Starts Node while the bundle is being built, for the next {@link start}. */
  prepare(): void;
  /** Ends the running server, if any, and waits until its port is free. */
  stop(): Promise<void>;
  /** Starts the bundle; the one before must have been stopped. */
  start(bundle: string, env: Environment): void;
  /** Nothing is started any more; the running server is not touched. */
  close(): void;
}

export interface ServerEvents {
  readonly print: (line: string) => void;
  /** The server answers, at this address. */
  readonly ready: (url: string) => void;
  /** It ended by itself. */
  readonly exit: (code: number | null) => void;
}

/** A started server; its output is read by the code that started it. */
export type ServerChild = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

type Environment = Readonly<Record<string, string | undefined>>;

/** Where servers come from: Node is started ahead of time, with the environment of the server before. */
export class ServerSource {
  readonly #stdin: 'ignore' | 'pipe';
  #environment: Environment | undefined;
  #spare: ServerChild | undefined;

  constructor(stdin: 'ignore' | 'pipe') {
    this.#stdin = stdin;
  }

  prepare(): void {
    if (this.#environment === undefined || isUp(this.#spare)) return;
    this.#spare = startNode(this.#environment, this.#stdin);
  }

  /** Starts a bundle. */
  start(bundle: string, env: Environment): ServerChild {
    const spare = this.#spare;
    this.#spare = undefined;
    // What Node reads as it starts (NODE_OPTIONS, TZ) must be right from the first moment.
    const fits = JSON.stringify(env) === JSON.stringify(this.#environment);
    this.#environment = env;
    if (!fits) spare?.kill('SIGKILL');
    const child = fits && isUp(spare) ? spare : startNode(env, this.#stdin);
    // A child that has ended meanwhile says so by its exit.
    child.send(bundle, () => undefined);
    return child;
  }

  close(): void {
    this.#spare?.kill('SIGKILL');
    this.#spare = undefined;
  }
}

const isUp = (child: ServerChild | undefined): child is ServerChild =>
  child !== undefined && child.connected && child.exitCode === null && child.signalCode === null;

/** In a process group of its own: Ctrl-C reaches it once, through us, so that running calls may finish. */
function startNode(env: Environment, stdin: 'ignore' | 'pipe'): ServerChild {
  const started = spawn(process.execPath, ['--enable-source-maps', runner], {
    env: { ...env },
    stdio: [stdin, 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
  const { stderr, stdout } = started;
  if (stdout === null || stderr === null) throw new Error('a child without pipes');
  return Object.assign(started, { stdout, stderr });
}

/** Asks it to end, and ends it when it does not. */
export async function stopServer(ending: ChildProcess): Promise<void> {
  if (ending.exitCode !== null || ending.signalCode !== null) return;
  const ended = once(ending, 'exit');
  const silent = once(ending, 'close');
  ending.kill('SIGTERM');
  const timer = setTimeout(() => ending.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(timer);
  // Wait for its last output, unless a child of it holds the pipes open.
  let patience: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([silent, new Promise<void>((resolve) => (patience = setTimeout(resolve, lastWordsMs)))]);
  clearTimeout(patience);
}

/** The child that serves HTTP. */
export function serverProcess(on: ServerEvents): ServerProcess {
  const source = new ServerSource('ignore');
  let child: ChildProcess | undefined;
  return {
    prepare: () => source.prepare(),
    start(bundle, env) {
      const started = source.start(bundle, env);
      let isListening = false;
      for (const stream of [started.stdout, started.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          // The host's own announcement: the one place that knows the address after every option and variable. Only the first is believed:
          // what a tool prints later may end with a caller's text.
          const url = isListening ? undefined : / is listening at (\S+)$/.exec(line)?.[1];
          if (url === undefined) return on.print(line);
          isListening = true;
          return child === started ? on.ready(url) : undefined;
        });
      }
      // 'close' comes after the last line of its output.
      started.once('close', (code) => {
        if (child !== started) return;
        child = undefined;
        on.exit(code);
      });
      child = started;
    },
    async stop() {
      const ending = child;
      child = undefined;
      if (ending !== undefined) await stopServer(ending);
    },
    close: () => source.close(),
  };
}
