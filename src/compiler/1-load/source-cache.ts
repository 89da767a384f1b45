import { ts } from 'ts-morph';

/** Parsed files that several programs share: a reload or the next project parses only what changed. */
export interface SourceCache {
  /** `settings` names the compiler options that parsing and binding depend on. */
  parse(fileName: string, text: string, how: { readonly options: ts.CreateSourceFileOptions; readonly settings: string }): ts.SourceFile;
}

/** @param files where to keep them */
export function createSourceCache(files = new Map<string, { readonly text: string }>()): SourceCache {
  return {
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
