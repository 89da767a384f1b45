import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';
import { codeCacheFlags } from './code-cache.ts';
import { groupVariable, timeLimitCode } from './run-program.ts';
import { lastFile, ranElsewhere, takeOutput, type FileOutput } from './worker-output.ts';

/** A process that runs test files, and what the runner asks of it. */
export interface TestProcess {
  /** Runs one file. A process that ends during it is part of the answer, and takes no further file. */
  run(file: string): Promise<FileOutput>;
  /** Whether it can take another file. */
  readonly usable: boolean;
  /** Files that it has run. */
  readonly files: readonly string[];
  /** Lets it end; undefined, or why it did not end well: what its files have left open. */
  end(): Promise<string | undefined>;
}

export interface TestProcessOptions {
  readonly cwd: string;
  /** Milliseconds that one file may take, whatever the machine does meanwhile. */
  readonly timeoutMs: number;
  readonly env?: NodeJS.ProcessEnv;
}

interface Ended {
  readonly code: number;
  /** `SIGKILL`: what ended it from outside, or a crash. */
  readonly signal: NodeJS.Signals | null;
}

export function startTestProcess({ cwd, env = process.env, timeoutMs }: TestProcessOptions): TestProcess {
  const args = [...codeCacheFlags(), '--import', 'tsx', '--conditions=service-source', join(import.meta.dirname, 'test-worker.ts')];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0', [groupVariable]: '1' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const endGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // already gone
    }
  };
  const forget = atExit(endGroup);
  let [stdout, stderr] = ['', ''];
  let look = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    look();
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    look();
  });
  child.stdin.on('error', () => {}); // told by its end
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      forget();
      // Servers that a killed process has started are of its group.
      endGroup();
      resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGKILL'], signal });
    });
  });
  const files: string[] = [];
  let usable = true;
  void ended.then(() => (usable = false));

  const run = async (file: string): Promise<FileOutput> => {
    files.push(file);
    const started = performance.now();
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      endGroup();
    }, timeoutMs);
    const output = new Promise<FileOutput>((resolve) => {
      look = () => {
        const taken = takeOutput(stdout, stderr);
        if (taken !== undefined) resolve(taken);
      };
    });
    child.stdin.write(`${file}\n`);
    const killed = ended.then(({ code, signal }): FileOutput => {
      const ending = late ? `it was ended after ${timeoutMs / 1000} s` : `its process ended with ${endingOf(code, signal)}`;
      const milliseconds = performance.now() - started;
      const isWhole = !late && code === 0 && stdout.includes(ranElsewhere);
      const output = { stdout, stderr, code: late ? timeLimitCode : code, milliseconds, cpuMilliseconds: 0, logs: '' };
      return isWhole ? output : { ...output, ending };
    });
    try {
      return await Promise.race([output, killed]);
    } finally {
      clearTimeout(limit);
      look = () => {};
      [stdout, stderr] = ['', ''];
    }
  };

  const end = async (): Promise<string | undefined> => {
    if (!usable) return undefined;
    usable = false;
    child.stdin.end(`${lastFile}\n`);
    const limit = setTimeout(endGroup, 60_000);
    const { code, signal } = await ended;
    clearTimeout(limit);
    return code === 0 ? undefined : `${stderr.slice(-2000)}\nended with ${endingOf(code, signal)}`;
  };
  return {
    run,
    end,
    files,
    get usable() {
      return usable;
    },
  };
}

/** Node's code for a module whose last promise never settles, while nothing is left that could settle it. */
const unsettledCode = 13;
const endingOf = (code: number, signal: NodeJS.Signals | null): string =>
  signal ?? `code ${code}${code === unsettledCode ? ': a promise that a test waits for never settles' : ''}`;
