import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import { type Diagnostic, DiagnosticCollector } from '../diagnostics/index.ts';
import { createHost } from './compiler-host.ts';
import { createSourceCache, type SourceCache } from './source-cache.ts';
import { toDiagnostic } from './to-diagnostic.ts';

export interface LoadRequest {
  /** Absolute project folder. */
  readonly root: string;
  /** Absolute path of the entry module. */
  readonly entry: string;
}

/** The project as one program. */
export interface LoadedProject extends LoadRequest {
  readonly program: ts.Program;
  /** Every source file of the project itself: no dependency, no declaration file. */
  ownFiles(): readonly ts.SourceFile[];
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
  const config = readTsconfig(request.root);
  for (const error of config.errors) {
    const { span } = toDiagnostic(error, request.root);
    found.report(
      'invalid-tsconfig',
      { detail: ts.flattenDiagnosticMessageText(error.messageText, '\n') },
      span === undefined ? {} : { span },
    );
  }
  if (config.errors.length > 0) return { diagnostics: found.diagnostics };
  const { fileNames } = config;
  // Whoever names a JavaScript entry means it.
  const options = isJavaScript(request.entry) ? { ...config.options, allowJs: true } : config.options;
  const host = createHost({ root: request.root, options, cache });
  const program = ts.createProgram({ rootNames: [...new Set([...fileNames, request.entry])], options, host });
  const loaded = createLoadedProject(request, program);
  for (const file of loaded.ownFiles())
    found.add(...program.getSyntacticDiagnostics(file).map((diagnostic) => toDiagnostic(diagnostic, request.root)));
  return { loaded, diagnostics: found.diagnostics };
}

const isJavaScript = (file: string): boolean => /\.[cm]?jsx?$/.test(file);

export function createLoadedProject(request: LoadRequest, program: ts.Program): LoadedProject {
  const prefix = `${request.root.replaceAll('\\', '/')}/`;
  const isOwn = (fileName: string): boolean =>
    !fileName.endsWith('.d.ts') && fileName.startsWith(prefix) && !fileName.slice(prefix.length).split('/').includes('node_modules');
  const own = program.getSourceFiles().filter((file) => isOwn(file.fileName));
  return {
    ...request,
    program,
    ownFiles: () => own,
    sources: () => new Map(own.map((file) => [file.fileName.slice(prefix.length), file.text])),
  };
}

interface Tsconfig {
  readonly options: ts.CompilerOptions;
  readonly fileNames: readonly string[];
  readonly errors: readonly ts.Diagnostic[];
}

const withoutTsconfig: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

function readTsconfig(root: string): Tsconfig {
  const file = path.join(root, 'tsconfig.json');
  if (!existsSync(file)) return { options: { ...withoutTsconfig, noEmit: true }, fileNames: [], errors: [] };
  const text = ts.readJsonConfigFile(file, (name) => readFileSync(name, 'utf8'));
  const parsed = ts.parseJsonSourceFileConfigFileContent(text, ts.sys, root, undefined, file);
  // 18003: no input files. The entry is added anyway.
  const errors = [...((text as { parseDiagnostics?: ts.Diagnostic[] }).parseDiagnostics ?? []), ...parsed.errors].filter(
    ({ code }) => code !== 18_003,
  );
  const options: ts.CompilerOptions = { ...parsed.options, noEmit: true, ignoreDeprecations: '6.0' };
  // TypeScript 6 stopped including every @types package; projects of an older compiler count on it.
  if (options.types === undefined && installedTypeScript(root) < 6) options.types = ['*'];
  return { options, fileNames: parsed.fileNames, errors: [...new Set(errors)] };
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
