import { ts } from 'ts-morph';
import type { Need } from '../model/declarations.ts';
import { readAncestors } from './ancestors.ts';
import { calledFunction } from './called-function.ts';
import { follow, sdkNameOf } from './follow.ts';
import { readToken } from './read-token.ts';
import { forEachCertain, forEachUncaught } from './uncaught.ts';
import type { Reading } from './reading.ts';

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
export function injectedBy(reading: Reading, chain: Chain): readonly Need[] {
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
