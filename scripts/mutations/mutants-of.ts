import { ts } from 'ts-morph';

/** One change of a source that a test should notice. */
export interface Mutant {
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
  /** The whole file with the change. */
  readonly text: string;
}

/** Where a change is, and the whole expression or statement that it is part of. */
export interface Change {
  readonly whole: ts.Node;
  readonly start: number;
  readonly end: number;
  readonly becomes: string;
}

const opposites: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);

/** Every guard turned off and on, every comparison turned round, every call for its own sake left out. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const source = readSource(file, text);
  return changesOf(source).map(({ becomes, end, start }) => ({
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    was: text.slice(start, end),
    becomes,
    text: text.slice(0, start) + becomes + text.slice(end),
  }));
}

export const readSource = (file: string, text: string): ts.SourceFile => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** What {@link mutantsOf} does, as places; in its order. */
export function changesOf(source: ts.SourceFile): readonly Change[] {
  const found: Change[] = [];
  const add = (whole: ts.Node, changed: ts.Node, becomes: string): void =>
    void found.push({ whole, start: changed.getStart(source), end: changed.getEnd(), becomes });
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node)) for (const becomes of ['false', 'true']) add(node.expression, node.expression, becomes);
    if (ts.isConditionalExpression(node)) for (const becomes of ['false', 'true']) add(node.condition, node.condition, becomes);
    if (ts.isBinaryExpression(node)) {
      const opposite = opposites.get(node.operatorToken.kind);
      if (opposite !== undefined) add(node, node.operatorToken, opposite);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) add(node, node, node.operand.getText(source));
    if (ts.isExpressionStatement(node) && isDeed(node.expression, source)) add(node, node, ';');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A call with an effect: a check that throws, a write. Log lines decide nothing. */
function isDeed(expression: ts.Expression, source: ts.SourceFile): boolean {
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(called) || called.expression.kind === ts.SyntaxKind.SuperKeyword) return false;
  return !/\blogger\b/.test(called.expression.getText(source));
}
/** `size` of the items in an order of chance, the same one for the same seed: a larger sample begins with the smaller. */
export function sampleOf<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  let state = seed >>> 0;
  // A linear congruential generator (Numerical Recipes): nothing here is secret.
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return items
    .map((item) => ({ item, lot: next() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, size)
    .map(({ item }) => item);
}
