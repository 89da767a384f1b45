import { ts } from 'ts-morph';
import type { ClassFacts } from '../model/declarations.ts';
import { readAncestors, type Ancestors } from './ancestors.ts';
import { isHandedOn } from './changed-constants.ts';
import { sdkNameOf } from './follow.ts';
import { injectedBy } from './injected.ts';
import { type Reading, tokenOf } from './reading.ts';

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
