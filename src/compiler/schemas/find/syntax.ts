import { ts } from 'ts-morph';

/** The expression inside parentheses and type assertions. */
export function bare(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

/** The name that a chain of members, elements and calls begins with. */
export function rootOf(expression: ts.Expression): ts.Expression {
  let root = bare(expression);
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root) || ts.isCallExpression(root))
    root = bare(root.expression);
  return root;
}

export const isWithin = (node: ts.Node, root: ts.Node): boolean =>
  node.getSourceFile() === root.getSourceFile() && node.pos >= root.pos && node.end <= root.end;

/** Declared at the top of a module: not in a function, a class or a block. */
export function isTopLevel(declaration: ts.Node): boolean {
  let node: ts.Node = declaration;
  while (!ts.isSourceFile(node.parent)) {
    const { parent } = node;
    const passes =
      ts.isVariableDeclaration(parent) ||
      ts.isVariableDeclarationList(parent) ||
      ts.isVariableStatement(parent) ||
      ts.isBindingElement(parent) ||
      ts.isObjectBindingPattern(parent) ||
      ts.isArrayBindingPattern(parent) ||
      ts.isImportDeclaration(parent) ||
      ts.isImportClause(parent) ||
      ts.isNamedImports(parent);
    if (!passes) return false;
    node = parent;
  }
  return true;
}

/** Visits what runs: no types, and no names of members, which name nothing by themselves. */
export function forEachValue(node: ts.Node, visit: (child: ts.Node) => void): void {
  const skipped = memberName(node);
  ts.forEachChild(node, (child) => {
    if (child === skipped) {
      if (ts.isComputedPropertyName(child)) visit(child.expression);
    } else if (!ts.isTypeNode(child) && !ts.isTypeParameterDeclaration(child)) visit(child);
  });
}

function memberName(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAccessExpression(node) || ts.isPropertyAssignment(node)) return node.name;
  if (ts.isMethodDeclaration(node) || ts.isGetAccessor(node) || ts.isSetAccessor(node) || ts.isPropertyDeclaration(node)) return node.name;
  return ts.isBindingElement(node) ? node.propertyName : undefined;
}
