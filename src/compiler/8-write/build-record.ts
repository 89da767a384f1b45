/*
 * What a build read and wrote, so that an unchanged second build does nothing. A record is believed only while every input and every
 * output still has its hash; anything unreadable counts as changed.
 */
import { dirname, join } from 'node:path';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { BundleReport, CompileRequest } from '../compile-types.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import { cacheFolder, isCacheInside } from '../isolation/index.ts';
import { envTemplateNames } from '../model/environment-sources.ts';
import { makeFolders, type WrittenOutput } from './write.ts';
import { sha256 } from '@service/sdk/hosts/node-sha256';
import { findSdkCopy } from '../bundler-plugin/sdk-copy.ts';
import type { Target } from '../target.ts';

export interface BuildRecord {
  /** Of the compiler, Node, flags and options: whatever is no file. */
  readonly key: string;
  /** SHA-256 by absolute path; `absent` for a file that would matter if it appeared. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly written: WrittenOutput;
  readonly report: BundleReport;
  /** Warnings of the build; an unchanged build repeats them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Files that decide a build without being read by the bundler. */
const projectFiles = [
  'package.json',
  'tsconfig.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  ...['ts', 'js', 'json', 'mjs', 'cjs'].map((ending) => `service.config.${ending}`),
  ...envTemplateNames,
];

/** The record of the last build into `folder`, when nothing has changed since. */
export async function findBuildRecord(root: string, folder: string, key: string): Promise<BuildRecord | undefined> {
  const record = await readRecord(root, folder);
  if (record === undefined || record.key !== key) return undefined;
  const same =
    Object.entries(record.inputs).every(([path, hash]) => hashOf(path) === hash) &&
    record.written.files.every((file) => hashOf(join(folder, file.path)) === file.sha256);
  return same && (await holdsOnly(folder, record.written)) ? record : undefined;
}

/**
 * Top-level names that the last recorded build put into `folder`, as far as what stands there is what it wrote: a record may come with the
 * project, and its names let a build remove files.
 */
export async function recordedNames(root: string, folder: string): Promise<ReadonlySet<string>> {
  const record = await readRecord(root, folder);
  const ours = record?.written.files.filter(({ path, sha256: hash }) => hashOf(join(folder, path)) === hash) ?? [];
  return new Set(ours.map(({ path }) => path.split('/', 1)[0] ?? path));
}

export async function saveBuildRecord(
  root: string,
  record: Omit<BuildRecord, 'inputs'> & { readonly inputs: readonly string[] },
): Promise<void> {
  // A symlink that came with the project would choose where this is written.
  if (!isCacheInside(root)) return;
  const paths = new Set([...record.inputs, ...projectFiles.map((name) => join(root, name))]);
  const hashes = [...paths].map((path) => [path, hashOf(path)] as const);
  const file = recordPath(root, record.written.folder);
  await makeFolders(dirname(file));
  const staging = `${file}.${process.pid}`;
  await writeFile(staging, JSON.stringify({ ...record, inputs: Object.fromEntries(hashes) } satisfies BuildRecord));
  await rename(staging, file);
}

function recordPath(root: string, folder: string): string {
  return join(cacheFolder(root), `build-${sha256(folder).slice(0, 16)}.json`);
}

async function readRecord(root: string, folder: string): Promise<BuildRecord | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(recordPath(root, folder), 'utf8'));
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Written by {@link saveBuildRecord}; a damaged file lacks one of these. */
const isRecord = (value: unknown): value is BuildRecord =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'inputs', 'report', 'diagnostics'].every((key) => key in value) &&
  'written' in value &&
  isWritten(value.written);

const isWritten = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'files' in value && Array.isArray(value.files) && value.files.every(isWrittenFile);

const isWrittenFile = (file: unknown): boolean =>
  typeof file === 'object' && file !== null && 'path' in file && typeof file.path === 'string' && 'sha256' in file;

/** Hundreds of small files: asked for one by one they take a sixth of what as many promises take. */
function hashOf(path: string): string {
  try {
    // Of a directory the names count: files that come and go change what was read from it.
    return sha256(statSync(path).isDirectory() ? JSON.stringify(readdirSync(path).sort()) : readFileSync(path));
  } catch {
    return 'absent';
  }
}

/** A foreign file in the output counts as a change, and so does a start script that lost its mode. */
async function holdsOnly(folder: string, written: WrittenOutput): Promise<boolean> {
  const names = new Set(written.files.map(({ path }) => path.split('/', 1)[0]));
  const found = await readdir(folder).catch(() => undefined);
  if (found === undefined || !found.every((name) => names.has(name))) return false;
  const modes = written.files.map(
    async ({ path, mode }) => process.platform === 'win32' || ((await stat(join(folder, path))).mode & 0o777) === mode,
  );
  return (await Promise.all(modes)).every(Boolean);
}

/** Options that change no file of a build, only how long it takes and what it reports. */
const withoutEffect = {
  alwaysIsolated: undefined,
  audit: undefined,
  cache: undefined,
  evaluate: undefined,
  evaluationTimeoutMs: undefined,
  readings: undefined,
  signal: undefined,
  skipTests: undefined,
} satisfies { readonly [Name in keyof CompileRequest]?: undefined };

/** A key of everything beside files that decides a build. */
export function buildKey(request: CompileRequest, target: Target): string {
  const flags = {
    ...request,
    ...withoutEffect,
    // The Node that is running becomes the executable.
    executable: request.executable === true ? process.execPath : undefined,
    merged: (request.merged ?? []).map(({ contents, path }) => [path, sha256(contents)]),
  };
  return sha256(JSON.stringify([flags, target.name, findSdkCopy().version, process.version]));
}
