import { printJson } from '../../std/texts.ts';
import { randomBytes } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolders, removeEmptyFolders } from '../../compiler/index.ts';
import { CliError } from '../cli-error.ts';
import type { Parts } from './parts/part-file.ts';
import { agentPointer, agentsFile, nodeVersionFile, redisVariables } from './parts/project-files.ts';
import { dockerFiles } from './parts/docker-files.ts';
import { pipelineFiles } from './parts/pipeline-files.ts';
import { deploySection, ignoredOutputs, platformFiles } from './parts/platform-files.ts';
import { codeOf } from '../../std/error-code.ts';

/** Beside the code in a checkout (`src/templates`) and in the package (`dist/templates`). */
const templates = fileURLToPath(new URL('../../templates/', import.meta.url));

/** Where a template's files are. */
export const templateFolder = (name: string): string => join(templates, name);

/** The only files with placeholders, where a template has them; everything else is copied as it is. */
const filledFiles = ['package.json', 'service.config.ts', 'index.html', 'src/server.ts'];

export interface Filling {
  readonly name: string;
  readonly template: string;
  /** Of our packages, by their names without the scope. */
  readonly specs: Readonly<Record<string, string>>;
  readonly answers: Parts;
}

/**
 * Refuses a target that holds anything but a repository.
 * @throws {CliError} when it exists and is not an empty folder
 */
export async function refuseOccupied(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return;
  const what = `${folder} exists already`;
  if (!found.isDirectory())
    throw new CliError({ code: 'folder-occupied', message: `${what} and is not a folder`, hint: 'Choose another name', exit: 'usage' });
  // A repository that was made first, on a forge or by `git init`, holds nothing of a project yet.
  const names = (await readdir(folder)).filter((name) => name !== '.git');
  if (names.length > 0)
    throw new CliError({
      code: 'folder-occupied',
      message: `${what} and is not empty (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`,
      hint: 'Choose another name, or empty the folder',
      exit: 'usage',
    });
}

/**
 * Writes the project beside `folder` and moves it there: a full disk or Ctrl-C leaves nothing. Returns what takes it away again.
 * @throws {CliError}
 */
export async function copyTemplate(folder: string, filling: Filling): Promise<() => Promise<void>> {
  const parent = dirname(folder);
  const staging = join(parent, `.${basename(folder)}.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  /** What this call made, in order; only that is ever taken away. */
  const made: string[] = [staging];
  let firstMade: string | undefined;
  const undo = async (): Promise<void> => {
    for (const path of made) await rm(path, { recursive: true, force: true, maxRetries: 3 });
    if (firstMade !== undefined) await removeEmptyFolders(firstMade, parent);
  };
  try {
    firstMade = await makeFolders(parent);
    await mkdir(staging);
    await cp(templateFolder(filling.template), staging, {
      recursive: true,
      filter: (source) => !['node_modules', 'dist', '.service', 'package-lock.json'].includes(basename(source)),
    });
    // npm leaves a file named .gitignore out of every package.
    await rename(join(staging, '_gitignore'), join(staging, '.gitignore'));
    for (const name of filledFiles) await fill(join(staging, name), filling);
    // A page has no server to deploy: there is nothing to add but its Node.
    if (existsSync(join(staging, 'service.config.ts'))) await addParts(staging, filling.name, filling.answers);
    else await writeFile(join(staging, nodeVersionFile.path), nodeVersionFile.text);
    await moveIn(staging, folder, made);
    return undo;
  } catch (error) {
    await undo().catch(() => undefined);
    const code = codeOf(error) ?? '';
    if (!/^E[A-Z]+$/.test(code)) throw error;
    throw new CliError({
      code: 'folder-not-writable',
      message: `Cannot create ${folder} (${code}). Nothing was left behind`,
      hint:
        code === 'ENAMETOOLONG'
          ? 'A name of the path or the whole path is longer than the file system allows: choose a shorter one'
          : 'Check the permissions and the free space of the folder above, or work elsewhere with --cwd',
      exit: 'environment',
      cause: error,
    });
  }
}

/** An empty folder that exists is filled, not replaced: it may be a shell's working folder. Adds what appears to `made`. */
async function moveIn(staging: string, folder: string, made: string[]): Promise<void> {
  if (!existsSync(folder)) {
    await rename(staging, folder);
    made.push(folder);
    return;
  }
  const hadRepository = existsSync(join(folder, '.git'));
  for (const name of await readdir(staging)) {
    await rename(join(staging, name), join(folder, name));
    made.push(join(folder, name));
  }
  await rmdir(staging);
  made.push(join(folder, 'node_modules'), join(folder, 'package-lock.json'), join(folder, 'yarn.lock'), join(folder, 'pnpm-lock.yaml'));
  if (!hadRepository) made.push(join(folder, '.git'));
}

async function fill(file: string, filling: Filling): Promise<void> {
  if (!existsSync(file)) return;
  const text = (await readFile(file, 'utf8')).replaceAll(`template-${filling.template}`, filling.name);
  if (!file.endsWith('package.json')) return writeFile(file, text);
  const specs = new Map(Object.entries(filling.specs).map(([name, spec]) => [`@service/${name}`, spec]));
  const manifest: unknown = JSON.parse(text, (key, value: unknown) => specs.get(key) ?? value);
  await writeFile(file, printJson(manifest));
}

/** Adds the files that the answers ask for, and changes those of the template that they concern. */
export async function addParts(folder: string, name: string, parts: Parts): Promise<void> {
  const files = [
    nodeVersionFile,
    agentsFile(parts),
    agentPointer,
    ...(parts.docker ? dockerFiles(name, parts) : []),
    ...(parts.cicd === 'none' ? [] : pipelineFiles(parts)),
    ...platformFiles(name, parts),
  ];
  for (const { path, text } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const isPlain = parts.targets.join() === 'node';
  if (!isPlain) {
    const options = (target: string): string => (target === 'cli' && parts.cliScript === true ? ', js: true' : '');
    const deployments = parts.targets.map((target) => `{ target: '${target}'${options(target)} }`).join(', ');
    await replaceIn(folder, 'service.config.ts', ["[{ target: 'node' }]", `[${deployments}]`]);
  }
  await append(
    folder,
    '.gitignore',
    ignoredOutputs(parts.targets)
      .map((line) => `${line}\n`)
      .join(''),
  );
  await append(folder, 'README.md', deploySection(parts));
  if (!parts.redis) return;
  await replaceIn(folder, 'src/main.ts', [
    '  apps: [',
    "  redis: { url: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379' },\n  apps: [",
  ]);
  await append(folder, '.env.example', redisVariables);
}

async function append(folder: string, path: string, text: string): Promise<void> {
  if (text === '') return;
  const file = join(folder, path);
  await writeFile(file, (await readFile(file, 'utf8')) + text);
}

async function replaceIn(folder: string, path: string, [before, after]: readonly [string, string]): Promise<void> {
  const file = join(folder, path);
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`the template's ${path} has no ${before}`);
  await writeFile(
    file,
    text.replace(before, () => after),
  );
}
