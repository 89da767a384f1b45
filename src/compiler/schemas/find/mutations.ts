import { ts } from 'ts-morph';
import { rootOf } from './syntax.ts';
import type { SchemaReading } from './schema-reading.ts';

const changing = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'add',
  'delete',
  'clear',
]);
const changesFirst = new Set(['Object.assign', 'Object.defineProperty', 'Object.defineProperties', 'Object.setPrototypeOf']);

/** True when the project changes the inside of a constant: its value at build is not its value when the server is asked. */
export function isMutated({ names, reading }: SchemaReading, declaration: ts.Node): boolean {
  const name = ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration) ? declaration.name : undefined;
  if (name === undefined || !ts.isIdentifier(name)) return false;
  return (names.get(name.text) ?? []).some(
    (use) => use !== name && changes(use) && reading.checker.getSymbolAtLocation(use)?.declarations?.some((one) => leadsTo(one, name)),
  );
}

/** The declaration itself, or an import of its name. */
const leadsTo = (declaration: ts.Declaration, name: ts.Identifier): boolean =>
  declaration === name.parent || (ts.isImportSpecifier(declaration) && (declaration.propertyName ?? declaration.name).text === name.text);

function changes(use: ts.Identifier): boolean {
  let node: ts.Expression = use;
  while (
    (ts.isPropertyAccessExpression(node.parent) || ts.isElementAccessExpression(node.parent) || ts.isNonNullExpression(node.parent)) &&
    node.parent.expression === node
  )
    node = node.parent;
  const { parent } = node;
  if (ts.isBinaryExpression(parent))
    return (
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
  if (ts.isDeleteExpression(parent)) return true;
  if (!ts.isCallExpression(parent)) return false;
  if (parent.expression === node) return ts.isPropertyAccessExpression(node) && changing.has(node.name.text) && rootOf(node) === use;
  return parent.arguments[0] === use && changesFirst.has(parent.expression.getText());
}
