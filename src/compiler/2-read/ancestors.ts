import { ts } from 'ts-morph';
import { follow, sdkNameOf } from './follow.ts';
import type { Reading } from './reading.ts';

export interface Ancestors {
  /** The class and its ancestors in the project, nearest first. */
  readonly chain: readonly ts.ClassLikeDeclaration[];
  /** SDK classes among the ancestors. */
  readonly bases: readonly string[];
  readonly basesKnown: boolean;
}

export function readAncestors(reading: Reading, declaration: ts.ClassLikeDeclaration): Ancestors {
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
