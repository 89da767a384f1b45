import { ts } from 'ts-morph';

/** One change of a source that a test should notice. */
export interface Mutant {
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
  /** The whole file with the change. */
  readonly text: string;
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

/** Every guard turned off and on, every comparison turned round. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const add = (node: ts.Node, becomes: string): void => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ line, was: text.slice(start, end), becomes, text: text.slice(0, start) + becomes + text.slice(end) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node)) for (const becomes of ['false', 'true']) add(node.expression, becomes);
    if (ts.isConditionalExpression(node)) for (const becomes of ['false', 'true']) add(node.condition, becomes);
    if (ts.isBinaryExpression(node)) {
      const opposite = opposites.get(node.operatorToken.kind);
      if (opposite !== undefined) add(node.operatorToken, opposite);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) add(node, node.operand.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
