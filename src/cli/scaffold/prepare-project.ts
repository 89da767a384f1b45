import { execa } from 'execa';
import { CliError } from '../cli-error.ts';
import type { Answers } from './answers.ts';

const installArguments = { npm: ['install', '--no-audit', '--no-fund'], yarn: ['install'], pnpm: ['install'] } as const;

/**
 * Installs the dependencies. What the package manager says is shown only when it fails.
 * @throws {CliError} with its last lines
 */
export async function installDependencies(folder: string, packageManager: Answers['packageManager'], signal: AbortSignal): Promise<void> {
  const result = await execa(packageManager, installArguments[packageManager], {
    cwd: folder,
    all: true,
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
    extendEnv: true,
  });
  if (!result.failed) return;
  const tail = (result.all ?? result.message).split('\n').slice(-15).join('\n');
  const missing = result.code === 'ENOENT';
  throw new CliError({
    code: 'install-failed',
    message: missing
      ? `${packageManager} is not installed. The project was removed again`
      : `${packageManager} install failed. The project was removed again.\n${tail}`,
    hint: missing ? 'Choose another one with --pm, or add --no-install' : 'Add --no-install to create the project and install later',
    exit: missing ? 'environment' : 'failure',
  });
}

/** Starts a git repository, unless the folder is inside one or there is no git. Returns whether it did. */
export async function startRepository(folder: string, signal: AbortSignal): Promise<boolean> {
  const options = { cwd: folder, reject: false, stdin: 'ignore', cancelSignal: signal } as const;
  const inside = await execa('git', ['rev-parse', '--is-inside-work-tree'], options);
  if (!inside.failed || inside.code === 'ENOENT') return false;
  const made = await execa('git', ['init', '--quiet'], options);
  return !made.failed;
}
