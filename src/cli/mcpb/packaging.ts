import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import type { CompileRequest } from '../../compiler/index.ts';
import type { Project, ProjectDeployment } from '../../config/load-project.ts';
import { BadSetup, setupSteps } from '../../targets/node/setup-steps.ts';
import { pngProblem } from '../../targets/mcpb/png-problem.ts';
import { usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { readWhole } from '../read-whole.ts';

type Packaging = NonNullable<CompileRequest['packaging']>;

/** Flags of `service build` that act on archives alone. */
const archiveFlags = ['icon', 'merge-from', 'stage-only', 'no-deterministic'] as const;

/** Facts of an archive that the model lacks. @throws {CliError} for an icon that is not a PNG */
export async function packagingOf(project: Project, deployment: ProjectDeployment, call: CommandCall): Promise<Packaging> {
  const row = deployment.row?.target === 'mcpb' ? deployment.row : undefined;
  const flag = call.flags.text('icon');
  const icon = flag === undefined ? (row?.icon === undefined ? undefined : resolve(project.root, row.icon)) : resolve(call.cwd, flag);
  const packageJson = await readPackageJson(project.root);
  return {
    packageJson,
    ...(isJsonObject(row) ? { deployment: row } : {}),
    variables: { ...project.env.shared, ...project.env.ship },
    ...installationOf(project),
    icon: icon === undefined ? undefined : await readIcon(icon),
    ...(call.flags.switch('stage-only') ? { stageOnly: true } : {}),
    nativePlatforms: row?.nativePlatforms && [...new Set(row.nativePlatforms)],
    nativePackages: row?.nativePackages === undefined ? undefined : realFolder(project.root, row.nativePackages),
    isDeterministic: row?.deterministic !== false && !call.flags.switch('no-deterministic'),
  };
}

/** Packages are found by their real paths. @throws {CliError} for a folder that is not there */
function realFolder(root: string, named: string): string {
  const folder = resolve(root, named);
  if (!existsSync(folder))
    throw usageError('usage', `nativePackages of the deployment names ${folder}, which does not exist`, {
      hint: 'Install the packages of each platform there: npm install <package> --prefix <folder>/<platform> --os … --cpu …',
    });
  return realpathSync(folder);
}

/** @throws {CliError} when flags for archives are given and no archive is built */
export function refuseFlagsWithoutArchive(project: Project, call: CommandCall): void {
  if (project.deployments.some(({ target }) => target === 'mcpb')) return;
  const given = archiveFlags.find((name) => call.flags.has(name));
  if (given !== undefined)
    throw usageError('usage', `--${given} has an effect only for the target mcpb, which is not built`, {
      hint: 'Add --target mcpb, or leave it out',
    });
}

function questionsOf(project: Project): NonNullable<Packaging['questions']> {
  return (project.config?.setup?.steps ?? []).map(({ description, env, group, id, jsonSchema, next, prompt, sensitive, showWhen }) => ({
    id,
    prompt,
    description,
    env,
    sensitive,
    ...(isJsonObject(jsonSchema) ? { jsonSchema } : {}),
    group,
    next,
    ...(isJsonObject(showWhen) ? { showWhen } : {}),
  }));
}

/** Installation details for the side files of every target. @throws {CliError} for questions that cannot be asked */
export function installationOf(project: Project): Packaging {
  const { dependencies, network, storage } = project.build;
  const questions = questionsOf(project);
  try {
    setupSteps(questions);
  } catch (error) {
    if (!(error instanceof BadSetup)) throw error;
    throw usageError('bad-setup', `setup.steps of the config cannot be asked: ${error.message}`);
  }
  return {
    questions,
    facts: { system: dependencies?.system, storage, network },
  };
}

async function readPackageJson(root: string): Promise<JsonObject | undefined> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => undefined);
  const value: unknown = text === undefined ? undefined : JSON.parse(withoutByteOrderMark(text));
  return isJsonObject(value) ? value : undefined;
}

const maxIconBytes = 64 * 1024 * 1024;

async function readIcon(file: string): Promise<string> {
  const refuse = (why: string): Error => usageError('bad-icon', `The icon ${file} ${why}`, { hint: 'Name a PNG image' });
  const bytes = await readWhole(file, { maxBytes: maxIconBytes, refuse });
  const problem = pngProblem(bytes);
  if (problem !== undefined)
    throw usageError('bad-icon', `The icon ${file} ${problem}`, { hint: 'Name a PNG image of at most 1 MB; 512 × 512 is advised' });
  return bytes.toString('base64');
}
