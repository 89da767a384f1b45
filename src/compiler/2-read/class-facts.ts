import { ts } from 'ts-morph';
import type { ClassFacts, Need } from '../model/declarations.ts';
import { isHandedOn } from './changed-constants.ts';
import { follow, sdkNameOf } from './follow.ts';
import { type Reading, tokenOf } from './reading.ts';
import { calledFunction, forEachCertain, forEachUncaught, readToken } from './called-function.ts';

export interface ClassReading extends ClassFacts, Ancestors {
  readonly methods: readonly string[];
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
    needs: injectedBy(reading, chain),
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

function methodName(member: ts.ClassElement): readonly string[] {
  const isMethod =
    ts.isMethodDeclaration(member) ||
    (ts.isPropertyDeclaration(member) && member.initializer !== undefined && ts.isFunctionLike(member.initializer));
  return isMethod && ts.isIdentifier(member.name) ? [member.name.text] : [];
}

type Chain = readonly ts.ClassLikeDeclaration[];

/** The code that is read. */
interface Place {
  /** The class of `this`, and its ancestors. */
  readonly built: Chain;
  readonly forEach: typeof forEachUncaught;
}

/**
 * Tokens that are asked for with `inject()` while an instance is built: in field initialisers, the constructor, and in what these call or
 * build. A callback may run later.
 */
function injectedBy(reading: Reading, chain: Chain): readonly Need[] {
  const needs: Need[] = [];
  const seen = new Set<ts.Node>(chain);
  const visitClass = (built: Chain): void => {
    for (const member of built.flatMap(({ members }) => members)) {
      const place = { built, forEach: forEachUncaught };
      if (ts.isPropertyDeclaration(member)) visitParts([member.initializer], place);
      if (ts.isConstructorDeclaration(member)) visitFunction(member, place);
    }
  };
  const visitParts = (parts: readonly (ts.Node | undefined)[], place: Place): void => {
    for (const part of parts) if (part !== undefined) visit(part, place);
  };
  const visitFunction = ({ body, parameters }: ts.FunctionLikeDeclaration, place: Place): void =>
    visitParts([...parameters.map(({ initializer }) => initializer), body], place);
  const visitCall = (call: ts.CallExpression, built: Chain): void => {
    const [token] = call.arguments;
    if (sdkNameOf(reading, call.expression) === 'inject') {
      if (token !== undefined) needs.push(readToken(reading, token));
      return;
    }
    const called = calledFunction(reading, call.expression, built);
    if (called === undefined || seen.has(called.declaration)) return;
    seen.add(called.declaration);
    visitFunction(called.declaration, { built: called.keepsThis ? built : [], forEach: forEachCertain });
  };
  const visitNew = ({ expression }: ts.NewExpression): void => {
    const found = follow(reading, expression);
    if (found?.kind !== 'declaration' || !ts.isClassLike(found.declaration) || seen.has(found.declaration)) return;
    seen.add(found.declaration);
    visitClass(readAncestors(reading, found.declaration).chain);
  };
  const visit = (node: ts.Node, place: Place): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isCallExpression(node)) visitCall(node, place.built);
    if (ts.isNewExpression(node)) visitNew(node);
    place.forEach(node, (child) => visit(child, place));
  };
  visitClass(chain);
  return needs;
}

interface Ancestors {
  /** The class and its ancestors in the project, nearest first. */
  readonly chain: readonly ts.ClassLikeDeclaration[];
  /** SDK classes among the ancestors. */
  readonly bases: readonly string[];
  readonly basesKnown: boolean;
}

function readAncestors(reading: Reading, declaration: ts.ClassLikeDeclaration): Ancestors {
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
