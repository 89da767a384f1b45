import path from 'node:path';
import type { ts } from 'ts-morph';
import type { Declaration, DeclarationId, StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';

/** Shared state of the readers in one run. */
export interface Reading {
  readonly root: string;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** Every declaration met so far. */
  readonly declarations: Map<DeclarationId, Declaration>;
  /** The node behind a declaration: a class, or a builder call. */
  readonly nodes: Map<DeclarationId, ts.ClassLikeDeclaration | ts.CallExpression>;
  /** The functions among options, by their token. */
  readonly functions: Map<string, ts.FunctionLikeDeclaration>;
  /** Undefined while an expression is being evaluated. */
  readonly values: Map<ts.Node, StaticValue | undefined>;
  /** Project-relative paths by file name. */
  readonly paths: Map<string, string>;
  /** The project's own files. */
  readonly ownFiles: readonly ts.SourceFile[];
  /** Whether statements change what a constant or a parameter holds; filled by questions. */
  readonly changed: Map<ts.Node, boolean>;
  /** Identifiers by text, of the files that were searched. */
  readonly names: Map<ts.SourceFile, ReadonlyMap<string, readonly ts.Identifier[]>>;
  /** What may be uses in other files than their own: names of imports by what they lead to, and `name` of `module.name` by its text. */
  abroad?: {
    readonly imports: ReadonlyMap<ts.Declaration, readonly ts.Identifier[]>;
    readonly members: ReadonlyMap<string, readonly ts.Identifier[]>;
  };
  /** `literal.ts`, which meets declarations that hold expressions in turn. */
  evaluate(expression: ts.Expression): StaticValue;
}

export function spanOf(reading: Reading, node: ts.Node): Span {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { file: relativePath(reading, file.fileName), start, end: node.getEnd(), line: line + 1, column: character + 1 };
}

function relativePath(reading: Reading, fileName: string): string {
  const known = reading.paths.get(fileName);
  if (known !== undefined) return known;
  const relative = path.relative(reading.root, fileName).replaceAll('\\', '/');
  reading.paths.set(fileName, relative);
  return relative;
}

/** Equal for equal declarations; used where the identity of a class or constant matters. */
export const tokenOf = (reading: Reading, node: ts.Node): string => `${relativePath(reading, node.getSourceFile().fileName)}#${node.pos}`;
