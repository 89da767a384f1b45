import { ts } from 'ts-morph';

/** Children of a node whose failures leave it: what a `try` with `catch` holds may fail as its author expects. */
export function forEachUncaught(node: ts.Node, visit: (child: ts.Node) => void): void {
  if (!ts.isTryStatement(node) || node.catchClause === undefined) {
    ts.forEachChild(node, visit);
    return;
  }
  visit(node.catchClause.block);
  if (node.finallyBlock !== undefined) visit(node.finallyBlock);
}
