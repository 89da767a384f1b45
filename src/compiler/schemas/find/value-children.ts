import { ts } from 'ts-morph';

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
