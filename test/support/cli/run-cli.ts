/* Test support: runs the command line as a shell does, from the sources or, with SERVICE_CLI_BIN, from an installed package. */
import { execa } from 'execa';
import type { ResultPromise } from 'execa';
import { fileURLToPath } from 'node:url';

export const cliBinary = process.env['SERVICE_CLI_BIN'] ?? fileURLToPath(new URL('../../../bin/service.js', import.meta.url));

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const options = { reject: false, stdin: 'ignore', stripFinalNewline: true, timeout: 180_000 } as const;

/** Starts the command line with no terminal; the caller may signal it. */
export function startCli(args: readonly string[], { cwd, env = {} }: RunOptions = {}): ResultPromise<typeof options> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('SERVICE_') && !['CI', 'PORT', 'NO_COLOR', 'FORCE_COLOR'].includes(name),
    ),
  );
  return execa(process.execPath, [cliBinary, ...args], { ...options, cwd, env: { ...inherited, ...env }, extendEnv: false });
}

/** Runs it to its end. */
export async function runCli(
  args: readonly string[],
  at: RunOptions = {},
): Promise<{ readonly code: number | undefined; readonly stdout: string; readonly stderr: string }> {
  const result = await startCli(args, at);
  return { code: result.exitCode, stdout: result.stdout, stderr: result.stderr };
}
