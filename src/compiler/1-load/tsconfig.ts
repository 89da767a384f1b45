import { memberOf } from '@service/sdk/internal';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import { withoutByteOrderMark } from '../diagnostics/index.ts';

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
  customConditions: ['service-source'],
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
  options.customConditions = conditionsOf(options);
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

/** Packages that ship their sources are read from them, where the resolution of modules knows of conditions. */
function conditionsOf({ customConditions, moduleResolution }: ts.CompilerOptions): string[] | undefined {
  const { Bundler, Node16, NodeNext } = ts.ModuleResolutionKind;
  const hasConditions = moduleResolution === undefined || [Bundler, Node16, NodeNext].includes(moduleResolution);
  return hasConditions ? [...new Set([...(customConditions ?? []), 'service-source'])] : customConditions;
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

/** TypeScript settings of a project that matter to files which a command adds to it. */
export interface ProjectSettings {
  /** A new TypeScript file in the project folder itself would change what is compiled, or where to. */
  readonly compilesRoot: boolean;
  /** Folder for sources, relative to the project, with `/`. */
  readonly sources: string;
  /** Ending of relative imports. */
  readonly importEnding: string;
  readonly strict: boolean;
  /** Decorators of TypeScript before 5.0 (`experimentalDecorators`). */
  readonly legacyDecorators: boolean;
  /** Imports such as `./prompt.md` have types. */
  readonly typesAssets: boolean;
  /** Why sources of a server cannot be compiled with these settings, and what to change. */
  readonly problem?: string;
}

/** Undefined for a project without tsconfig.json. */
export function readProjectSettings(root: string): ProjectSettings | undefined {
  const { errors, file, include, options, rootDir } = readTsconfig({ root, entry: path.join(root, 'src', 'main.ts') });
  if (file === undefined) return undefined;
  const problem = errors[0] === undefined ? moduleProblem(root, options) : ts.flattenDiagnosticMessageText(errors[0].messageText, '\n');
  return {
    compilesRoot: !(include?.every(namesFolder) ?? false),
    sources: sourceFolder(root, rootDir),
    importEnding: importEnding(options),
    strict: options.strict !== false,
    legacyDecorators: options.experimentalDecorators === true,
    typesAssets: options.types?.includes('@service/sdk/assets') === true,
    problem,
  };
}

/** A pattern that begins with a folder's name reaches no file beside it. */
const namesFolder = (pattern: string): boolean => /^(?:\.\/)?[\w-]+\/?(?:$|[^.]*\/)/.test(pattern) && !pattern.startsWith('**');

function sourceFolder(root: string, rootDir: string | undefined): string {
  const folder = rootDir === undefined ? '' : path.relative(root, rootDir).replaceAll('\\', '/');
  return folder === '' || folder.startsWith('..') ? 'src' : folder;
}

/** Node's older rules: a CommonJS module cannot import an ES module. TypeScript would say so at every import. */
export function moduleProblem(root: string, { module }: ts.CompilerOptions): string | undefined {
  if (module !== ts.ModuleKind.Node16 && module !== ts.ModuleKind.Node18) return undefined;
  if (packageType(root) === 'module') return undefined;
  const name = module === ts.ModuleKind.Node16 ? 'node16' : 'node18';
  return `with "module": "${name}" this package is CommonJS, which cannot import the ES module @service/sdk. Set "module": "nodenext" (TypeScript 5.8 or later), or "type": "module" in package.json`;
}

function packageType(root: string): unknown {
  const file = path.join(root, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    const manifest: unknown = JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8')));
    return memberOf(manifest, 'type');
  } catch {
    return undefined;
  }
}

/** Ending that relative imports have under these settings: none for bundlers, the output's for Node, the source's where that is allowed. */
export function importEnding(options: ts.CompilerOptions): string {
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return '.ts';
  const { moduleResolution = ts.ModuleResolutionKind.Bundler, module = ts.ModuleKind.ESNext } = options;
  const asNode = moduleResolution === ts.ModuleResolutionKind.Node16 || moduleResolution === ts.ModuleResolutionKind.NodeNext;
  const implied = options.moduleResolution === undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  return asNode || implied ? '.js' : '';
}
