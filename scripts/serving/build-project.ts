import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { removeAtExit } from '../testing/at-exit.ts';
import { runProgram } from '../testing/run-program.ts';

export interface BuiltProject {
  /** Absolute path of the bundle. */
  readonly bundle: string;
  /** Absolute path of the start script beside it. */
  readonly startScript: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

/**
 * Builds a project for node, with the command line of the checkout in this process and into a folder of the run, so that two runs do not
 * meet; or with another command line as its user would, into the project's own `dist`.
 */
export async function buildProject(project: string, cli?: readonly string[], flags: readonly string[] = []): Promise<BuiltProject> {
  const started = performance.now();
  const { out, said } = await runBuild(project, ['--target', 'node', ...flags], cli);
  const folder = join(out, 'node');
  const file = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.bundle.js')) : undefined;
  if (file === undefined) throw new Error(`service build wrote no bundle into ${folder}:\n${said}`);
  const bundle = join(folder, file);
  return {
    bundle,
    startScript: join(folder, file.slice(0, -'.bundle.js'.length)),
    bytes: statSync(bundle).size,
    milliseconds: performance.now() - started,
  };
}

/** Builds a project for a target, in this process; absolute path of the target's folder. */
export async function buildTarget(project: string, target: string, flags: readonly string[] = []): Promise<string> {
  const { out } = await runBuild(project, ['--target', target, ...flags]);
  return join(out, target);
}

/** Builds a project for the worker platform, in this process; absolute path of its `index.js`. */
export const buildWorker = async (project: string, flags: readonly string[] = []): Promise<string> =>
  join(await buildTarget(project, 'worker', flags), 'index.js');

/** @returns the folder of the build, and what the command line said */
async function runBuild(project: string, flags: readonly string[], cli?: readonly string[]) {
  const out = cli === undefined ? join(createFolder(), 'dist') : join(project, 'dist');
  const { code, stderr, stdout } =
    cli === undefined
      ? // Who builds here starts the server next: no need to prove that it answers.
        await runCli(['build', '--no-prove', '--out-dir', out, ...flags], { cwd: project })
      : await runProgram(cli[0] ?? process.execPath, [...cli.slice(1), 'build', ...flags], { cwd: project });
  const said = `${stdout}${stderr}`;
  if (code !== 0) throw new Error(`service build failed in ${project} (exit code ${code}):\n${said}`);
  return { out, said };
}

/** Of this run; gone with its process. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-build-'));
  removeAtExit(folder);
  return folder;
}
