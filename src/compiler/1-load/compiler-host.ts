import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CompileCache } from '../compile-types.ts';

/** Parsed files that several programs share: a reload or the next project parses only what changed. */
export interface SourceCache {
  readonly fixed?: CompileCache['fixed'];
  /** `settings` names the compiler options that parsing and binding depend on. */
  parse(fileName: string, text: string, how: { readonly options: ts.CreateSourceFileOptions; readonly settings: string }): ts.SourceFile;
}

/** @param cache where to keep them */
export function createSourceCache({ fixed, parsed: files }: CompileCache = { parsed: new Map() }): SourceCache {
  return {
    fixed,
    parse(fileName, text, { options, settings }) {
      const key = `${fileName}|${options.impliedNodeFormat ?? ''}|${settings}`;
      const known = files.get(key);
      if (known?.text === text && isSourceFile(known)) return known;
      const file = ts.createSourceFile(fileName, text, options);
      files.set(key, file);
      return file;
    },
  };
}

const isSourceFile = (file: { readonly text: string }): file is ts.SourceFile => 'kind' in file && file.kind === ts.SyntaxKind.SourceFile;

/** Answers what was answered before about a fixed file; asks about all others. */
type Keep = <T>(question: string, file: string, ask: () => T) => T;

/** @param root the project that is compiled, which is never fixed */
function keepFixed({ isFixed, kept }: NonNullable<CompileCache['fixed']>, root: string): Keep {
  const answers = kept as Map<string, unknown>;
  return <T>(question: string, file: string, ask: () => T): T => {
    if (!isFixed(file) || file.startsWith(`${root}/`)) return ask();
    const key = `${question} ${file}`;
    if (!answers.has(key)) answers.set(key, ask());
    return answers.get(key) as T;
  };
}

/** Virtual folder of TypeScript's `lib.*.d.ts`. */
const libraryFolder = '/node_modules/typescript/lib';

/** The real folder in a published package, filled by `scripts/packing`: loading ts-morph for these texts would take as long as TypeScript itself. */
const packedFolder = fileURLToPath(new URL('./library', import.meta.url));

/** Text of a library file, by its path in {@link libraryFolder}. */
const readLibraryFile = existsSync(packedFolder) ? readPackedFile : await createMemoryReader();

function readPackedFile(path: string): string | undefined {
  const file = join(packedFolder, path.slice(libraryFolder.length));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** A checkout has no packed files; ts-morph carries their texts. */
async function createMemoryReader(): Promise<(path: string) => string | undefined> {
  const { Project } = await import('ts-morph');
  const host = new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  return (path) => host.readFile(path);
}

export interface HostRequest {
  readonly root: string;
  readonly options: ts.CompilerOptions;
  readonly cache: SourceCache;
  /** Texts by absolute path that stand for files on disk or beside them. */
  readonly overlay?: ReadonlyMap<string, string>;
}

const isDeclaration = /\.d\.[cm]?ts$/;

/** Reads files for one program: the library from memory, the rest from disk, each parsed once per cache. */
export function createHost({ root, options, cache, overlay }: HostRequest): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  // They decide what belongs to a program and what an import leads to, not how a file is parsed.
  const elsewhere = { pathsBasePath: undefined, types: undefined, noLib: undefined, lib: undefined };
  const settings = ts.createDocumentRegistry().getKeyForCompilationSettings({ ...options, ...elsewhere });
  const keep: Keep = cache.fixed === undefined ? (_question, _file, ask) => ask() : keepFixed(cache.fixed, root);
  const fromDisk = {
    readFile: (path: string): string | undefined => keep('text', path, () => host.readFile(path)),
    fileExists: (path: string): boolean => keep('file', path, () => host.fileExists(path)),
    directoryExists: (path: string): boolean => keep('folder', path, () => ts.sys.directoryExists(path)),
  };
  const overlayFolders = new Set([...(overlay?.keys() ?? [])].map((path) => dirname(path)));
  const isLibrary = (path: string): boolean => path.startsWith(`${libraryFolder}/`);
  const readFile = (path: string): string | undefined =>
    overlay?.get(path) ?? (isLibrary(path) ? readLibraryFile(path) : fromDisk.readFile(path));
  const made: ts.CompilerHost = {
    ...host,
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    getCurrentDirectory: () => root,
    getDefaultLibLocation: () => libraryFolder,
    getDefaultLibFileName: (of) => `${libraryFolder}/${ts.getDefaultLibFileName(of)}`,
    readFile,
    fileExists: (path) =>
      overlay?.has(path) === true || (isLibrary(path) ? readLibraryFile(path) !== undefined : fromDisk.fileExists(path)),
    directoryExists: (path) => overlayFolders.has(path) || fromDisk.directoryExists(path),
    getSourceFile: (path, languageVersionOrOptions) => {
      const text = readFile(path);
      const how = typeof languageVersionOrOptions === 'object' ? languageVersionOrOptions : { languageVersion: languageVersionOrOptions };
      // Of declarations TypeScript itself would read comments with a link, a third of the time that those of Node take. Only uses that it
      // marks in them would be lost, and declarations are not checked.
      const options = isDeclaration.test(path) ? { ...how, jsDocParsingMode: ts.JSDocParsingMode.ParseNone } : how;
      return text === undefined ? undefined : cache.parse(path, text, { options, settings: String(settings) });
    },
  };
  return cache.fixed === undefined ? made : { ...made, ...keepResolutions({ host: made, options, keep }) };
}

/** Where the imports of fixed files lead: looking for them again takes most of the time of a program whose files are parsed. */
function keepResolutions({ host, keep, options }: { host: ts.CompilerHost; options: ts.CompilerOptions; keep: Keep }) {
  const found = ts.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, options);
  const { baseUrl, customConditions, module, moduleResolution, paths } = options;
  // With these an import of any file may lead into the project.
  const leads = paths !== undefined || baseUrl !== undefined;
  const how = `imports ${JSON.stringify([customConditions, module, moduleResolution])}`;
  return {
    getModuleResolutionCache: () => found,
    resolveModuleNameLiterals: ((...[literals, file, redirected, given, source]) => {
      const resolve = () =>
        literals.map((literal) => {
          const mode = ts.getModeForUsageLocation(source, literal, given);
          return ts.resolveModuleName(literal.text, file, given, host, found, redirected, mode);
        });
      if (leads) return resolve();
      // One answer for all imports of a parsed file, of which a program has thousands.
      const known = keep(how, file, () => new WeakMap<ts.SourceFile, ReturnType<typeof resolve>>());
      const resolved = known.get(source) ?? resolve();
      known.set(source, resolved);
      return resolved;
    }) satisfies NonNullable<ts.CompilerHost['resolveModuleNameLiterals']>,
  };
}
