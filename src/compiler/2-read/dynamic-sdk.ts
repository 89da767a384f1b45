import { ts } from 'ts-morph';
import type { Reading } from './reading.ts';

/** The export of the SDK that a name is, where a dynamic `import('@service/sdk')` brings it; undefined for anything else. */
export function dynamicSdkExport(reading: Reading, expression: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) return isDynamicSdk(reading, expression.expression) ? expression.name.text : undefined;
  if (!ts.isIdentifier(expression)) return undefined;
  const declaration = declarationOf(reading, expression);
  if (declaration === undefined || !ts.isBindingElement(declaration) || !ts.isObjectBindingPattern(declaration.parent)) return undefined;
  const name = declaration.propertyName ?? declaration.name;
  return ts.isIdentifier(name) && holdsSdk(reading, declaration.parent.parent) ? name.text : undefined;
}

/** `await import('@service/sdk')`, a constant that holds it, or the parameter of its `then`. */
function isDynamicSdk(reading: Reading, expression: ts.Expression): boolean {
  const value = withoutAwait(expression);
  if (ts.isCallExpression(value)) return isSdkImport(value);
  const declaration = ts.isIdentifier(value) ? declarationOf(reading, value) : undefined;
  return (
    declaration !== undefined && (ts.isVariableDeclaration(declaration) || ts.isParameter(declaration)) && holdsSdk(reading, declaration)
  );
}

function holdsSdk(reading: Reading, declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement): boolean {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer !== undefined && isDynamicSdk(reading, declaration.initializer);
  const callback = declaration.parent;
  if (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback)) return false;
  const call = callback.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== callback || callback.parameters[0] !== declaration) return false;
  const { expression } = call;
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'then' && isDynamicSdk(reading, expression.expression);
}

function withoutAwait(expression: ts.Expression): ts.Expression {
  let value = expression;
  while (ts.isParenthesizedExpression(value) || ts.isAwaitExpression(value)) value = value.expression;
  return value;
}

function isSdkImport({ arguments: [specifier], expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword &&
    specifier !== undefined &&
    ts.isStringLiteralLike(specifier) &&
    specifier.text === '@service/sdk'
  );
}

function declarationOf({ checker }: Reading, name: ts.Identifier): ts.Declaration | undefined {
  const { parent } = name;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name);
  return symbol?.valueDeclaration;
}
