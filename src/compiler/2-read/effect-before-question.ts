import { ts } from 'ts-morph';
import type { Span } from '../model/span.ts';
import { functionOf } from './follow.ts';
import { type Reading, spanOf } from './reading.ts';

const asking = new Set(['elicit', 'sample', 'listRoots']);

/** Members whose call may be repeated: they report, measure or wait. */
const harmless = new Set(['progress', 'notify', 'mark', 'logger', 'context']);

/** An awaited call with an unused result before the first question in a class's `execute`: it was made for its effect. */
export function effectInClass(reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): Span | undefined {
  const execute = chain.flatMap(({ members }) => [...members]).find((member) => member.name?.getText() === 'execute');
  const body = execute !== undefined && ts.isMethodDeclaration(execute) ? execute.body : undefined;
  return body === undefined ? undefined : findEffect(reading, body, (node) => node.kind === ts.SyntaxKind.ThisKeyword);
}

/** The first effect before a question in the handler of a builder. */
export function effectInHandler(reading: Reading, handler: ts.Expression | undefined): Span | undefined {
  const declaration = handler === undefined ? undefined : functionOf(reading, handler);
  const context = declaration?.parameters.at(-1)?.name;
  if (declaration?.body === undefined || context === undefined || !ts.isIdentifier(context)) return undefined;
  return findEffect(reading, declaration.body, (node) => ts.isIdentifier(node) && node.text === context.text);
}

/** Visits nodes in source order, which is running order within one function. Inner functions may run at any time. */
function findEffect(reading: Reading, body: ts.Node, isContext: (node: ts.Node) => boolean): Span | undefined {
  let effect: ts.Node | undefined;
  let asks = false;
  const memberOf = (call: ts.CallExpression): string | undefined => {
    let target: ts.Expression = call.expression;
    while (ts.isPropertyAccessExpression(target)) {
      if (isContext(target.expression)) return target.name.text;
      target = target.expression;
    }
    return undefined;
  };
  const visit = (node: ts.Node): void => {
    if (asks || ts.isFunctionLike(node)) return;
    if (ts.isCallExpression(node) && asking.has(memberOf(node) ?? '')) {
      asks = true;
      return;
    }
    const discarded = ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression) ? node.expression.expression : undefined;
    ts.forEachChild(node, visit);
    if (asks || effect !== undefined || discarded === undefined || !ts.isCallExpression(discarded)) return;
    if (!harmless.has(memberOf(discarded) ?? '')) effect = discarded;
  };
  visit(body);
  return asks && effect !== undefined ? spanOf(reading, effect) : undefined;
}
