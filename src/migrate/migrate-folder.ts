import { basename, dirname, join } from 'node:path';
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { type Finding, MigrationError } from './findings.ts';
import { migrateSources } from './migrate.ts';
import { type ProjectFile, projectFiles, type PackageSpecs } from './write/project-files.ts';
import { findEntry, type FoundSource } from './read/find-entry.ts';
import { readModules } from './read/read-modules.ts';
import type { MigratedEntry } from './rewrite/declared.ts';
import { type PrintedModule, printModule } from './rewrite/print-module.ts';
import { type MigratedSources, outPaths } from './migrated-sources.ts';
import { lineOfNode, type SourceModule } from './read/source-module.ts';
import { decoratedEntries, findDecorated, renameStyle } from './rewrite/decorated.ts';

export interface Migration {
  /** Name of the new project. */
  readonly name: string;
  /** Folder that was read; it is never changed. */
  readonly root: string;
  readonly files: readonly ProjectFile[];
  readonly entries: readonly MigratedEntry[];
  readonly left: readonly Finding[];
  readonly notes: readonly Finding[];
}

/**
 * The project that does what the server of a folder or file does.
 * @throws {MigrationError} when nothing can be moved; it names file and line
 */
export function migrateFolder(path: string, specs: PackageSpecs): Migration {
  const source = findEntry(path);
  checkVersion(source);
  const modules = readModules(source.root, source.entry);
  const zod = usesZod3(source.manifest.dependencies?.['zod']) && lowLevelOnly(modules.map(({ tree }) => tree.text)) ? 'zod/v3' : 'zod';
  const migrated = migrateDecorated(modules) ?? migrateSources(modules, { zod, version: source.manifest.version ?? '0.1.0' });
  const name = projectName(source.manifest.name, source.entry);
  const files = [
    ...projectFiles({ name, migrated, manifest: source.manifest, specs }),
    ...migrated.modules.map(({ path: file, text }) => ({ path: `src/${file}`, text })),
    ...supportFiles(migrated.modules),
  ];
  const { entries, left, notes } = migrated;
  return { name, root: source.root, files, entries, left, notes };
}

const usesZod3 = (range: string | undefined): boolean => range === undefined || /^[\^~]?3/.test(range);

/** Schemas of a low-level server are its own affair: they go on with the zod that they were written for. */
const lowLevelOnly = (texts: readonly string[]): boolean =>
  !texts.some((text) => text.includes('McpServer')) && texts.some((text) => /zod-to-json-schema|from ['"]zod['"]/.test(text));

/** What a package, a folder and a bundle may be called. */
function projectName(name: string | undefined, entry: string): string {
  const stem = basename(entry).replace(/\.[^.]+$/, '');
  const isShared = name === undefined || name === '@modelcontextprotocol/sdk';
  const own = isShared ? (stem === 'index' ? basename(dirname(entry)) : stem) : (name.split('/').at(-1) ?? name);
  return (
    own
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '') || 'server'
  );
}

/** Beside the code in a checkout and in the package. */
const folder = new URL('./support/', import.meta.url);

/** What migrated handlers import: copied as they are, where anything imports them. */
function supportFiles(modules: readonly PrintedModule[]): readonly ProjectFile[] {
  if (!modules.some(({ text }) => text.includes("from-sdk/index.ts'"))) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ path: `src/from-sdk/${name}`, text: readFileSync(new URL(name, folder), 'utf8') }));
}

/**
 * Renames the imports of a server that uses decorators already. The build reports names that the SDK lacks, at the import.
 * @returns undefined for sources of another style
 * @throws {MigrationError} for two servers
 */
function migrateDecorated(modules: readonly SourceModule[]): MigratedSources | undefined {
  const servers = findDecorated(modules);
  const [server] = servers;
  if (server === undefined) return undefined;
  if (servers.length > 1)
    throw new MigrationError(
      'migrate-two-servers',
      servers.map(({ decorator, module }) => ({
        file: module.path,
        line: lineOfNode(decorator),
        message: 'Declares a server, and so does another place',
        hint: 'A project has one server: migrate one file at a time',
      })),
    );
  const outPath = outPaths(modules);
  return {
    entry: outPath(server.module),
    modules: modules.map((module) =>
      printModule({ source: module, path: outPath(module), body: renameStyle(module, server), imports: [], zod: 'zod' }),
    ),
    entries: modules.flatMap((module) => decoratedEntries(module, module.path)),
    left: [],
    notes: [],
  };
}

/** Major versions of the official packages whose calls are known here. */
const knownMajors: Readonly<Record<string, readonly number[]>> = {
  '@modelcontextprotocol/sdk': [0, 1],
  '@modelcontextprotocol/server': [2],
};

/** @throws {MigrationError} for a version of the official SDK that this file does not list */
function checkVersion({ manifest, root }: FoundSource): void {
  for (const [name, majors] of Object.entries(knownMajors)) {
    const asked = manifest.dependencies?.[name] ?? manifest.peerDependencies?.[name] ?? manifest.devDependencies?.[name];
    if (asked === undefined) continue;
    const major = majorOf(asked) ?? majorOf(installedVersion(root, name) ?? '');
    if (major !== undefined && majors.includes(major)) continue;
    throw new MigrationError('migrate-version', [
      {
        file: 'package.json',
        line: lineOfName(root, name),
        message: `Asks for ${name} ${asked}, a version that this command does not know`,
        hint: `Name a range of ${majors.map((one) => `${one}.x`).join(' or ')}, or install the package so that its version can be read`,
      },
    ]);
  }
}

const majorOf = (range: string): number | undefined => {
  const digits = /^[\^~>=v\s]*(\d+)(?:\.|$)/.exec(range.replace(/^npm:.*@/, ''))?.[1];
  return digits === undefined ? undefined : Number(digits);
};

function installedVersion(root: string, name: string): string | undefined {
  const file = join(root, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return undefined;
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string'
    ? parsed.version
    : undefined;
}

function lineOfName(root: string, name: string): number {
  const lines = readFileSync(join(root, 'package.json'), 'utf8').split('\n');
  return Math.max(1, lines.findIndex((line) => line.includes(`"${name}"`)) + 1);
}
