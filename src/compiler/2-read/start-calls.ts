import { ts } from 'ts-morph';
import { isServedStart, isStart, type StartCall, startFunctions } from '../model/start-functions.ts';
import { follow, followPackage } from './follow.ts';
import { readDecorated } from './read-declaration.ts';
import { type Reading, spanOf } from './reading.ts';

/** Where files use functions of the SDK that start or connect a server; their imports alone do nothing. */
export function startCallsOf(reading: Reading, files: readonly ts.SourceFile[]): readonly StartCall[] {
  const found: StartCall[] = [];
  for (const file of files) {
    if (!mayStart(file)) continue;
    const visit = (node: ts.Node): void => {
      const use = startUse(reading, node);
      if (use === undefined) ts.forEachChild(node, visit);
      else {
        found.push({ ...use, span: spanOf(reading, node) });
        if (ts.isCallExpression(node)) node.arguments.forEach(visit);
      }
    };
    visit(file);
  }
  return found;
}

const names = new RegExp(`\\b(?:${[...startFunctions].join('|')})\\b`);

/** A cheap look before names are followed. */
const mayStart = ({ text }: ts.SourceFile): boolean => text.includes('@service/sdk') && names.test(text);

function startUse(reading: Reading, node: ts.Node): Omit<StartCall, 'span'> | undefined {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return undefined;
  if (ts.isCallExpression(node)) {
    const name = startName(reading, node.expression);
    if (name === undefined) return undefined;
    const [server] = node.arguments;
    return { name, startsServer: isServedStart(name) && server !== undefined && isServer(reading, server) };
  }
  const name = isReference(node) ? startName(reading, node) : undefined;
  return name === undefined ? undefined : { name, startsServer: false };
}

/** `bootstrap`, `sdk.bootstrap`, `ServiceInstance.bootstrap`; of a member that `ServiceInstance` lacks only the object is known. */
function startName(reading: Reading, expression: ts.Expression): string | undefined {
  if (!ts.isIdentifier(expression) && !ts.isPropertyAccessExpression(expression)) return undefined;
  if (ts.isPropertyAccessExpression(expression) && sdkExport(reading, expression.expression) === 'ServiceInstance')
    return isStart(expression.name.text) ? expression.name.text : 'ServiceInstance';
  const name = sdkExport(reading, expression);
  return name !== undefined && startFunctions.has(name) ? name : undefined;
}

function sdkExport(reading: Reading, expression: ts.Expression): string | undefined {
  if (!ts.isIdentifier(expression) && !ts.isPropertyAccessExpression(expression)) return undefined;
  const dynamic = dynamicSdkExport(reading, expression);
  if (dynamic !== undefined) return dynamic;
  const found = followPackage(reading, expression);
  return found?.module === '@service/sdk' ? found.name : undefined;
}

/** A name that is used as a value: not the name of a member or a declaration. */
function isReference(node: ts.Node): node is ts.Identifier | ts.PropertyAccessExpression {
  if (ts.isPropertyAccessExpression(node)) return true;
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isExportSpecifier(parent)) return true;
  if (ts.isBindingElement(parent)) return false;
  return ts.isShorthandPropertyAssignment(parent) || !('name' in parent && parent.name === node);
}

function isServer(reading: Reading, expression: ts.Expression): boolean {
  if (!ts.isIdentifier(expression)) return false;
  const found = follow(reading, expression);
  const declared = found?.kind === 'declaration' && ts.isClassLike(found.declaration) ? found.declaration : undefined;
  return declared !== undefined && readDecorated(reading, declared)?.kind === 'server';
}

/** The export of the SDK that a name is, where a dynamic `import('@service/sdk')` brings it; undefined for anything else. */
function dynamicSdkExport(reading: Reading, expression: ts.Expression): string | undefined {
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
