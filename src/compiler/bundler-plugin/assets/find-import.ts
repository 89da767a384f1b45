import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { withoutByteOrderMark } from '../../diagnostics/index.ts';

export interface FoundImport {
  readonly start: number;
  readonly end: number;
  /** `require('x')` or `import('x')`: it happens when that line runs. */
  readonly isCall: boolean;
  /** Of a call: as soon as the module is loaded, with a failure that the module catches, or only when something else is so. */
  readonly runs: 'always' | 'tried' | 'maybe';
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
  if (found === undefined) return undefined;
  return { start: found.getStart(), end: found.getEnd(), isCall: ts.isCallExpression(found.parent), runs: runsWhen(found) };
}

function runsWhen(call: ts.Node): FoundImport['runs'] {
  let runs: FoundImport['runs'] = 'always';
  for (let node = call; !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (ts.isTryStatement(parent) && parent.tryBlock === node && parent.catchClause !== undefined) return 'tried';
    if (ts.isFunctionLike(parent) || isCondition(parent, node)) runs = 'maybe';
  }
  return runs;
}

/** True for a part of which a condition decides whether it is run. */
function isCondition(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isIfStatement(parent)) return node !== parent.expression;
  if (ts.isConditionalExpression(parent)) return node !== parent.condition;
  return ts.isBinaryExpression(parent) && node === parent.right && shortCircuits.has(parent.operatorToken.kind);
}

const shortCircuits: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** Types are gone when a module runs. */
const isImport = (node: ts.Node): boolean =>
  (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true) ||
  (ts.isExportDeclaration(node) && !node.isTypeOnly) ||
  ts.isCallExpression(node) ||
  ts.isExternalModuleReference(node);
