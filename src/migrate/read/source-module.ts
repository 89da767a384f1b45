import { ts } from 'ts-morph';
import { readFileSync } from 'node:fs';

/** One source file as it was read. Nothing of it is ever run. */
export interface SourceModule {
  /** Absolute. */
  readonly file: string;
  /** Relative to the source folder, with `/`. */
  readonly path: string;
  readonly tree: ts.SourceFile;
  /** Specifiers that lead to other modules of the source, with the module's `file`. */
  readonly links: ReadonlyMap<string, string>;
}

export const parseText = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKind(path));

/** JavaScript is parsed as JavaScript: `<` in it is never a type. */
function scriptKind(path: string): ts.ScriptKind {
  if (path.endsWith('x')) return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;
  return path.endsWith('ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
}

export const lineOf = (tree: ts.SourceFile, position: number): number => tree.getLineAndCharacterOfPosition(position).line + 1;

export const lineOfNode = (node: ts.Node): number => lineOf(node.getSourceFile(), node.getStart());

/** The text of a file, without the byte order mark that editors on Windows write in front. */
export const readText = (file: string): string => readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
