import { ts } from 'ts-morph';
import { follow } from './follow.ts';
import type { Reading } from './reading.ts';

export interface CalledFunction {
  readonly declaration: ts.FunctionLikeDeclaration;
  /** Its `this` is that of the caller. */
  readonly keepsThis: boolean;
}

/**
 * The function of the project that a call runs before it goes on; undefined where it cannot be seen.
 * @param chain the class of the caller's `this`, and its ancestors
 */
export function calledFunction(
  reading: Reading,
  callee: ts.Expression,
  chain: readonly ts.ClassLikeDeclaration[],
): CalledFunction | undefined {
  const called = withoutParentheses(callee);
  if (isPlain(called)) return { declaration: called, keepsThis: ts.isArrowFunction(called) };
  if (ts.isPropertyAccessExpression(called) && called.expression.kind === ts.SyntaxKind.ThisKeyword) {
    const declaration = methodNamed(chain, called.name.text);
    return declaration === undefined ? undefined : { declaration, keepsThis: true };
  }
  if (!ts.isIdentifier(called) && !ts.isPropertyAccessExpression(called)) return undefined;
  const found = follow(reading, called);
  const declaration = found?.kind === 'declaration' ? functionBehind(reading, found.declaration) : undefined;
  return declaration === undefined ? undefined : { declaration, keepsThis: false };
}

function methodNamed(chain: readonly ts.ClassLikeDeclaration[], name: string): ts.FunctionLikeDeclaration | undefined {
  for (const member of chain.flatMap(({ members }) => members)) {
    if (member.name === undefined || !('text' in member.name) || member.name.text !== name) continue;
    if (ts.isMethodDeclaration(member)) {
      if (member.body !== undefined && member.asteriskToken === undefined) return member;
    } else return ts.isPropertyDeclaration(member) ? initialFunction(member.initializer) : undefined;
  }
  return undefined;
}

/** A method of an instance may be that of a subclass: only those of the class itself, and of a written object, are known. */
function functionBehind(reading: Reading, found: ts.Declaration): ts.FunctionLikeDeclaration | undefined {
  if (ts.isVariableDeclaration(found))
    return (ts.getCombinedNodeFlags(found) & ts.NodeFlags.Const) === 0 ? undefined : initialFunction(found.initializer);
  if (ts.isPropertyAssignment(found)) return initialFunction(found.initializer);
  if (ts.isMethodDeclaration(found)) {
    const isOfClass = ts.isClassLike(found.parent) && (ts.getCombinedModifierFlags(found) & ts.ModifierFlags.Static) === 0;
    return isOfClass || found.asteriskToken !== undefined ? undefined : found;
  }
  return ts.isFunctionDeclaration(found) && found.asteriskToken === undefined ? implementationOf(reading, found) : undefined;
}

/** Of overloads the last has the body. */
function implementationOf(reading: Reading, found: ts.FunctionDeclaration): ts.FunctionDeclaration | undefined {
  if (found.body !== undefined || found.name === undefined) return found;
  const declarations = reading.checker.getSymbolAtLocation(found.name)?.declarations ?? [];
  return declarations.find((one): one is ts.FunctionDeclaration => ts.isFunctionDeclaration(one) && one.body !== undefined);
}

function initialFunction(initializer: ts.Expression | undefined): ts.FunctionLikeDeclaration | undefined {
  const value = initializer === undefined ? undefined : withoutParentheses(initializer);
  return value !== undefined && isPlain(value) ? value : undefined;
}

const isPlain = (node: ts.Expression): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || (ts.isFunctionExpression(node) && node.asteriskToken === undefined);

function withoutParentheses(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
  return inner;
}
