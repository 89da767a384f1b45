import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { CliError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import type { Answers } from './answers.ts';

const installArguments = { npm: ['install', '--no-audit', '--no-fund'], yarn: ['install'], pnpm: ['install'] } as const;

/**
 * Installs the dependencies. What the package manager says is shown only when it fails.
 * @throws {CliError} with its last lines
 */
export async function installDependencies(
  folder: string,
  packageManager: Answers['packageManager'],
  { env, signal }: CommandCall,
): Promise<void> {
  const result = await execa(packageManager, installArguments[packageManager], {
    cwd: folder,
    all: true,
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
    env,
    extendEnv: false,
  });
  if (!result.failed) return;
  const tail = (result.all ?? result.message).split('\n').slice(-15).join('\n');
  throw new CliError({
    code: 'install-failed',
    message: `${packageManager} install failed. The project was removed again.\n${tail}`,
    hint: 'Add --no-install to create the project and install later',
    exit: 'failure',
  });
}

/**
 * Looks for a package manager before anything is made.
 * @throws {CliError} when it is not on the PATH
 */
export function refuseMissing(packageManager: Answers['packageManager'], env: CommandCall['env']): void {
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && [packageManager, `${packageManager}.cmd`].some((name) => existsSync(join(folder, name))));
  if (found) return;
  throw new CliError({
    code: 'program-missing',
    message: `${packageManager} is not installed. Nothing was created`,
    hint: 'Choose another one with --pm, or add --no-install',
    exit: 'environment',
  });
}

/** Starts a git repository, unless the folder is inside one or there is no git. Returns whether it did. */
export async function startRepository(folder: string, { env, signal }: CommandCall): Promise<boolean> {
  const options = { cwd: folder, env, extendEnv: false, reject: false, stdin: 'ignore', cancelSignal: signal } as const;
  const inside = await execa('git', ['rev-parse', '--is-inside-work-tree'], options);
  if (!inside.failed || inside.code === 'ENOENT') return false;
  const made = await execa('git', ['init', '--quiet'], options);
  return !made.failed;
}

/** Commits all files, the lock file too. Whoever has told git no name gets no commit; hooks and signing of other repositories have no part. */
export async function commitFirst(folder: string, template: string, { env, signal }: CommandCall): Promise<void> {
  const options = { cwd: folder, env, extendEnv: false, reject: false, stdin: 'ignore', cancelSignal: signal } as const;
  await execa('git', ['add', '--all'], options);
  const message = `Start from the ${template} template`;
  await execa('git', ['-c', 'commit.gpgSign=false', '-c', 'core.hooksPath=', 'commit', '--quiet', '--message', message], options);
}
