import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packAll, type PackedPackage } from '../pack.ts';
import { withCodeCache } from '../testing/code-cache.ts';
import { runProgram, type ProgramRun } from '../testing/run-program.ts';

export interface Toolbox {
  /** Folder outside the repository in which the packed CLI is installed. */
  readonly folder: string;
  /** Command that starts the installed CLI. */
  readonly service: readonly [string, ...string[]];
  readonly packages: readonly PackedPackage[];
  readonly packMs: number;
  readonly installMs: number;
}

/** Packs the packages and installs the CLI from its tarball, as a stranger would, in a folder outside the repository. */
export async function installPackedCli(folder: string): Promise<Toolbox> {
  const started = performance.now();
  const packages = await packAll(join(folder, 'tarballs'));
  const packMs = performance.now() - started;
  const tool = join(folder, 'tool');
  mkdirSync(tool, { recursive: true });
  writeFileSync(
    join(tool, 'package.json'),
    `${JSON.stringify({ name: 'tool', private: true, dependencies: fileDependencies(packages) }, null, 2)}\n`,
  );
  const install = await npm(['install', '--omit=peer', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], tool);
  return {
    folder,
    service: [process.execPath, join(tool, 'node_modules/@service/cli/bin/service.js')],
    packages,
    packMs,
    installMs: install.milliseconds,
  };
}

export interface ScaffoldedProject {
  readonly folder: string;
  readonly milliseconds: number;
}

/**
 * `service new` with the installed CLI; the project depends on the same tarballs.
 * @param installs false: the packages are left to {@link installBeside}
 */
export async function scaffold(
  toolbox: Toolbox,
  name: string,
  { installs = true, template }: { readonly template: 'basic' | 'full' | 'local' | 'page' | 'widget'; readonly installs?: boolean },
): Promise<ScaffoldedProject> {
  const specs = fileDependencies(toolbox.packages);
  const flags = [
    '--template',
    template,
    '--pm',
    'npm',
    '--no-git',
    '--yes',
    ...(installs ? [] : ['--no-install']),
    '--sdk',
    specs['@service/sdk'] ?? '',
    '--cli',
    specs['@service/cli'] ?? '',
    '--testing',
    specs['@service/testing'] ?? '',
    '--react',
    specs['@service/react'] ?? '',
    '--ui',
    specs['@service/ui'] ?? '',
  ];
  const [command, ...args] = toolbox.service;
  const run = await runProgram(command, [...args, 'new', name, ...flags], {
    cwd: toolbox.folder,
    env: npmVariables(),
  });
  if (run.code !== 0) throw new Error(`service new failed (exit code ${run.code}):\n${run.stdout}${run.stderr}`);
  return { folder: join(toolbox.folder, name), milliseconds: run.milliseconds };
}

/** For installs that download nothing a second time. */
export const npmVariables = (): NodeJS.ProcessEnv => ({
  ...withCodeCache(process.env),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
});

/** Installs once, beside the tool, what most projects have, for {@link copyPackages}: finding and unpacking it takes npm 6 CPU seconds. */
export async function installForProjects(toolbox: Toolbox): Promise<void> {
  const { folder } = await scaffold(toolbox, installedProject, { template: 'basic', installs: false });
  await copy(join(toolbox.folder, 'tool/node_modules'), folder);
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
}

const installedProject = 'installed';

/** Gives a project the packages of {@link installForProjects} and their lock, so that its own installation adds only what it has beside them. */
export async function copyPackages(toolbox: Toolbox, project: string): Promise<void> {
  const installed = join(toolbox.folder, installedProject);
  await copy(join(installed, 'node_modules'), project);
  await copyFile(join(installed, 'package-lock.json'), join(project, 'package-lock.json'));
}

/** With links to its files. */
async function copy(folder: string, into: string): Promise<void> {
  const { code, stderr } = await runProgram('cp', ['-al', folder, into]);
  if (code !== 0) throw new Error(stderr);
}

/** The installation of a project that was made without it: that of {@link installForProjects}, where it asks for the same. */
export async function installBeside(toolbox: Toolbox, project: string): Promise<void> {
  await copyPackages(toolbox, project);
  if (isInstalled(toolbox, project)) return;
  const run = await runProgram('npm', ['install'], { cwd: project, env: npmVariables() });
  if (run.code !== 0) throw new Error(`npm install failed in ${project} (exit code ${run.code}):\n${run.stdout}${run.stderr}`);
}

/** Whether a project asks for what {@link copyPackages} gives it, and no more. */
export const isInstalled = (toolbox: Toolbox, project: string): boolean =>
  asksFor(project) === asksFor(join(toolbox.folder, installedProject));

/** Names and ranges in the manifest of a project. */
function asksFor(project: string): string {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, unknown>;
  return JSON.stringify([dependencies, devDependencies]);
}

/** With what may be hundreds of thousands of files: in a process of its own, while the run goes on. */
export async function removeTree(folder: string): Promise<void> {
  const { code, stderr } = await runProgram('rm', ['-rf', folder]);
  if (code !== 0) throw new Error(stderr);
}

/** Runs npm and fails with what it printed. */
export async function npm(args: readonly string[], cwd: string): Promise<ProgramRun> {
  const run = await runProgram('npm', args, { cwd, env: withCodeCache(process.env) });
  if (run.code !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd} (exit code ${run.code}):\n${run.stdout}${run.stderr}`);
  return run;
}

/** The packages as dependencies of a project outside the repository. */
export const fileDependencies = (packages: readonly PackedPackage[]): Record<string, string> =>
  Object.fromEntries(packages.map(({ name, file }) => [name, `file:${file}`]));
