import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { givenVariables } from './given-variables.ts';

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
