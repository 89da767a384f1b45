import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { withoutByteOrderMark } from '../../diagnostics/index.ts';

export interface FoundImport {
  readonly start: number;
  readonly end: number;
  /** `require('x')` or `import('x')`: it happens when that line runs. */
  readonly isCall: boolean;
}

/** Where a module imports another one, by the text of the import; undefined where it does not. */
export function findImport(file: string, specifier: string): FoundImport | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined) return;
    if (ts.isStringLiteralLike(node) && node.text === specifier && isImport(node.parent)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, withoutByteOrderMark(readFileSync(file, 'utf8')), ts.ScriptTarget.Latest, true));
  return found === undefined ? undefined : { start: found.getStart(), end: found.getEnd(), isCall: ts.isCallExpression(found.parent) };
}

/** Types are gone when a module runs. */
const isImport = (node: ts.Node): boolean =>
  (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true) ||
  (ts.isExportDeclaration(node) && !node.isTypeOnly) ||
  ts.isCallExpression(node) ||
  ts.isExternalModuleReference(node);
