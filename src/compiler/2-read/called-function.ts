import { ts } from 'ts-morph';
import { follow, makesToken, sdkNameOf } from './follow.ts';
import { type Reading, spanOf, tokenOf } from './reading.ts';
import type { Need } from '../model/declarations.ts';

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

/** What a function of the project returns, undefined where it ends without a value; none for one that cannot be seen, or that returns a promise. */
export function returnedBy(reading: Reading, callee: ts.Expression): readonly (ts.Expression | undefined)[] {
  const declaration = calledFunction(reading, callee, [])?.declaration;
  const { body } = declaration ?? {};
  if (declaration === undefined || body === undefined || ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Async) return [];
  if (!ts.isBlock(body)) return [body];
  const last = body.statements.at(-1);
  const found: (ts.Expression | undefined)[] = last !== undefined && ts.isReturnStatement(last) ? [] : [undefined];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) found.push(node.expression);
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

type Visit = (child: ts.Node) => void;

/** Children of a node whose failures leave it: what a `try` with `catch` holds may fail as its author expects. */
export function forEachUncaught(node: ts.Node, visit: Visit): void {
  if (!ts.isTryStatement(node) || node.catchClause === undefined) {
    ts.forEachChild(node, visit);
    return;
  }
  visit(node.catchClause.block);
  if (node.finallyBlock !== undefined) visit(node.finallyBlock);
}

/** Of these, what runs at every call of a function: a branch may be for other callers. */
export function forEachCertain(node: ts.Node, visit: Visit): void {
  if (ts.isIfStatement(node) || ts.isSwitchStatement(node)) visit(node.expression);
  else if (ts.isConditionalExpression(node)) visit(node.condition);
  else if (ts.isBinaryExpression(node) && shortens.has(node.operatorToken.kind)) visit(node.left);
  else if (ts.isBlock(node)) for (const statement of untilBranch(node.statements)) visit(statement);
  else forEachUncaught(node, visit);
}

const shortens: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** What stands behind a branch runs only where that did not return. */
function untilBranch(statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const last = statements.findIndex((one) => ts.isIfStatement(one) || ts.isSwitchStatement(one));
  return last === -1 ? statements : statements.slice(0, last + 1);
}

export function readToken(reading: Reading, token: ts.Expression): Need {
  const text = token.getText();
  const isWritten = ts.isStringLiteralLike(token) || ts.isIdentifier(token) || ts.isPropertyAccessExpression(token);
  const known = isWritten ? identityOf(reading, token) : undefined;
  return { text, token: known?.token ?? `text:${text}`, isDecided: known?.isDecided ?? false, span: spanOf(reading, token) };
}

/** The class, the text or the expression that makes a token, whatever constants and imports lead there. */
function identityOf(reading: Reading, expression: ts.Expression): Pick<Need, 'token' | 'isDecided'> | undefined {
  let made = expression;
  while (ts.isParenthesizedExpression(made) || ts.isAsExpression(made) || ts.isSatisfiesExpression(made)) made = made.expression;
  if (ts.isStringLiteralLike(made)) return { token: `string:${made.text}`, isDecided: true };
  if (!ts.isIdentifier(made) && !ts.isPropertyAccessExpression(made))
    return { token: tokenOf(reading, made), isDecided: ts.isClassExpression(made) || makesToken(made) };
  const found = follow(reading, made);
  if (found === undefined) return undefined;
  const { declaration } = found;
  const isClass = declaration !== undefined && ts.isClassLike(declaration);
  if (found.kind === 'package' && (!isClass || sdkNameOf(reading, made) !== undefined))
    return { token: `package:${found.module}#${found.name}`, isDecided: false };
  if (declaration === undefined) return undefined;
  if (isClass) return { token: tokenOf(reading, declaration), isDecided: true };
  const holds = ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined;
  return holds === undefined ? { token: tokenOf(reading, declaration), isDecided: false } : identityOf(reading, holds);
}
