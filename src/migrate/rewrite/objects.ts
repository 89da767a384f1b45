import { ts } from 'ts-morph';
import { bare } from '../trace/syntax.ts';

/** Looks up what the constants of a module hold. */
export type Constants = ReadonlyMap<string, ts.Expression>;

export function constantsOf(statements: readonly ts.Node[]): Constants {
  const found = new Map<string, ts.Expression>();
  for (const statement of statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { initializer, name } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined) found.set(name.text, bare(initializer));
  }
  return found;
}

/** The expression, or what the constant that it names holds. */
export function resolveConstant(constants: Constants, node: ts.Expression): ts.Expression {
  const expression = bare(node);
  const held = ts.isIdentifier(expression) ? constants.get(expression.text) : undefined;
  return held === undefined ? expression : resolveConstant(constants, held);
}

export function objectOf(constants: Constants, node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const value = resolveConstant(constants, node);
  return ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** The value of one property; a shorthand property is its name. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name === undefined || keyOf(property.name) !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

export const keyOf = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();

/** What the functions of an options object are written as, without the properties named. */
export function propertyTexts(object: ts.ObjectLiteralExpression, without: readonly string[] = []): readonly string[] {
  return object.properties.filter(({ name }) => name === undefined || !without.includes(keyOf(name))).map((property) => property.getText());
}
