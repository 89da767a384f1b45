import { existsSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import type { PathAlias } from '../compile-types.ts';
import { diagnose, type Diagnostic, DiagnosticCollector } from '../diagnostics/index.ts';
import { createHost, createSourceCache, type SourceCache } from './compiler-host.ts';
import { moduleProblem, readTsconfig } from './tsconfig.ts';
import type { Span } from '../model/span.ts';

export interface LoadRequest {
  /** Absolute project folder. */
  readonly root: string;
  /** Absolute path of the entry module. */
  readonly entry: string;
  /** Absolute folder of the SDK's modules: sources in a checkout. */
  readonly sdkFolder?: string;
  /** Leave out syntax errors of test files: the bundler reports those of files that it bundles. */
  readonly skipTests?: boolean;
  /** Leave out the library and the packages of `types`, most of what a program parses: for questions that no type answers. */
  readonly withoutTypes?: boolean;
}

export type SourceFile = ts.SourceFile;

/** The project as one program. */
export interface LoadedProject extends LoadRequest {
  readonly program: ts.Program;
  /** Absolute path for the bundler, which does not follow `references`; absent where it finds the file itself. */
  readonly tsconfig?: string;
  /** `paths` of tsconfig.json, for a bundler that reads none. */
  readonly pathAliases: readonly PathAlias[];
  /** Parsed files, for another program of the same ones. */
  readonly cache: SourceCache;
  /** Absolute paths of the other files that affect the program: TypeScript settings and the project's declaration files. */
  readonly settings: readonly string[];
  /** Every source file of the project itself: no dependency, no declaration file. */
  ownFiles(): readonly ts.SourceFile[];
  /** Sources that packages ship, which are read like the project's own and checked by their authors. */
  packageFiles(): readonly ts.SourceFile[];
  /** Whether one of them is a test by its name or folder. */
  isTest(file: ts.SourceFile): boolean;
  /** Text by project-relative path, for code frames. */
  sources(): ReadonlyMap<string, string>;
}

export interface LoadResult {
  /** Absent when there is nothing to read. */
  readonly loaded?: LoadedProject;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes one program of tsconfig.json and the entry. The type checker starts with the first question it is asked.
 * @param cache files that were parsed before; give the same one again after a change
 */
export function loadProject(request: LoadRequest, cache: SourceCache = createSourceCache()): LoadResult {
  const found = new DiagnosticCollector();
  if (!existsSync(request.entry)) {
    found.report('entry-not-found', { path: path.relative(request.root, request.entry) });
    return { diagnostics: found.diagnostics };
  }
  const config = readTsconfig(request);
  for (const error of config.errors) {
    const { span } = toDiagnostic(error, request.root);
    found.report('invalid-tsconfig', { detail: ts.flattenDiagnosticMessageText(error.messageText, '\n') }, { span });
  }
  if (config.errors.length > 0) return { diagnostics: found.diagnostics };
  const { fileNames } = config;
  // A JavaScript entry works without `allowJs` in tsconfig.json.
  const options = {
    ...config.options,
    ...(isJavaScript(request.entry) ? { allowJs: true } : {}),
    ...(request.withoutTypes === true ? { types: [], noLib: true, lib: undefined } : {}),
  };
  const host = createHost({ root: request.root, options, cache });
  const program = ts.createProgram({ rootNames: [...new Set([...fileNames, request.entry])], options, host });
  // The bundler finds this one by itself, and those of other packages too.
  const isFound = config.file === undefined || config.file === path.join(request.root, 'tsconfig.json');
  const loaded = createLoadedProject(request, program, { cache, read: config.read, ...(isFound ? {} : { tsconfig: config.file }) });
  for (const file of loaded.ownFiles().filter((one) => request.skipTests !== true || !loaded.isTest(one)))
    found.add(...program.getSyntacticDiagnostics(file).map((diagnostic) => toDiagnostic(diagnostic, request.root)));
  return { loaded, diagnostics: found.diagnostics };
}

const isJavaScript = (file: string): boolean => /\.[cm]?jsx?$/.test(file);

export function createLoadedProject(
  request: LoadRequest,
  program: ts.Program,
  { read = [], ...made }: Pick<LoadedProject, 'tsconfig' | 'cache'> & { readonly read?: readonly string[] } = {
    cache: createSourceCache(),
  },
): LoadedProject {
  const prefix = `${request.root.replaceAll('\\', '/')}/`;
  const isOfProject = ({ fileName }: ts.SourceFile): boolean =>
    fileName.startsWith(prefix) && !fileName.slice(prefix.length).split('/').includes('node_modules');
  const all = program.getSourceFiles().filter(isOfProject);
  const own = all.filter(({ fileName }) => !fileName.endsWith('.d.ts'));
  const ofSdk = `${request.sdkFolder?.replaceAll('\\', '/') ?? ''}/`;
  const packages = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !isOfProject(file) && !(ofSdk !== '/' && file.fileName.startsWith(ofSdk)));
  const declared = all.filter(({ fileName }) => fileName.endsWith('.d.ts')).map(({ fileName }) => fileName);
  return {
    ...request,
    ...made,
    settings: [...read, ...declared],
    program,
    pathAliases: pathAliasesOf(request.root, program.getCompilerOptions()),
    ownFiles: () => own,
    packageFiles: () => packages,
    isTest: ({ fileName }) => isTestFile(fileName.slice(prefix.length)),
    sources: () => new Map(own.map((file) => [file.fileName.slice(prefix.length), file.text])),
  };
}

/** Relative targets count from `baseUrl`, or from the file that has `paths`. */
function pathAliasesOf(root: string, { baseUrl, paths = {}, ...others }: ts.CompilerOptions): PathAlias[] {
  const from = baseUrl ?? (typeof others['pathsBasePath'] === 'string' ? others['pathsBasePath'] : root);
  const aliases = Object.entries(paths).map(([pattern, targets]) => ({
    pattern,
    targets: targets.map((target) => path.resolve(from, target)),
  }));
  return baseUrl === undefined ? aliases : [...aliases, { pattern: '*', targets: [path.join(baseUrl, '*')] }];
}
/**
 * Whether a file is a test by its name or folder: what `service test` and other runners collect, and what stands beside it.
 * @param file relative to the project, with `/`
 */
const isTestFile = (file: string): boolean =>
  /\.(?:spec|test)\.[cm]?[jt]sx?$/.test(file) || /(?:^|\/)__tests__\//.test(file) || file.startsWith('e2e/');

/** TypeScript's own finding as one of ours. */
function toDiagnostic(diagnostic: ts.Diagnostic, root: string): Diagnostic {
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
  // 1000…1999 are the parser's codes.
  const code =
    diagnostic.code < 2000 && diagnostic.category === ts.DiagnosticCategory.Error && isParsers(diagnostic) ? 'syntax-error' : 'type-error';
  const span = spanOf(diagnostic, root);
  return diagnose(code, { text, number: diagnostic.code }, { span });
}

/** Decorator calls that do not fit are reported with 1238…1241 and 1270 by the checker. */
const isParsers = ({ code }: ts.Diagnostic): boolean => !(code >= 1238 && code <= 1241) && code !== 1270 && code !== 1329;

function spanOf({ file, start, length }: ts.Diagnostic, root: string): Span | undefined {
  if (file === undefined || start === undefined) return undefined;
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  const relative = path.relative(root, file.fileName).replaceAll('\\', '/');
  return { file: relative, start, end: start + (length ?? 0), line: line + 1, column: character + 1 };
}

/**
 * TypeScript's type errors in the project's own files; the program and its checker are those that reading uses. Between two files others
 * get their turn: the definitions are evaluated meanwhile, in processes of their own.
 */
export async function checkTypes(
  loaded: LoadedProject,
  { skips, signal }: { readonly skips?: (file: SourceFile) => boolean; readonly signal?: AbortSignal } = {},
): Promise<readonly Diagnostic[]> {
  const found = new DiagnosticCollector();
  const { program } = loaded;
  const problem = moduleProblem(loaded.root, program.getCompilerOptions());
  if (problem !== undefined) return [diagnose('invalid-tsconfig', { detail: problem })];
  await othersTurn();
  for (const diagnostic of [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()])
    found.add(toDiagnostic(diagnostic, loaded.root));
  for (const file of loaded.ownFiles()) {
    if (skips?.(file) === true) continue;
    await othersTurn();
    signal?.throwIfAborted();
    for (const diagnostic of program.getSemanticDiagnostics(file)) found.add(toDiagnostic(diagnostic, loaded.root));
  }
  return found.diagnostics;
}

const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
