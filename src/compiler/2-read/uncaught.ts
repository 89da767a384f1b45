import { ts } from 'ts-morph';

type Visit = (child: ts.Node) => void;

/** Children of a node whose failures leave it: what a `try` with `catch` holds may fail as its author expects. */
export function forEachUncaught(node: ts.Node, visit: Visit): void {
  if (!ts.isTryStatement(node) || node.catchClause === undefined) {
    ts.forEachChild(node, visit);
    return;
  }
  visit(node.catchClause.block);
  if (node.finallyBlock !== undefined) visit(node.finallyBlock);
}

/** Of these, what runs at every call of a function: a branch may be for other callers. */
export function forEachCertain(node: ts.Node, visit: Visit): void {
  if (ts.isIfStatement(node) || ts.isSwitchStatement(node)) visit(node.expression);
  else if (ts.isConditionalExpression(node)) visit(node.condition);
  else if (ts.isBinaryExpression(node) && shortens.has(node.operatorToken.kind)) visit(node.left);
  else if (ts.isBlock(node)) for (const statement of untilBranch(node.statements)) visit(statement);
  else forEachUncaught(node, visit);
}

const shortens: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** What stands behind a branch runs only where that did not return. */
function untilBranch(statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const last = statements.findIndex((one) => ts.isIfStatement(one) || ts.isSwitchStatement(one));
  return last === -1 ? statements : statements.slice(0, last + 1);
}
