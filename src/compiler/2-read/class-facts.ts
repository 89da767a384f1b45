import { ts } from 'ts-morph';
import type { ClassFacts, Need } from '../model/declarations.ts';
import { isHandedOn } from './changed-constants.ts';
import { follow, makesToken, sdkNameOf } from './follow.ts';
import { type Reading, spanOf, tokenOf } from './reading.ts';

export interface ClassReading extends ClassFacts {
  readonly basesKnown: boolean;
  readonly methods: readonly string[];
  /** The class and its ancestors in the project, nearest first. */
  readonly chain: readonly ts.ClassLikeDeclaration[];
}

/** What a class is and asks for, ancestors included. */
export function readClass(reading: Reading, declaration: ts.ClassLikeDeclaration): ClassReading {
  const { chain, bases, basesKnown } = readAncestors(reading, declaration);
  const builder = chain.find((one) => one.members.some(ts.isConstructorDeclaration));
  const constructor = builder?.members.find(ts.isConstructorDeclaration);
  return {
    token: tokenOf(reading, declaration),
    opaque: declaration.getSourceFile().isDeclarationFile || isDeclaredUnseen(reading, declaration),
    bases,
    basesKnown,
    chain,
    methods: chain.flatMap((one) => one.members.flatMap(methodName)),
    needs: chain.flatMap((one) => one.members.flatMap((member) => readNeeds(reading, member))),
    constructorTypes: (constructor?.parameters ?? [])
      .filter(
        (parameter) =>
          parameter.initializer === undefined && parameter.questionToken === undefined && parameter.dotDotDotToken === undefined,
      )
      .map((parameter) => parameter.type?.getText() ?? parameter.name.getText()),
  };
}

/** True when a custom decorator or a call may declare the class in our place. */
function isDeclaredUnseen(reading: Reading, declaration: ts.ClassLikeDeclaration): boolean {
  const decorators = ts.getDecorators(declaration) ?? [];
  if (decorators.some(({ expression: one }) => sdkNameOf(reading, ts.isCallExpression(one) ? one.expression : one) !== undefined))
    return false;
  return decorators.length > 0 || isHandedOn(reading, declaration);
}

function readAncestors(reading: Reading, declaration: ts.ClassLikeDeclaration): Pick<ClassReading, 'chain' | 'bases' | 'basesKnown'> {
  const chain: ts.ClassLikeDeclaration[] = [];
  const bases: string[] = [];
  let current: ts.ClassLikeDeclaration | undefined = declaration;
  while (current !== undefined && !chain.includes(current)) {
    chain.push(current);
    const base: ts.Expression | undefined = current.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
      ?.expression;
    if (base === undefined) return { chain, bases, basesKnown: true };
    const sdkName = sdkNameOf(reading, base);
    if (sdkName !== undefined) return { chain, bases: [...bases, sdkName], basesKnown: true };
    const found = follow(reading, base);
    if (found?.kind !== 'declaration' || !ts.isClassLike(found.declaration)) return { chain, bases, basesKnown: false };
    current = found.declaration;
  }
  return { chain, bases, basesKnown: false };
}

function methodName(member: ts.ClassElement): readonly string[] {
  const isMethod =
    ts.isMethodDeclaration(member) ||
    (ts.isPropertyDeclaration(member) && member.initializer !== undefined && ts.isFunctionLike(member.initializer));
  return isMethod && ts.isIdentifier(member.name) ? [member.name.text] : [];
}

/** `inject(token)` runs while the instance is built: in field initialisers and the constructor, not in methods. */
function readNeeds(reading: Reading, member: ts.ClassElement): readonly Need[] {
  const root = ts.isPropertyDeclaration(member) ? member.initializer : ts.isConstructorDeclaration(member) ? member.body : undefined;
  const needs: Need[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.kind !== ts.SyntaxKind.Constructor) return;
    if (ts.isCallExpression(node) && sdkNameOf(reading, node.expression) === 'inject') {
      const [token] = node.arguments;
      if (token !== undefined) needs.push(readToken(reading, token));
    }
    ts.forEachChild(node, visit);
  };
  if (root !== undefined) visit(root);
  return needs;
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
