import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runProgram } from '../testing/run-program.ts';

const root = resolve(import.meta.dirname, '../..');

export interface BuiltProject {
  /** Absolute path of `dist/node/<name>.bundle.js`. */
  readonly bundle: string;
  /** Absolute path of the start script beside it. */
  readonly startScript: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

const checkoutCli: readonly string[] = [process.execPath, join(root, 'bin/service.js')];

/** Builds a project for node with a command line: the checkout's unless another is named. */
export async function buildProject(project: string, cli = checkoutCli, flags: readonly string[] = []): Promise<BuiltProject> {
  const run = await runBuild(project, cli, ['--target', 'node', ...flags]);
  const folder = join(project, 'dist/node');
  const file = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.bundle.js')) : undefined;
  if (file === undefined) throw new Error(`service build wrote no bundle into ${folder}:\n${run.stdout}${run.stderr}`);
  const bundle = join(folder, file);
  return {
    bundle,
    startScript: join(folder, file.slice(0, -'.bundle.js'.length)),
    bytes: statSync(bundle).size,
    milliseconds: run.milliseconds,
  };
}

/** Builds a project for the worker platform with the checkout's command line; absolute path of `dist/worker/index.js`. */
export async function buildWorker(project: string, flags: readonly string[] = []): Promise<string> {
  await runBuild(project, checkoutCli, ['--target', 'worker', ...flags]);
  return join(project, 'dist/worker/index.js');
}

async function runBuild(project: string, [command = process.execPath, ...args]: readonly string[], flags: readonly string[]) {
  const run = await runProgram(command, [...args, 'build', ...flags], { cwd: project });
  if (run.code !== 0) throw new Error(`service build failed in ${project} (exit code ${run.code}):\n${run.stdout}${run.stderr}`);
  return run;
}
