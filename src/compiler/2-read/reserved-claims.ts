import { isReservedClaim } from '@service/sdk/model';
import { ts } from 'ts-morph';
import type { ReservedClaim, StaticValue } from '../model/declarations.ts';
import { follow } from './follow.ts';
import { type Reading, spanOf } from './reading.ts';

const memberOf = (value: StaticValue | undefined, name: string): StaticValue | undefined =>
  value?.kind === 'object' ? value.properties.find((property) => property.name === name)?.value : undefined;

/** Claims in object literals that `auth.authenticate` returns and the server drops. */
export function reservedClaimsOf(reading: Reading, options: StaticValue): readonly ReservedClaim[] {
  const authenticate = memberOf(memberOf(options, 'auth'), 'authenticate');
  const node = authenticate?.kind === 'function' ? reading.functions.get(authenticate.token) : undefined;
  const found: ReservedClaim[] = [];
  const visit = (part: ts.Node): void => {
    if (ts.isObjectLiteralExpression(part) && isResult(part)) found.push(...claimsIn(reading, part));
    ts.forEachChild(part, visit);
  };
  if (node?.body !== undefined) visit(node.body);
  return found;
}

/** `{ ok: true, … }` */
const isResult = ({ properties }: ts.ObjectLiteralExpression): boolean => properties.some((property) => property.name?.getText() === 'ok');

function claimsIn(reading: Reading, result: ts.ObjectLiteralExpression): readonly ReservedClaim[] {
  const claims = result.properties.find((property) => property.name?.getText() === 'claims');
  if (claims === undefined) return [];
  const written = ts.isPropertyAssignment(claims)
    ? literalBehind(reading, claims.initializer)
    : ts.isShorthandPropertyAssignment(claims)
      ? literalBehind(reading, claims.name)
      : undefined;
  return (written?.properties ?? []).flatMap(({ name }) =>
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && isReservedClaim(name.text)
      ? [{ name: name.text, span: spanOf(reading, name) }]
      : [],
  );
}

function literalBehind(reading: Reading, expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  const found = ts.isIdentifier(expression) ? follow(reading, expression) : undefined;
  const initializer =
    found?.kind === 'declaration' && ts.isVariableDeclaration(found.declaration) ? found.declaration.initializer : undefined;
  return initializer !== undefined && ts.isObjectLiteralExpression(initializer) ? initializer : undefined;
}
