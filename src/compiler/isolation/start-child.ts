import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { givenVariables } from './given-variables.ts';
import { isReallyWithin } from '../../std/real-paths.ts';

export interface StartedChild {
  readonly process: ChildProcess;
  /** How it ended; rejects when it never started. */
  readonly ended: Promise<string>;
}

export interface ChildOptions {
  readonly cwd: string;
  /** The only folder that it may write to; absent when there is none. */
  readonly cache?: string;
  /** Modules that the program will need, loaded while it waits for its text. */
  readonly first?: readonly string[];
  /** Words that the program reads from `process.argv`. */
  readonly words?: readonly string[];
  /** Variables that the program sets before it does anything else ({@link givenVariables}). */
  readonly environment?: Readonly<Record<string, string>>;
  /** The text is an ES module. */
  readonly isModule?: boolean;
  /** Native add-ons and threads need a process that Node does not restrict. */
  readonly restricted?: boolean;
}

/** Denies what Node's permission model does not: signals to other processes, and the network. Plain JavaScript, because Node itself loads it. */
const restriction = fileURLToPath(new URL('../../../bin/restrict.cjs', import.meta.url));

/** Starts Node, which waits for the program's text on its standard input. The caller must kill it, also when no text was sent. */
export function startChild(options: ChildOptions): StartedChild {
  const { cwd, environment } = options;
  const child = spawn(process.execPath, argumentsOf(options), {
    cwd,
    // A secret of the build machine must not end in a bundle, nor an answer depend on its environment.
    env: { ...systemVariables(), ...(environment === undefined ? {} : { [givenVariables]: JSON.stringify(environment) }) },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  // Output of the user's code is dropped; `runChild` reads a stack from it after a timeout.
  child.stderr?.resume();
  // A child that ends early leaves its input unread; `ended` reports the cause.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, by) => resolve(by ?? `exit code ${exitCode ?? 'unknown'}`));
  });
  // It may fail before a caller awaits it.
  ended.catch(() => undefined);
  return { process: child, ended };
}

function argumentsOf({ cache, first = [], isModule = false, restricted = true, words = [] }: ChildOptions): readonly string[] {
  const modules = [...(restricted ? [restriction] : []), ...first].flatMap((file) => ['--require', file]);
  return [
    '--no-warnings',
    '--trace-sigint',
    ...(restricted ? restrictions(cache) : []),
    ...(isModule ? ['--input-type=module'] : []),
    ...modules,
    '-',
    ...words,
  ];
}

/**
 * Node's permission model, by the name of its flag in this version. Reading is free: modules lie anywhere. The star matters: without it
 * a folder that does not exist yet counts as one file.
 */
function restrictions(cache: string | undefined): readonly string[] {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  return [flag, '--allow-fs-read=*', ...(cache === undefined ? [] : [`--allow-fs-write=${resolved(cache)}${sep}*`])];
}

/** The permission model compares real paths; the missing end of a path has no links to resolve. */
function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const end = folder.lastIndexOf(sep);
    return end <= 0 ? folder : resolved(folder.slice(0, end)) + folder.slice(end);
  }
}

/** Variables that any process needs. None holds a secret, and none influences the definitions. */
const systemNames = [
  'PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'LC_ALL',
  'SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'USERPROFILE',
]; // prettier-ignore

function systemVariables(): Record<string, string> {
  const pairs = systemNames.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

export interface ChildRequest {
  /** From {@link startChild}. */
  readonly child: StartedChild;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Called when the child has received the whole text: this process may do other work until the child reports. */
  readonly onTaken?: () => void;
}

export type ChildEnd =
  | { readonly kind: 'reported'; readonly text: string }
  /** `stack`: what was running; empty where nothing of JavaScript was. */
  | { readonly kind: 'timeout'; readonly stack: string }
  | { readonly kind: 'died'; readonly how: string };

/** Larger than the model of any server. Without a limit, a child that never stops reporting would fill our memory. */
const maxReportBytes = 128 * 1024 * 1024;

/** Time for Node to print the stack of what it was running. */
const interruptMs = 1000;
const maxStackChunks = 64;

/** Runs a program's text in a process of its own and returns what it writes to descriptor 3. */
export async function runChild(
  code: string,
  { child: { ended: end, process: child }, timeoutMs, signal, onTaken }: ChildRequest,
): Promise<ChildEnd> {
  signal?.throwIfAborted();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let timedOut = false;
  let ended = false;
  const kill = (): boolean => child.kill('SIGKILL');
  const late: { readonly stack: Buffer[]; killer?: NodeJS.Timeout } = { stack: [] };
  const interrupt = (): void => {
    if (ended) return;
    if (chunks.length > 0) {
      // This thread may have been too busy to read the report: the rest gets as much time once more. It has no end where a stranger writes it.
      late.killer = setTimeout(() => setImmediate(kill), timeoutMs);
      return;
    }
    timedOut = true;
    child.stderr?.on('data', (chunk: Buffer) => late.stack.length < maxStackChunks && late.stack.push(chunk));
    // Node answers with the stack of what it is running, and ends; a system call that blocks answers nothing.
    child.kill('SIGINT');
    late.killer = setTimeout(kill, interruptMs);
  };
  // This thread checks types meanwhile, so the timer may run late: a report that is already in the pipe counts as in time.
  const timer = setTimeout(() => setImmediate(interrupt), timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= maxReportBytes) chunks.push(chunk);
    else kill();
  });
  child.stdin?.end(code, onTaken);
  try {
    const how = await end;
    signal?.throwIfAborted();
    if (timedOut) return { kind: 'timeout', stack: Buffer.concat(late.stack).toString() };
    if (bytes > maxReportBytes) return { kind: 'died', how: `its report is larger than ${maxReportBytes} bytes` };
    const text = Buffer.concat(chunks).toString();
    return text === '' ? { kind: 'died', how } : { kind: 'reported', text };
  } finally {
    ended = true;
    clearTimeout(timer);
    clearTimeout(late.killer);
    signal?.removeEventListener('abort', kill);
  }
}

/** Folder of a project for files that can be made again. */
export function cacheFolder(root: string): string {
  const modules = join(root, 'node_modules');
  return existsSync(modules) ? join(modules, '.cache', 'service') : join(root, '.service', 'cache');
}

/**
 * The cache that a restricted process may write to; undefined where a link stands in the place of it or of a folder between it and the project.
 * A link that a stranger made would choose what may be written.
 */
export function writableCache(root: string): string | undefined {
  const cache = cacheFolder(root);
  for (let folder = cache; folder.length > root.length; folder = dirname(folder)) if (isLink(folder)) return undefined;
  return cache;
}

/** Whether the cache is where it seems to be. `node_modules` itself may be a link that its owner made; one below it came with the project. */
export function isCacheInside(root: string): boolean {
  const modules = join(root, 'node_modules');
  return isReallyWithin(existsSync(modules) ? modules : root, cacheFolder(root));
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
