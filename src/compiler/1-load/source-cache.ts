import { ts } from 'ts-morph';
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
