/* Test support: the command line with captured streams, in this process or in one of its own. */
import { execa } from 'execa';
import type { ResultPromise } from 'execa';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { codeCacheFlags } from '../../../scripts/testing/code-cache.ts';
import { createTestCache } from '../compile-cache.ts';

const installed = process.env['SERVICE_CLI_BIN'];

/** Of an installed package with SERVICE_CLI_BIN, else of the sources. */
export const cliBinary = installed ?? fileURLToPath(new URL('../../../bin/service.js', import.meta.url));

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In a process group of its own, which may be signalled as a whole. */
  readonly detached?: boolean;
  /** Interrupts a command that runs in this process. */
  readonly signal?: AbortSignal;
}

interface Ran {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A safety net below the limit of a test file: `dev` runs as long as its tests do, which a busy machine makes minutes. */
const timeLimitMs = 900_000;
const options = { reject: false, stdin: 'ignore', stripFinalNewline: true, timeout: timeLimitMs } as const;

/** The variables of the run without those that the command line reads. */
const variables = (env: RunOptions['env']): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('SERVICE_') && !['CI', 'PORT', 'NO_COLOR', 'FORCE_COLOR'].includes(name),
    ),
  ),
  ...env,
});

/** Starts it in a process of its own, with no terminal; the caller may signal it. */
export const startCli = (args: readonly string[], { cwd, detached = false, env }: RunOptions = {}): ResultPromise<typeof options> =>
  execa(process.execPath, [...codeCacheFlags(), cliBinary, ...args], { ...options, cwd, detached, env: variables(env), extendEnv: false });

/** Runs it to its end: an installed one as a process, that of the sources in this process, which has loaded them already. */
export async function runCli(args: readonly string[], at: RunOptions = {}): Promise<Ran> {
  return installed === undefined ? runHere(args, at) : spawnCli(args, at);
}

/** Runs it to its end in a process of its own: for what another process must not share, as an attack on it. */
export async function spawnCli(args: readonly string[], at: RunOptions = {}): Promise<Ran> {
  const { exitCode, stderr, stdout } = await startCli(args, at);
  return { code: exitCode, stdout, stderr };
}

const compileCache = createTestCache();

async function runHere(args: readonly string[], { cwd = process.cwd(), env, signal: given }: RunOptions): Promise<Ran> {
  const { runCommandLine } = await import('../../../src/cli/run-command-line.ts');
  const [stdout, stderr] = [new Captured(), new Captured()];
  const signal = given ?? AbortSignal.timeout(timeLimitMs);
  const code = await runCommandLine(args, { cwd, env: variables(env), stdin: Readable.from([]), stdout, stderr, signal, compileCache });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

class Captured extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  /** Without its final newline, as of a process. */
  text(): string {
    return Buffer.concat(this.#chunks).toString().replace(/\n$/, '');
  }
}
