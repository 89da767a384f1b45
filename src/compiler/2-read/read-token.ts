import { ts } from 'ts-morph';
import type { Need } from '../model/declarations.ts';
import { follow, makesToken, sdkNameOf } from './follow.ts';
import { type Reading, spanOf, tokenOf } from './reading.ts';

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
