import { ts } from 'ts-morph';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { type Reading, spanOf } from './reading.ts';

const globals = new Set(['globalThis', 'global']);
const definingMethods = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf', 'set', 'deleteProperty']);

/** Changes of global objects that files make while they are loaded: at the top of a module, not in a function. */
export function globalChanges(reading: Reading, files: readonly ts.SourceFile[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    const changed = changedBy(node);
    if (changed !== undefined && isGlobal(reading, changed))
      found.push(diagnose('load-effect', { kind: 'global', what: changed.getText() }, { span: spanOf(reading, node) }));
    ts.forEachChild(node, visit);
  };
  for (const file of files) if (/\bglobal(?:This)?\b|\.prototype\b/.test(file.text)) visit(file);
  return found;
}

/** What an assignment or a call of `Object.assign` and its like changes. */
function changedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? node.left : undefined;
  }
  if (ts.isDeleteExpression(node)) return node.expression;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: object, name } = node.expression;
  const defines = ts.isIdentifier(object) && ['Object', 'Reflect'].includes(object.text) && definingMethods.has(name.text);
  return defines ? node.arguments[0] : undefined;
}

/** A member of the global object, or of the prototype of a class that JavaScript itself has. */
function isGlobal(reading: Reading, changed: ts.Expression): boolean {
  let at: ts.Node = changed;
  for (;;) {
    if (ts.isIdentifier(at)) return globals.has(at.text) && isOfJavaScript(reading, at);
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
    if (ts.isPropertyAccessExpression(at) && at.name.text === 'prototype' && ts.isIdentifier(at.expression))
      return isOfJavaScript(reading, at.expression);
    // Its own finding: `process.env` is noticed while it runs.
    if (ts.isPropertyAccessExpression(at) && at.name.text === 'process') return false;
    at = at.expression;
  }
}

function isOfJavaScript({ checker }: Reading, name: ts.Identifier): boolean {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  return declarations.every((one) => one.getSourceFile().isDeclarationFile);
}
