import { ts } from 'ts-morph';
import { isServedStart, isStart, type StartCall, startFunctions } from '../model/start-functions.ts';
import { dynamicSdkExport } from './dynamic-sdk.ts';
import { follow } from './follow.ts';
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
  const found = follow(reading, expression);
  return found?.kind === 'package' && found.module === '@service/sdk' ? found.name : undefined;
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
