import { memberOf } from '@service/sdk/internal';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';

/** Settings of the project that holds the entry. */
export interface Tsconfig {
  /** Absolute; absent where the project has none. */
  readonly file?: string;
  readonly options: ts.CompilerOptions;
  readonly fileNames: readonly string[];
  readonly errors: readonly ts.Diagnostic[];
  /** Absolute `rootDir`; our own programs have none, because nothing is written. */
  readonly rootDir?: string;
  /** `include` as it is written; absent where it is not. */
  readonly include?: readonly string[];
  /** Absolute paths of every settings file that was read, those that it extends and refers to included. */
  readonly read: readonly string[];
}

export interface TsconfigRequest {
  /** Absolute project folder. */
  readonly root: string;
  /** Absolute path of the entry module. */
  readonly entry: string;
}

const withoutTsconfig: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

/** `tsconfig.json`, or the project among its `references` that lists the entry (a solution lists no files of its own). */
export function readTsconfig({ root, entry }: TsconfigRequest): Tsconfig {
  const first = path.join(root, 'tsconfig.json');
  if (!existsSync(first)) return { options: { ...withoutTsconfig, noEmit: true }, fileNames: [], errors: [], read: [] };
  const read = new Set<string>();
  const parsed = parseConfig(first, read);
  const listed = parsed.fileNames.includes(entry) ? undefined : findReferenced({ from: parsed, entry, read });
  const { config, file } = listed ?? { config: parsed, file: first };
  const options: ts.CompilerOptions = { ...withoutOutput(config.options), noEmit: true, ignoreDeprecations: '6.0' };
  // TypeScript 6 stopped including every @types package; projects of an older compiler count on it.
  if (options.types === undefined && installedTypeScript(root) < 6) options.types = ['*'];
  const { rootDir } = config.options;
  return {
    file,
    options,
    rootDir,
    include: config.include,
    fileNames: config.fileNames,
    errors: config.errors,
    read: [...read],
  };
}

interface ParsedConfig {
  readonly options: ts.CompilerOptions;
  readonly fileNames: readonly string[];
  readonly references: readonly ts.ProjectReference[];
  readonly include?: readonly string[];
  readonly errors: readonly ts.Diagnostic[];
}

/** @param read takes the path of every file that was read */
function parseConfig(file: string, read: Set<string>): ParsedConfig {
  const readFile = (name: string): string | undefined => {
    read.add(path.resolve(name));
    return ts.sys.readFile(name);
  };
  const text = ts.readJsonConfigFile(file, readFile);
  const parsed = ts.parseJsonSourceFileConfigFileContent(text, { ...ts.sys, readFile }, path.dirname(file), undefined, file);
  // 18003 and 18002: no input files. The entry is added anyway.
  const errors = [...((text as { parseDiagnostics?: ts.Diagnostic[] }).parseDiagnostics ?? []), ...parsed.errors].filter(
    ({ code }) => code !== 18_003 && code !== 18_002,
  );
  const { options, fileNames, projectReferences: references = [] } = parsed;
  const raw: unknown = parsed.raw;
  const written = (key: string): unknown => memberOf(raw, key);
  const include = written('include');
  // Listed files alone are the project then.
  const given = Array.isArray(include) ? include.filter((pattern) => typeof pattern === 'string') : undefined;
  const patterns = given ?? (written('files') === undefined ? undefined : []);
  return { options, fileNames, references, errors: [...new Set(errors)], include: patterns };
}

interface Search {
  readonly from: ParsedConfig;
  readonly entry: string;
  readonly read: Set<string>;
}

/** The referenced project that lists the entry, nearest first. */
function findReferenced({ entry, from, read }: Search): { readonly file: string; readonly config: ParsedConfig } | undefined {
  const seen = new Set<string>();
  const waiting = from.references.map((one) => ts.resolveProjectReferencePath(one));
  for (const file of waiting) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const config = parseConfig(file, read);
    if (config.fileNames.includes(entry)) return { file, config };
    waiting.push(...config.references.map((one) => ts.resolveProjectReferencePath(one)));
  }
  return undefined;
}

/** Removes options about output: nothing is written, and some of them require every imported file to be listed. */
function withoutOutput(options: ts.CompilerOptions): ts.CompilerOptions {
  return {
    ...options,
    composite: undefined,
    incremental: undefined,
    tsBuildInfoFile: undefined,
    emitDeclarationOnly: undefined,
    rootDir: undefined,
    declaration: options.declaration ?? options.composite,
  };
}

function installedTypeScript(root: string): number {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'node_modules', 'typescript', 'package.json');
    if (existsSync(file)) {
      const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
      return Number.parseInt(version, 10) || Number.POSITIVE_INFINITY;
    }
    if (path.dirname(folder) === folder) return Number.POSITIVE_INFINITY;
  }
}
