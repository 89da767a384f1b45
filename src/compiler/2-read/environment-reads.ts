import { ts } from 'ts-morph';
import type { EnvironmentSources } from '../model/environment-sources.ts';
import type { Span } from '../model/span.ts';
import { type Reading, spanOf } from './reading.ts';

interface Found {
  readonly reading: Reading;
  readonly reads: Map<string, { readonly span: Span; readonly atTop: boolean }>;
  readonly values: Map<string, Set<string>>;
  /** Variable by the name of a constant that holds it. */
  readonly constants: Map<string, string>;
  whole: Span | undefined;
}

/** Variables that the project's files read, with their spans and the texts they are compared with. */
export function readEnvironment(reading: Reading, files: readonly ts.SourceFile[]): EnvironmentSources {
  const found: Found = { reading, reads: new Map(), values: new Map(), constants: new Map(), whole: undefined };
  if (files.some(({ text }) => text.includes('process'))) {
    for (const file of files) if (file.text.includes('env')) walk(file, true, (node, atTop) => noteRead(found, node, atTop));
    if (found.reads.size > 0) for (const file of files) walk(file, true, (node) => noteComparison(found, node));
  }
  return {
    reads: new Map([...found.reads].map(([name, { span }]) => [name, span])),
    whole: found.whole,
    values: new Map([...found.values].map(([name, values]) => [name, [...values]])),
  };
}

function walk(node: ts.Node, atTop: boolean, visit: (node: ts.Node, atTop: boolean) => void): void {
  visit(node, atTop);
  const inner = atTop && !ts.isFunctionLike(node);
  ts.forEachChild(node, (child) => walk(child, inner, visit));
}

const isEnvironment = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === 'env' &&
  (isName(node.expression, 'process') ||
    // globalThis.process.env
    (ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'process'));

const isName = (node: ts.Node, text: string): boolean => ts.isIdentifier(node) && node.text === text;

/** `process.env.NAME` and `process.env['NAME']`. */
function variableOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) return node.name.text;
  if (ts.isElementAccessExpression(node) && isEnvironment(node.expression) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text;
  return undefined;
}

function noteRead(found: Found, node: ts.Node, atTop: boolean): void {
  const name = variableOf(node);
  if (name !== undefined) {
    noteName(found, name, { node, atTop });
    const holder = holderOf(node);
    if (holder !== undefined) found.constants.set(holder, name);
    return;
  }
  if (!isEnvironment(node) || variableOf(node.parent) !== undefined) return;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    for (const element of parent.name.elements) {
      const key = element.propertyName ?? element.name;
      if (!ts.isIdentifier(key) || element.dotDotDotToken !== undefined) continue;
      noteName(found, key.text, { node: element, atTop });
      if (ts.isIdentifier(element.name)) found.constants.set(element.name.text, key.text);
    }
    return;
  }
  if (atTop || found.whole === undefined) found.whole = spanOf(found.reading, node);
}

function noteName(found: Found, name: string, { node, atTop }: { readonly node: ts.Node; readonly atTop: boolean }): void {
  const known = found.reads.get(name);
  if (known === undefined || (atTop && !known.atTop)) found.reads.set(name, { span: spanOf(found.reading, node), atTop });
}

/** The constant that is given the variable, with or without something in its stead: `const mode = process.env.MODE ?? 'a'`. */
function holderOf(node: ts.Node): string | undefined {
  for (let at = node.parent; ; at = at.parent) {
    if (ts.isVariableDeclaration(at)) return ts.isIdentifier(at.name) ? at.name.text : undefined;
    if (!ts.isBinaryExpression(at) && !ts.isParenthesizedExpression(at) && !ts.isAsExpression(at) && !ts.isNonNullExpression(at))
      return undefined;
  }
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
]);

function noteComparison(found: Found, node: ts.Node): void {
  if (ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)) {
    noteValues(found, node.left, [node.right]);
    noteValues(found, node.right, [node.left]);
  } else if (ts.isSwitchStatement(node))
    noteValues(
      found,
      node.expression,
      node.caseBlock.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? [clause.expression] : [])),
    );
  else if (ts.isCallExpression(node) && node.arguments[0] !== undefined && ts.isPropertyAccessExpression(node.expression)) {
    const list = node.expression.expression;
    if (node.expression.name.text === 'includes' && ts.isArrayLiteralExpression(list)) noteValues(found, node.arguments[0], list.elements);
  } else if (ts.isElementAccessExpression(node)) {
    const table = found.reading.evaluate(node.expression);
    const keys = table.kind === 'object' ? table.properties.map(({ name }) => name) : [];
    if (keys.length > 0) noteTexts(found, node.argumentExpression, keys);
  }
}

const noteValues = (found: Found, expression: ts.Expression, values: readonly ts.Expression[]): void =>
  noteTexts(
    found,
    expression,
    values.flatMap((value) => (ts.isStringLiteralLike(value) ? [value.text] : [])),
  );

function noteTexts(found: Found, expression: ts.Expression, texts: readonly string[]): void {
  const name = texts.length === 0 ? undefined : heldBy(found, expression);
  if (name === undefined) return;
  const values = found.values.get(name) ?? new Set();
  for (const text of texts) values.add(text);
  found.values.set(name, values);
}

/** The variable behind an expression: itself, a constant that holds it, or either with methods called on it. */
function heldBy({ constants }: Found, expression: ts.Expression): string | undefined {
  let at = expression;
  for (;;) {
    const name = variableOf(at);
    if (name !== undefined) return name;
    if (ts.isIdentifier(at)) return constants.get(at.text);
    if (ts.isBinaryExpression(at)) at = at.left;
    else if (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at) || ts.isParenthesizedExpression(at)) at = at.expression;
    else if (ts.isNonNullExpression(at) || ts.isAsExpression(at)) at = at.expression;
    else return undefined;
  }
}
