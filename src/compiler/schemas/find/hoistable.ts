import { ts } from 'ts-morph';
import type { Reading } from '../../2-read/reading.ts';
import { isTopLevel, isWithin } from './syntax.ts';
import { forEachValue } from './value-children.ts';

/** True when the expression means the same at the end of its module. */
export function isHoistable(reading: Reading, expression: ts.Expression): boolean {
  let hoistable = true;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) hoistable &&= reaches(reading, node, expression);
    else if (isBound(node)) hoistable = false;
    else forEachValue(node, visit);
  };
  visit(expression);
  return hoistable;
}

/** Syntax whose meaning depends on its function or class. */
function isBound(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.ThisKeyword ||
    node.kind === ts.SyntaxKind.SuperKeyword ||
    ts.isMetaProperty(node) ||
    ts.isYieldExpression(node)
  );
}

function reaches({ checker }: Reading, node: ts.Identifier, expression: ts.Expression): boolean {
  if (node.text === 'arguments') return false;
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return (symbol?.declarations ?? []).every(
    (declaration) => isWithin(declaration, expression) || declaration.getSourceFile() !== node.getSourceFile() || isTopLevel(declaration),
  );
}
