import { dirname } from 'node:path';
import { Project, ts } from 'ts-morph';
import type { SourceCache } from './source-cache.ts';

export interface HostRequest {
  readonly root: string;
  readonly options: ts.CompilerOptions;
  readonly cache: SourceCache;
  /** Texts by absolute path that stand for files on disk or beside them. */
  readonly overlay?: ReadonlyMap<string, string>;
}

/** Where ts-morph keeps the declarations of JavaScript's own library, in memory. */
const libraryFolder = '/node_modules/typescript/lib';

/** Reads files for one program: the library from memory, the rest from disk, each parsed once per cache. */
export function createHost({ root, options, cache, overlay }: HostRequest): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const libraries = new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  const settings = ts.createDocumentRegistry().getKeyForCompilationSettings(options);
  const fromDisk = {
    readFile: host.readFile.bind(host),
    fileExists: host.fileExists.bind(host),
    directoryExists: (path: string): boolean => ts.sys.directoryExists(path),
  };
  const overlayFolders = new Set([...(overlay?.keys() ?? [])].map((path) => dirname(path)));
  const isLibrary = (path: string): boolean => path.startsWith(`${libraryFolder}/`);
  const readFile = (path: string): string | undefined =>
    overlay?.get(path) ?? (isLibrary(path) ? libraries.readFile(path) : fromDisk.readFile(path));
  return {
    ...host,
    // Comments of declarations are of no interest here, and half of their text.
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    getCurrentDirectory: () => root,
    getDefaultLibLocation: () => libraryFolder,
    getDefaultLibFileName: (of) => `${libraryFolder}/${ts.getDefaultLibFileName(of)}`,
    readFile,
    fileExists: (path) => overlay?.has(path) === true || (isLibrary(path) ? libraries.fileExists(path) : fromDisk.fileExists(path)),
    directoryExists: (path) => overlayFolders.has(path) || fromDisk.directoryExists(path),
    getSourceFile: (path, languageVersionOrOptions) => {
      const text = readFile(path);
      const how = typeof languageVersionOrOptions === 'object' ? languageVersionOrOptions : { languageVersion: languageVersionOrOptions };
      return text === undefined ? undefined : cache.parse(path, text, { options: how, settings: String(settings) });
    },
  };
}
