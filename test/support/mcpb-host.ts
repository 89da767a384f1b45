/* Test support: starts an unpacked archive as hosts do, by the official package's own reading of its manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program } from './boot/node.ts';

const officialPackage = join(import.meta.dirname, '../../tools/judges/node_modules/@anthropic-ai/mcpb/dist/shared/config.js');

type Answers = Readonly<Record<string, string | number | boolean | readonly string[]>>;

interface OfficialPackage {
  getMcpConfigForManifest(options: {
    readonly manifest: unknown;
    readonly extensionPath: string;
    readonly systemDirs: Readonly<Record<string, string>>;
    readonly userConfig: Answers;
    readonly pathSeparator: string;
  }): Promise<Pick<Program, 'command' | 'args' | 'env'> | undefined>;
}

export interface InstalledArchive {
  /** Where it was unpacked. */
  readonly folder: string;
  readonly home: string;
  /** What a person answered at installation. */
  readonly answers?: Answers;
  readonly node?: string;
}

/** @returns undefined where the host does not start it: an answer is missing */
export async function programOfHost({ answers = {}, folder, home, node }: InstalledArchive): Promise<Program | undefined> {
  const official = (await import(pathToFileURL(officialPackage).href)) as OfficialPackage;
  const config = await official.getMcpConfigForManifest({
    manifest: JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')),
    extensionPath: folder,
    systemDirs: { HOME: home },
    userConfig: answers,
    pathSeparator: '/',
  });
  if (config === undefined) return undefined;
  const { args, command, env } = config;
  return { command: command === 'node' ? (node ?? process.execPath) : command, args, env: { ...env, HOME: home }, cwd: home };
}
