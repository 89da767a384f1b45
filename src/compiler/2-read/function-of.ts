import { ts } from 'ts-morph';
import { follow } from './follow.ts';
import type { Reading } from './reading.ts';

/** The function that an expression is or names; undefined when it cannot be seen. */
export function functionOf(reading: Reading, handler: ts.Expression): ts.FunctionLikeDeclaration | undefined {
  if (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)) return handler;
  const found = ts.isIdentifier(handler) ? follow(reading, handler) : undefined;
  if (found?.kind !== 'declaration') return undefined;
  if (ts.isFunctionDeclaration(found.declaration)) return found.declaration;
  const initializer = ts.isVariableDeclaration(found.declaration) ? found.declaration.initializer : undefined;
  return initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? initializer : undefined;
}
