type Divert = (text: string) => void;
type Callable = (...args: unknown[]) => unknown;

const stdoutDescriptor = 1;
const stderrDescriptor = 2;

/**
 * Turns away what goes around the stream: the file system functions on descriptor 1 (and its names) and child processes that would
 * inherit it. Only what opens the descriptor natively (an add-on, `new net.Socket({ fd: 1 })`) is out of reach.
 */
export function guardDescriptor(say: Divert): void {
  // Not imported: an import of the whole module makes the bundler copy its hundred members into an object at start.
  const fs = process.getBuiltinModule('node:fs');
  const written = (data: unknown): number => {
    const text = textOfChunk(data);
    say(text);
    return Buffer.byteLength(text);
  };
  const listed = (chunks: unknown): number => (Array.isArray(chunks) ? chunks.reduce((sum: number, chunk) => sum + written(chunk), 0) : 0);
  for (const name of ['writeSync', 'writeFileSync', 'appendFileSync'] as const) divert(fs, name, ([, data]) => written(data));
  divert(fs, 'writevSync', ([, chunks]) => listed(chunks));
  divert(fs, 'write', (args) => callBack(args, written(args[1]), args[1]));
  divert(fs, 'writev', (args) => callBack(args, listed(args[1]), args[1]));
  for (const name of ['writeFile', 'appendFile'] as const) divert(fs, name, (args) => (written(args[1]), callBack(args)));
  for (const name of ['writeFile', 'appendFile'] as const) divert(fs.promises, name, async (args) => void written(args[1]));
  for (const name of ['openSync', 'open'] as const) redirectOpening(fs, name);
  redirectOpening(fs.promises, 'open');
  guardChildren();
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

/** Opening stdout by its name opens stderr: a descriptor of its own would escape the checks above. */
function redirectOpening(module: object, name: string): void {
  const original: unknown = Reflect.get(module, name);
  if (typeof original !== 'function') return;
  const guarded: Callable = (path, ...rest) => Reflect.apply(original, module, [isStdoutName(path) ? '/dev/stderr' : path, ...rest]);
  Reflect.set(module, name, guarded);
}

/** Replaces one function of a module for calls on descriptor 1. */
function divert(module: object, name: string, instead: (args: readonly unknown[]) => unknown): void {
  const original: unknown = Reflect.get(module, name);
  if (typeof original !== 'function') return;
  const guarded: Callable = (...args) => (isStdout(args[0]) ? instead(args) : Reflect.apply(original, module, args));
  // `util.promisify` looks for its own form of the function under a symbol, which must be kept.
  for (const key of Object.getOwnPropertySymbols(original)) Reflect.set(guarded, key, Reflect.get(original, key));
  Reflect.set(module, name, guarded);
}

function isStdout(target: unknown): boolean {
  return target === stdoutDescriptor || isStdoutName(target);
}

function isStdoutName(target: unknown): boolean {
  return target === '/dev/stdout' || target === '/dev/fd/1' || target === '/proc/self/fd/1';
}

/** Like the function it stands for: later, and with no failure. */
function callBack(args: readonly unknown[], ...results: readonly unknown[]): void {
  const done = args.at(-1);
  if (typeof done === 'function') process.nextTick(() => void Reflect.apply(done, undefined, [null, ...results]));
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
export function textOfChunk(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk;
  if (!ArrayBuffer.isView(chunk)) return '';
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
}
