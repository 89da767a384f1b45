import { ts } from 'ts-morph';

/** Parsed files that several programs share: a reload or the next project parses only what changed. */
export interface SourceCache {
  /** `settings` names the compiler options that parsing and binding depend on. */
  parse(fileName: string, text: string, how: { readonly options: ts.CreateSourceFileOptions; readonly settings: string }): ts.SourceFile;
}

export function createSourceCache(): SourceCache {
  const files = new Map<string, ts.SourceFile>();
  return {
    parse(fileName, text, { options, settings }) {
      const key = `${fileName}|${options.impliedNodeFormat ?? ''}|${settings}`;
      const known = files.get(key);
      if (known?.text === text) return known;
      const file = ts.createSourceFile(fileName, text, options);
      files.set(key, file);
      return file;
    },
  };
}
