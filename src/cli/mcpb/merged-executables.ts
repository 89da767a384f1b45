import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Project, ProjectDeployment } from '../../config/load-project.ts';
import { type CompileRequest, checkMerged } from '../../compiler/index.ts';
import { usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { BadArchive, readArchive } from './read-archive.ts';
import { maxArchiveBytes, readWhole } from '../read-whole.ts';

type Merged = NonNullable<CompileRequest['merged']>;

/** Of an archive: `bin/<platform>/server`. */
const executablePath = /^bin\/([^/]+)\/(server(?:\.exe)?)$/;

/**
 * The executables of `--merge-from` or `sea.mergeFrom`, checked; those that this build makes itself are left out.
 * @throws {CliError | ExecutableFailed}
 */
export async function mergedExecutables(
  project: Project,
  { row }: ProjectDeployment,
  { call, makesOwn }: { readonly call: CommandCall; readonly makesOwn: boolean },
): Promise<Merged> {
  const flag = call.flags.text('merge-from');
  const setting = row?.target === 'mcpb' ? row.sea?.mergeFrom : undefined;
  if (flag === undefined && setting === undefined) return [];
  const from = flag === undefined ? resolve(project.root, setting ?? '') : resolve(call.cwd, flag);
  const own = `${process.platform}-${process.arch}`;
  const found = (await readFrom(from)).filter(({ platform }) => !makesOwn || platform !== own);
  if (found.length === 0) throw unusable(from, 'holds no bin/<platform>/server of another platform');
  for (const { contents, path, platform } of found)
    await checkMerged({ name: join(from, path), path, platform, contents }, project.version.value);
  refuseDoubles([...found.map(({ platform }) => platform), ...(makesOwn ? [own] : [])], from);
  return found;
}

async function readFrom(from: string): Promise<Merged> {
  const found = await stat(from).catch(() => undefined);
  if (found === undefined) throw unusable(from, 'does not exist');
  if (found.isDirectory()) return readFolder(from);
  const archive = await readWhole(from, { maxBytes: maxArchiveBytes, refuse: (why) => unusable(from, why) });
  try {
    return (await readArchive(archive)).flatMap((entry) => {
      const [path, platform] = executablePath.exec(entry.path) ?? [];
      return path === undefined || platform === undefined ? [] : [{ path, platform, contents: entry.read() }];
    });
  } catch (error) {
    if (error instanceof BadArchive) throw unusable(from, `cannot be read: ${error.message}`);
    throw error;
  }
}

/** A folder that `--stage-only` wrote, its `bin`, or one with a folder for each platform. */
async function readFolder(from: string): Promise<Merged> {
  const bin = (await readdir(from)).includes('bin') ? join(from, 'bin') : from;
  const found: Merged[number][] = [];
  for (const entry of await readdir(bin, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    for (const name of (await readdir(join(bin, entry.name))).filter((one) => /^server(?:\.exe)?$/.test(one)))
      found.push({ path: `bin/${entry.name}/${name}`, platform: entry.name, contents: await readFile(join(bin, entry.name, name)) });
  }
  return found;
}

/** A manifest names one program for each system. */
function refuseDoubles(platforms: readonly string[], from: string): void {
  const systems = platforms.map((platform) => platform.split('-', 1)[0]);
  const twice = systems.find((system, at) => systems.indexOf(system) !== at);
  if (twice === undefined) return;
  const both = platforms.filter((platform) => platform.startsWith(`${twice}-`)).join(' and ');
  throw unusable(from, `would give the archive ${both}, and hosts start one program for each system: make an archive for each`);
}

const unusable = (from: string, why: string): Error =>
  usageError('bad-merge', `${from} ${why}`, {
    hint: `Name an archive of --sea, or the folder that --stage-only wrote, not ${basename(from)}`,
  });
