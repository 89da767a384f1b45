import { ts } from 'ts-morph';
import type { StaticProperty, StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import { alternativesOf, listedBy, memberOf, oneOf, withSpread } from './alternatives.ts';
import { returnedBy } from './called-function.ts';
import { readClass } from './class-facts.ts';
import { isChanged, isWrapper } from './changed-constants.ts';
import { type Followed, follow, isZodRooted, makesToken, sdkNameOf } from './follow.ts';
import { readBuilder, readDecorated } from './read-declaration.ts';
import { type Reading, spanOf, tokenOf } from './reading.ts';

/** Evaluates an expression; parts that the sources alone do not decide are `unknown`. */
export function evaluate(reading: Reading, expression: ts.Expression): StaticValue {
  if (reading.values.has(expression)) {
    // A constant that leads back to itself ends here.
    return reading.values.get(expression) ?? unknown(reading, expression);
  }
  reading.values.set(expression, undefined);
  const value = evaluateAny(reading, expression);
  reading.values.set(expression, value);
  return value;
}

function evaluateAny(reading: Reading, expression: ts.Expression): StaticValue {
  const span = spanOf(reading, expression);
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return evaluate(reading, expression.expression);
  if (ts.isNonNullExpression(expression) || ts.isTypeAssertionExpression(expression)) return evaluate(reading, expression.expression);
  if (ts.isStringLiteralLike(expression)) return { kind: 'literal', value: expression.text, span };
  if (ts.isNumericLiteral(expression)) return { kind: 'literal', value: Number(expression.text), span };
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true, span };
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false, span };
  if (expression.kind === ts.SyntaxKind.NullKeyword) return { kind: 'literal', value: null, span };
  if (ts.isVoidExpression(expression)) return nothing(span);
  if (ts.isTemplateExpression(expression)) return evaluateTemplate(reading, expression);
  if (ts.isObjectLiteralExpression(expression)) return evaluateObject(reading, expression);
  if (ts.isArrayLiteralExpression(expression)) return evaluateArray(reading, expression);
  if (ts.isArrowFunction(expression) || ts.isFunctionExpression(expression)) return evaluateFunction(reading, expression);
  if (ts.isPrefixUnaryExpression(expression)) return evaluatePrefix(reading, expression);
  if (ts.isBinaryExpression(expression)) return evaluateBinary(reading, expression);
  if (ts.isConditionalExpression(expression)) return evaluateConditional(reading, expression);
  if (ts.isClassExpression(expression)) return evaluateClass(reading, expression, expression);
  if (ts.isCallExpression(expression)) return evaluateCall(reading, expression);
  if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) return evaluateMember(reading, expression);
  if (ts.isIdentifier(expression)) return evaluateName(reading, expression);
  return byType(reading, expression);
}

function unknown(reading: Reading, expression: ts.Expression): StaticValue {
  const text = expression.getText();
  const because = leadsNowhere(reading, expression) ? 'unresolved' : 'computed';
  const broken = because === 'unresolved' ? brokenImport(reading, expression) : undefined;
  return {
    kind: 'unknown',
    text: text.length > 60 ? `${text.slice(0, 59)}…` : text,
    token: tokenOf(reading, expression),
    because,
    ...(makesToken(expression) ? { makesToken: true } : {}),
    ...(isScalar(reading.checker.getTypeAtLocation(expression)) ? { isScalar: true } : {}),
    broken: broken && spanOf(reading, broken),
    span: spanOf(reading, expression),
  };
}

const scalarFlags =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.Undefined | ts.TypeFlags.Null;

/** Texts, numbers and the like, or nothing. */
const isScalar = (type: ts.Type): boolean => (type.isUnion() ? type.types : [type]).every(({ flags }) => (flags & scalarFlags) !== 0);

function leadsNowhere(reading: Reading, expression: ts.Expression): boolean {
  if (!ts.isIdentifier(expression) && !ts.isPropertyAccessExpression(expression)) return false;
  const found = follow(reading, expression);
  return found === undefined || (found.kind === 'package' && found.declaration === undefined);
}

/** What the checker knows without evaluating: literal types, and unions of them. */
function byType(reading: Reading, expression: ts.Expression): StaticValue {
  const type = reading.checker.getTypeAtLocation(expression);
  const span = spanOf(reading, expression);
  const literals = (type.isUnion() ? type.types : [type]).map((one) => literalOfType(reading, one));
  if (literals.length === 0 || literals.includes(undefined)) return unknown(reading, expression);
  const values = literals.flatMap((literal): StaticValue[] =>
    literal === undefined ? [] : [{ kind: 'literal', value: literal.value, span }],
  );
  return oneOf(values, span);
}

function literalOfType(reading: Reading, type: ts.Type): { readonly value: string | number | boolean } | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return { value: type.value };
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return { value: reading.checker.typeToString(type) === 'true' };
  return undefined;
}

function evaluateTemplate(reading: Reading, expression: ts.TemplateExpression): StaticValue {
  let text = expression.head.text;
  for (const { expression: inner, literal } of expression.templateSpans) {
    const value = evaluate(reading, inner);
    if (value.kind !== 'literal') return unknown(reading, expression);
    text += `${String(value.value)}${literal.text}`;
  }
  return { kind: 'literal', value: text, span: spanOf(reading, expression) };
}

function evaluateObject(reading: Reading, expression: ts.ObjectLiteralExpression): StaticValue {
  const properties = new Map<string, StaticProperty>();
  let complete = true;
  for (const property of expression.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = evaluate(reading, property.expression);
      complete &&= withSpread(properties, spread);
      continue;
    }
    const name = propertyName(reading, property.name);
    if (name === undefined) {
      complete = false;
      continue;
    }
    properties.set(name, { name, nameSpan: spanOf(reading, property.name), value: evaluateProperty(reading, property) });
  }
  return { kind: 'object', properties: [...properties.values()], complete, span: spanOf(reading, expression) };
}

function evaluateProperty(reading: Reading, property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>): StaticValue {
  if (ts.isPropertyAssignment(property)) return evaluate(reading, property.initializer);
  if (ts.isShorthandPropertyAssignment(property)) return evaluate(reading, property.name);
  const span = spanOf(reading, property);
  if (ts.isMethodDeclaration(property)) return functionValue(reading, property, span);
  return { kind: 'unknown', text: property.name.getText(), token: tokenOf(reading, property), because: 'computed', span };
}

function propertyName(reading: Reading, name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  const value = evaluate(reading, name.expression);
  return value.kind === 'literal' ? String(value.value) : undefined;
}

function evaluateArray(reading: Reading, expression: ts.ArrayLiteralExpression): StaticValue {
  const items: StaticValue[] = [];
  const maybe: StaticValue[] = [];
  let complete = true;
  for (const element of expression.elements) {
    if (ts.isSpreadElement(element)) {
      const spread = evaluate(reading, element.expression);
      if (spread.kind === 'array') {
        items.push(...spread.items);
        maybe.push(...(spread.maybe ?? []));
      } else maybe.push(...listedBy(spread));
      complete &&= spread.kind === 'array' && spread.complete;
    } else items.push(evaluate(reading, element));
  }
  return { kind: 'array', items, ...(maybe.length > 0 ? { maybe } : {}), complete, span: spanOf(reading, expression) };
}

function functionValue(reading: Reading, node: ts.FunctionLikeDeclaration, span: Span): StaticValue & { readonly kind: 'function' } {
  const token = tokenOf(reading, node);
  reading.functions.set(token, node);
  return { kind: 'function', token, span };
}

function evaluateFunction(reading: Reading, expression: ts.ArrowFunction | ts.FunctionExpression): StaticValue {
  const base = functionValue(reading, expression, spanOf(reading, expression));
  // `inject: () => [A, B]` is read; other results are of no interest.
  let { body } = expression;
  while (ts.isParenthesizedExpression(body) || ts.isAsExpression(body) || ts.isSatisfiesExpression(body)) body = body.expression;
  return ts.isArrayLiteralExpression(body) ? { ...base, returns: evaluate(reading, body) } : base;
}

function evaluatePrefix(reading: Reading, expression: ts.PrefixUnaryExpression): StaticValue {
  const operand = evaluate(reading, expression.operand);
  const span = spanOf(reading, expression);
  if (operand.kind !== 'literal') return byType(reading, expression);
  if (expression.operator === ts.SyntaxKind.MinusToken) return { kind: 'literal', value: -Number(operand.value), span };
  if (expression.operator === ts.SyntaxKind.PlusToken) return { kind: 'literal', value: Number(operand.value), span };
  if (expression.operator === ts.SyntaxKind.ExclamationToken) return { kind: 'literal', value: !operand.value, span };
  return unknown(reading, expression);
}

function evaluateBinary(reading: Reading, expression: ts.BinaryExpression): StaticValue {
  const left = evaluate(reading, expression.left);
  const right = evaluate(reading, expression.right);
  const span = spanOf(reading, expression);
  const operator = expression.operatorToken.kind;
  const isChosen = choosing.get(operator);
  if (isChosen !== undefined) {
    if (left.kind === 'literal') return isChosen(left.value) ? right : left;
    const isAnd = operator === ts.SyntaxKind.AmpersandAmpersandToken;
    // A fallback of a variable says no more about it than the variable.
    if (left.kind === 'environment' && !isAnd) return { ...left, fallbacks: [...(left.fallbacks ?? []), right] };
    const kept = alternativesOf(left).filter((one) => one.kind !== 'literal' || !isChosen(one.value));
    // On the left of `&&` nothing that counts as true is left.
    return oneOf([...(isAnd ? kept.map((one) => (one.kind === 'literal' ? one : nothing(span))) : kept), right], span);
  }
  if (left.kind !== 'literal' || right.kind !== 'literal') return byType(reading, expression);
  const [a, b] = [left.value, right.value];
  if (operator === ts.SyntaxKind.PlusToken && (typeof a === 'string' || typeof b === 'string'))
    return { kind: 'literal', value: `${String(a)}${String(b)}`, span };
  if (typeof a !== 'number' || typeof b !== 'number') return byType(reading, expression);
  const result = arithmetic(operator, a, b);
  return result === undefined ? byType(reading, expression) : { kind: 'literal', value: result, span };
}

const nothing = (span: Span): StaticValue => ({ kind: 'literal', value: undefined, span });

type Scalar = Extract<StaticValue, { readonly kind: 'literal' }>['value'];

/** Operators whose left side decides whether the right side is the value. */
const choosing: ReadonlyMap<ts.SyntaxKind, (left: Scalar) => boolean> = new Map([
  [ts.SyntaxKind.QuestionQuestionToken, (left) => left === null || left === undefined],
  [ts.SyntaxKind.BarBarToken, (left) => !left],
  [ts.SyntaxKind.AmpersandAmpersandToken, Boolean],
]);

function arithmetic(operator: ts.SyntaxKind, a: number, b: number): number | undefined {
  if (operator === ts.SyntaxKind.PlusToken) return a + b;
  if (operator === ts.SyntaxKind.MinusToken) return a - b;
  if (operator === ts.SyntaxKind.AsteriskToken) return a * b;
  if (operator === ts.SyntaxKind.SlashToken) return a / b;
  return operator === ts.SyntaxKind.AsteriskAsteriskToken ? a ** b : undefined;
}

function evaluateConditional(reading: Reading, expression: ts.ConditionalExpression): StaticValue {
  const condition = evaluate(reading, expression.condition);
  const [whenTrue, whenFalse] = [evaluate(reading, expression.whenTrue), evaluate(reading, expression.whenFalse)];
  if (condition.kind === 'literal') return condition.value ? whenTrue : whenFalse;
  return oneOf([whenTrue, whenFalse], spanOf(reading, expression));
}

function evaluateCall(reading: Reading, call: ts.CallExpression): StaticValue {
  if (isZodRooted(reading, call)) return { kind: 'schema', span: spanOf(reading, call) };
  const built = readBuilder(reading, call);
  if (built !== undefined) return { kind: 'declaration', id: built.id, text: built.name, span: spanOf(reading, call) };
  const callee = call.expression;
  // Only types its argument.
  if (call.arguments[0] !== undefined && sdkNameOf(reading, callee) === 'AsyncProvider') return evaluate(reading, call.arguments[0]);
  if (!ts.isPropertyAccessExpression(callee)) return resultOf(reading, call);
  if (callee.expression.getText() === 'Object' && callee.name.text === 'freeze' && call.arguments[0] !== undefined)
    return evaluate(reading, call.arguments[0]);
  if (['esm', 'remote'].includes(callee.name.text) && sdkNameOf(reading, callee.expression) !== undefined)
    return { kind: 'unknown', text: callee.getText(), token: tokenOf(reading, call), because: 'remote', span: spanOf(reading, call) };
  if (callee.name.text !== 'init') return resultOf(reading, call);
  const owner = evaluate(reading, callee.expression);
  if (owner.kind !== 'declaration' && owner.kind !== 'class') return unknown(reading, call);
  return { ...owner, init: call.arguments.map((argument) => evaluate(reading, argument)), span: spanOf(reading, call) };
}

/** Options and lists that a function returns are alternatives, also where it has one end: what it was called with may decide more. */
function resultOf(reading: Reading, call: ts.CallExpression): StaticValue {
  const known = byType(reading, call);
  if (known.kind !== 'unknown' || known.isScalar === true) return known;
  const ends = returnedBy(reading, call.expression);
  const values = ends.flatMap((end) => (end === undefined ? [nothing(known.span)] : alternativesOf(evaluate(reading, end))));
  const isData = values.some(({ kind }) => kind === 'object' || kind === 'array');
  return isData && values.every(({ kind }) => data.has(kind)) ? { kind: 'one-of', values, span: known.span } : known;
}

const data: ReadonlySet<StaticValue['kind']> = new Set(['object', 'array', 'literal', 'environment', 'unknown']);

function evaluateMember(reading: Reading, expression: ts.PropertyAccessExpression | ts.ElementAccessExpression): StaticValue {
  if (expression.expression.getText() === 'process.env') {
    const name = ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : stringOf(evaluate(reading, expression.argumentExpression));
    return { kind: 'environment', variable: name, span: spanOf(reading, expression) };
  }
  if (ts.isPropertyAccessExpression(expression)) {
    const found = follow(reading, expression);
    if (found !== undefined) {
      const value = evaluateFollowed(reading, found, expression);
      if (value.kind !== 'unknown') return value;
    }
  }
  const owner = evaluate(reading, expression.expression);
  const key = ts.isPropertyAccessExpression(expression) ? expression.name.text : stringOf(evaluate(reading, expression.argumentExpression));
  return memberOf(owner, key, spanOf(reading, expression)) ?? byType(reading, expression);
}

const stringOf = (value: StaticValue): string | undefined => (value.kind === 'literal' ? String(value.value) : undefined);

function evaluateName(reading: Reading, name: ts.Identifier): StaticValue {
  if (name.text === 'undefined') return nothing(spanOf(reading, name));
  const found = follow(reading, name);
  return found === undefined ? unknown(reading, name) : evaluateFollowed(reading, found, name);
}

function evaluateFollowed(reading: Reading, found: Followed, expression: ts.Expression): StaticValue {
  const { declaration } = found;
  // How a package makes its tokens is its own business.
  if (declaration === undefined || isMadeByPackage(found)) return unknown(reading, expression);
  if (ts.isClassLike(declaration)) return evaluateClass(reading, declaration, expression);
  if (ts.isFunctionDeclaration(declaration)) return functionValue(reading, declaration, spanOf(reading, expression));
  if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && isConstant(declaration)) {
    return asHeld(reading, { value: evaluate(reading, declaration.initializer), root: declaration }, expression);
  }
  if (ts.isExportAssignment(declaration)) return at(reading, evaluate(reading, declaration.expression), expression);
  if (ts.isPropertyAssignment(declaration))
    return asHeld(reading, { value: evaluate(reading, declaration.initializer), root: constantAround(declaration) }, expression);
  return byType(reading, expression);
}

const isMadeByPackage = ({ declaration, kind }: Followed): boolean =>
  kind === 'package' &&
  declaration !== undefined &&
  ts.isVariableDeclaration(declaration) &&
  declaration.initializer !== undefined &&
  ts.isNewExpression(declaration.initializer);

/** The constant that an inner object or list belongs to. */
function constantAround(part: ts.Node): ts.VariableDeclaration | undefined {
  const { parent } = part;
  if (ts.isVariableDeclaration(parent)) return parent;
  const isInside =
    ts.isObjectLiteralElement(parent) || ts.isObjectLiteralExpression(parent) || ts.isArrayLiteralExpression(parent) || isWrapper(parent);
  return isInside ? constantAround(parent) : undefined;
}

interface Held {
  readonly value: StaticValue;
  readonly root: ts.VariableDeclaration | undefined;
}

/** What a constant holds, unless statements change it: the items of a list that is changed are some of those that it ends with. */
function asHeld(reading: Reading, { value, root }: Held, expression: ts.Expression): StaticValue {
  const isObject = value.kind === 'object' || value.kind === 'array' || value.kind === 'one-of';
  if (root === undefined || (!isObject && ts.isIdentifier(expression)) || !isChanged(reading, root)) return at(reading, value, expression);
  return value.kind === 'array' ? { ...value, complete: false } : unknown(reading, expression);
}

const isConstant = (declaration: ts.VariableDeclaration): boolean =>
  ts.isIdentifier(declaration.name) && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;

/** A scalar or a reference is reported where it is used; the inside of an object or a list where it is written. */
function at(reading: Reading, value: StaticValue, expression: ts.Expression): StaticValue {
  return value.kind === 'object' || value.kind === 'array' ? value : { ...value, span: spanOf(reading, expression) };
}

function evaluateClass(reading: Reading, declaration: ts.ClassLikeDeclaration, expression: ts.Expression): StaticValue {
  const span = spanOf(reading, expression);
  const decorated = readDecorated(reading, declaration);
  if (decorated !== undefined) return { kind: 'declaration', id: decorated.id, text: expression.getText(), span };
  const { token, opaque, bases, needs, constructorTypes } = readClass(reading, declaration);
  return {
    kind: 'class',
    name: declaration.name?.text ?? expression.getText(),
    class: { token, opaque, bases, needs, constructorTypes },
    span,
  };
}

/** The first broken import behind a name: a missing module, or a name that its module does not export. */
function brokenImport(reading: Reading, expression: ts.Expression): ts.Node | undefined {
  const declaration = ts.isIdentifier(expression) ? reading.checker.getSymbolAtLocation(expression)?.declarations?.[0] : undefined;
  return declaration === undefined ? undefined : breakIn(reading, declaration);
}

function breakIn(reading: Reading, link: ts.Declaration): ts.Node | undefined {
  const { checker } = reading;
  const specifier = specifierOf(link);
  if (specifier === undefined) {
    const local = ts.isExportSpecifier(link) ? checker.getExportSpecifierLocalTargetSymbol(link)?.declarations?.[0] : undefined;
    return local === undefined ? undefined : breakIn(reading, local);
  }
  const module = checker.getSymbolAtLocation(specifier);
  if (module === undefined) return specifier;
  const name = ts.isImportClause(link) ? 'default' : nameOf(link)?.text;
  if (name === undefined) return undefined;
  const next = checker.tryGetMemberInModuleExports(name, module)?.declarations?.[0];
  return next === undefined ? (nameOf(link) ?? link) : breakIn(reading, next);
}

function nameOf(link: ts.Declaration): ts.ModuleExportName | undefined {
  return ts.isImportSpecifier(link) || ts.isExportSpecifier(link) ? (link.propertyName ?? link.name) : undefined;
}

function specifierOf(link: ts.Declaration): ts.Expression | undefined {
  if (ts.isImportSpecifier(link)) return link.parent.parent.parent.moduleSpecifier;
  if (ts.isImportClause(link)) return link.parent.moduleSpecifier;
  return ts.isExportSpecifier(link) ? link.parent.parent.moduleSpecifier : undefined;
}
