import { dirname, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { closestName } from '@service/sdk/internal';
import { ConfigProblem } from '../../config/config-problem.ts';
import type { ConfigTrust } from '../../config/evaluate-config.ts';
import { loadProject, type Project, type ProjectDeployment } from '../../config/load-project.ts';
import type { CompileRequest } from '../../compiler/index.ts';
import { loadTarget, targetNames } from '../../targets/index.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { projectRows } from '../custom-commands/project-rows.ts';
import { readEnvFile } from './env-file.ts';
import { isFile } from '../../config/special-files.ts';

/** How long loading the definitions may take. */
const evaluationTimeoutMs = 20_000;

/**
 * The project that a command works on, with flags, variables and file settled.
 * @param trust `look` for commands that are asked about projects of others: their config is loaded in a restricted process
 * @throws {CliError} exit 2, with every fault of the configuration
 */
export async function openProject(call: CommandCall, trust: ConfigTrust = 'run'): Promise<Project> {
  const flags = Object.fromEntries(['config', 'entry', 'out-dir', 'port'].map((name) => [name, call.flags.text(name)]));
  // Which port that is, `service dev` finds out.
  if (flags['port'] === 'auto') flags['port'] = undefined;
  const targets = call.flags.list('target');
  for (const target of targets) checkTargetName(target, '--target');
  const { config } = flags;
  refusePlugAndPlay(config === undefined ? call.cwd : dirname(resolve(call.cwd, config)));
  try {
    const read = await loadProject({ cwd: call.cwd, env: call.env, flags, targets, trust });
    const project = { ...read, isLookedAt: read.isLookedAt && !call.flags.switch('unrestricted') };
    // A command of the project with a taken name would never run: it is refused by every command, not only by itself.
    projectRows(project);
    if (call.env['SERVICE_TARGET'] && targets.length === 0)
      for (const { target } of project.deployments) checkTargetName(target, 'SERVICE_TARGET');
    return project;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Of what reads a part of a project. @throws {CliError} exit 2 for a problem of its configuration */
export function withConfigProblems<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof ConfigProblem)) return error;
  const { diagnostics, message, root: projectRoot, sources } = error;
  return new CliError({ message, exit: 'usage', diagnostics, sources, projectRoot, cause: error });
}

function checkTargetName(name: string, by: string): void {
  if (targetNames.includes(name)) return;
  const near = closestName(name, targetNames);
  throw usageError('unknown-target', `${by} names no target of this version: '${name}'`, {
    hint: `Targets: ${targetNames.join(', ')}`,
    suggestion: near,
  });
}

/**
 * The target of a deployment.
 * @throws {CliError} when the config names a target that this version cannot build
 */
export async function targetOf({ target: name }: ProjectDeployment): Promise<NonNullable<Awaited<ReturnType<typeof loadTarget>>>> {
  const target = await loadTarget(name);
  if (target !== undefined) return target;
  throw usageError('unknown-target', `A deployment of the config has the target '${name}', which this version cannot build`, {
    hint: `Targets: ${targetNames.join(', ')}. Remove the deployment, or name the others with --target`,
  });
}

/** What the compiler is told for one deployment. */
export function compileRequest(
  project: Project,
  deployment: ProjectDeployment,
  { call, ...options }: Pick<CompileRequest, 'typeCheck' | 'skipTests'> & { readonly call: CommandCall },
): CompileRequest {
  const { assets, bundler, dependencies, esbuild, format, loader, sourcemap, sourcesContent, variants } = project.build;
  return {
    root: project.root,
    entry: project.entry.value,
    name: project.name.value,
    version: project.version.value,
    configHttpPath: project.httpPath?.value,
    configHttpPort: project.httpPort?.value,
    variables: deployment.variables,
    folder: deployment.folder,
    platform: deployment.row?.target === 'worker' ? deployment.row.wrangler : undefined,
    nodeVersion: project.nodeVersion,
    build: {
      external: esbuild?.external,
      define: esbuild?.define,
      minify: esbuild?.minify,
      bundler,
      format,
      sourcemap,
      sourcesContent,
      assets,
      loader,
      variants,
      nativeAddons: dependencies?.nativeAddons,
    },
    environment: buildEnvironment(project, call.env, deployment),
    alwaysIsolated: project.isLookedAt,
    evaluationTimeoutMs,
    cache: call.compileCache,
    signal: call.signal,
    ...options,
  };
}

/**
 * Variables for the evaluation of definitions. Shell variables in `build.env` win over `.env`, that over `env` of the deployment, that over
 * `env.shared`. No other shell variable is passed: a build must not see secrets, and a bundle must not depend on its builder.
 */
export function buildEnvironment(
  project: Project,
  shell: Readonly<Record<string, string | undefined>>,
  deployment?: ProjectDeployment,
): Readonly<Record<string, string>> {
  const named = (project.build.env ?? []).map((name) => [name, shell[name]] as const);
  const all = { ...project.env.shared, ...deployment?.row?.env, ...readEnvFile(join(project.root, '.env')), ...withoutUnset(named) };
  return withoutUnset(Object.entries(all));
}

const withoutUnset = (pairs: readonly (readonly [string, string | undefined])[]): Record<string, string> =>
  Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));

/** By version 2 or later of Yarn, and by its first releases. */
const mapFiles = ['.pnp.cjs', '.pnp.js'];

/**
 * Yarn Plug'n'Play installs no node_modules: packages stay in archives that only a patched Node reads, which neither the bundler, TypeScript
 * nor the restricted process of the evaluation is.
 * @throws {CliError} exit 6, when the packages of a folder are installed that way
 */
export function refusePlugAndPlay(start: string): void {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', '@service'))) return;
    const map = mapFiles.map((name) => join(folder, name)).find(isFile);
    if (map !== undefined) throw plugAndPlay(folder, map);
    if (folder === dirname(folder)) return;
  }
}

const plugAndPlay = (folder: string, map: string): CliError =>
  new CliError({
    code: 'plug-and-play',
    message: `The packages of this project are installed by Yarn Plug'n'Play (${map}), which keeps them where no compiler can read them`,
    hint: `Write "nodeLinker: node-modules" into ${join(folder, '.yarnrc.yml')} and run "yarn install"`,
    exit: 'environment',
  });
