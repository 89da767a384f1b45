import { spawn } from 'node:child_process';
import { atExit } from './at-exit.ts';

/** What timeout(1) answers too. */
export const timeLimitCode = 124;

export interface ProgramRun {
  /** {@link timeLimitCode} when the time limit ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** Replaces the inherited environment when given. */
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  readonly input?: string;
  /** Told of stdout as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** Set in processes whose group somebody ends: what they start stays in it. */
export const groupVariable = 'TEST_GROUP_ENDS';

/** Runs a program to its end and keeps what it printed; past the limit its process group is ended, or it alone where its group is ours. */
export function runProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Promise<ProgramRun> {
  const { cwd, env = process.env, timeoutMs = 1_800_000, input } = options;
  const started = performance.now();
  const detached = process.env[groupVariable] === undefined;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
      detached,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A detached group outlives us unless it is ended: Ctrl-C during a demo leaves nothing running.
    const end = (): void => {
      if (detached) return endGroup(child.pid);
      child.kill('SIGKILL');
      // What it has started may hold them open until the group ends.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const forget = atExit(end);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let late = false;
    child.stdout.on('data', (chunk: Buffer) => {
      out.push(chunk);
      options.onOutput?.(chunk.toString());
    });
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => {}); // a program that exits without reading its input is fine
    child.stdin.end(input ?? '');
    const limit = setTimeout(() => {
      late = true;
      end();
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(limit);
      forget();
      reject(new Error(`could not start ${command}: ${error.message}`, { cause: error }));
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      forget();
      const stderr = Buffer.concat(err).toString() + (late ? `\nended after ${timeoutMs / 1000} s\n` : '');
      resolve({
        code: late ? timeLimitCode : (code ?? 1),
        stdout: Buffer.concat(out).toString(),
        stderr,
        milliseconds: performance.now() - started,
      });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // already gone
  }
}
