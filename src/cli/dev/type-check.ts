import { execa } from 'execa';
import { fileURLToPath } from 'node:url';

const binary = fileURLToPath(new URL('../../../bin/service.js', import.meta.url));

/**
 * Type-checks in a process of its own, so that the server reloads without waiting for it. Returns what `service check` says, or
 * undefined when there is nothing to say or the check was overtaken by the next save.
 */
export async function typeCheck(request: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly entry: string;
  readonly config?: string;
  readonly colours: boolean;
  readonly signal: AbortSignal;
}): Promise<string | undefined> {
  const result = await execa(
    process.execPath,
    [
      binary,
      'check',
      '--entry',
      request.entry,
      ...(request.config === undefined ? [] : ['--config', request.config]),
      '--color',
      request.colours ? 'always' : 'never',
    ],
    {
      cwd: request.cwd,
      reject: false,
      stdin: 'ignore',
      cancelSignal: request.signal,
      env: { ...request.env, CI: '1' },
      extendEnv: false,
    },
  );
  return result.isCanceled || result.exitCode === 0 ? undefined : result.stderr.trim();
}
