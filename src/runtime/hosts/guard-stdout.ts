/** The protocol's way out, once everything else has been turned away from stdout. */
export interface GuardedStdout {
  /** False: the client is behind. */
  write(text: string): boolean;
  /** Closes stdout; settles when its last byte is with the client. */
  end(): Promise<void>;
  /** Destination of stray output; stderr by default. */
  divertTo(divert: (text: string) => void): void;
}

const guards = new WeakMap<object, GuardedStdout>();

/**
 * Keeps stdout for the protocol: whatever user code prints goes elsewhere, and only the returned writer reaches the client. One stray
 * `console.log` in the middle of a message would end the connection. Called again it returns the same writer: a process has one stdout.
 */
export function guardStdout(): GuardedStdout {
  const { stdout } = process;
  const known = guards.get(stdout);
  if (known !== undefined) return known;
  let divert = (text: string): void => void process.stderr.write(text);
  const say = (text: string): void => divert(text);
  const write = stdout.write.bind(stdout);
  const end = stdout.end.bind(stdout);
  const strayWrite = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    say(textOfChunk(chunk));
    callLater(encoding, done);
    return true;
  };
  // A stray `end` would close the connection: it says what it was given and closes nothing.
  const strayEnd = (chunk?: unknown, encoding?: unknown, done?: unknown): typeof stdout => {
    say(textOfChunk(chunk));
    callLater(chunk, encoding, done);
    return stdout;
  };
  Object.assign(stdout, { write: strayWrite, end: strayEnd });
  guardDescriptor(say);
  const guard: GuardedStdout = {
    write: (text) => write(text),
    end: () =>
      new Promise((resolve) => {
        if (stdout.destroyed) resolve();
        else stdout.once('error', () => resolve()).once('close', () => resolve());
        end(() => resolve());
      }),
    divertTo: (other) => void (divert = other),
  };
  guards.set(stdout, guard);
  return guard;
}

function callLater(...candidates: readonly unknown[]): void {
  const done = candidates.find((candidate) => typeof candidate === 'function');
  if (typeof done === 'function') process.nextTick(() => void Reflect.apply(done, undefined, []));
}

type Divert = (text: string) => void;
type Callable = (...args: unknown[]) => unknown;

const stdoutDescriptor = 1;
const stderrDescriptor = 2;

/**
 * Turns away what goes around the stream in programs that mean no harm: loggers write to descriptor 1 by `fs.write` and `fs.writeSync`, and
 * children inherit it. Who opens stdout by another name, or natively, wants to write there.
 */
function guardDescriptor(say: Divert): void {
  // Not imported: an import of the whole module makes the bundler copy its hundred members into an object at start.
  const fs = process.getBuiltinModule('node:fs');
  const written = (data: unknown): number => {
    const text = textOfChunk(data);
    say(text);
    return Buffer.byteLength(text);
  };
  divert(fs, 'writeSync', ([, data]) => written(data));
  divert(fs, 'write', (args) => {
    const [, data] = args;
    const length = written(data);
    const done = args.at(-1);
    if (typeof done === 'function') process.nextTick(() => void Reflect.apply(done, undefined, [null, length, data]));
  });
  guardChildren();
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

/** Replaces one function of a module for calls on descriptor 1. */
function divert(module: object, name: string, instead: (args: readonly unknown[]) => unknown): void {
  const original: unknown = Reflect.get(module, name);
  if (typeof original !== 'function') return;
  const guarded: Callable = (...args) => (args[0] === stdoutDescriptor ? instead(args) : Reflect.apply(original, module, args));
  // `util.promisify` looks for its own form of the function under a symbol, which must be kept.
  for (const key of Object.getOwnPropertySymbols(original)) Reflect.set(guarded, key, Reflect.get(original, key));
  Reflect.set(module, name, guarded);
}

/** A child that inherits stdout would write into the middle of a message; it gets stderr in its place. */
function guardChildren(): void {
  // Loaded here: a server over HTTP has no use for it.
  const childProcess = process.getBuiltinModule('node:child_process');
  const prototype: object = childProcess.ChildProcess.prototype;
  const spawn: unknown = Reflect.get(prototype, 'spawn');
  if (typeof spawn === 'function') {
    Reflect.set(prototype, 'spawn', function (this: object, options: unknown): unknown {
      const started: unknown = Reflect.apply(spawn, this, [withoutStdout(options)]);
      return started;
    });
  }
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const original: unknown = Reflect.get(childProcess, name);
    if (typeof original !== 'function') continue;
    const guarded: Callable = (...args) => Reflect.apply(original, childProcess, args.map(withoutStdout));
    Reflect.set(childProcess, name, guarded);
  }
}

/** A copy of spawn options in which nothing leads to our stdout; anything else as it is. */
function withoutStdout(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || !('stdio' in options)) return options;
  const { stdio } = options;
  const list: readonly unknown[] | undefined =
    stdio === 'inherit' ? ['inherit', 'inherit', 'inherit'] : Array.isArray(stdio) ? stdio : undefined;
  if (list === undefined) return options;
  return { ...options, stdio: list.map((target, at) => (leadsToStdout(target, at) ? stderrDescriptor : target)) };
}

function leadsToStdout(target: unknown, at: number): boolean {
  if (target === 'inherit') return at === stdoutDescriptor;
  return target === stdoutDescriptor || target === process.stdout;
}

/** Text of what a write was given. */
function textOfChunk(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk;
  if (!ArrayBuffer.isView(chunk)) return '';
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
}
