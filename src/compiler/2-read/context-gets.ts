import { ts } from 'ts-morph';
import type { Need } from '../model/declarations.ts';
import { readToken } from './class-facts.ts';
import { functionOf } from './follow.ts';
import type { Reading } from './reading.ts';

/** Tokens that the methods of an entry class ask for with `this.get(token)`. */
export const getsOfClass = (reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): readonly Need[] =>
  chain.flatMap((declaration) => getsIn(reading, declaration, (node) => node.kind === ts.SyntaxKind.ThisKeyword));

/** Tokens that the handler of a builder asks for with `ctx.get(token)`, or with `get` taken from its context. */
export function getsOfHandler(reading: Reading, handler: ts.Expression | undefined): readonly Need[] {
  const declaration = handler === undefined ? undefined : functionOf(reading, handler);
  const context = declaration?.parameters[1]?.name;
  if (declaration?.body === undefined || context === undefined) return [];
  const name = ts.isIdentifier(context) ? context.text : undefined;
  const taken =
    ts.isObjectBindingPattern(context) && context.elements.some((one) => one.propertyName === undefined && one.name.getText() === 'get');
  if (taken) return getsIn(reading, declaration.body, undefined);
  return name === undefined ? [] : getsIn(reading, declaration.body, (node) => ts.isIdentifier(node) && node.text === name);
}

/** A failure inside of `try` may be what the author expects. */
function getsIn(reading: Reading, root: ts.Node, isContext: ((node: ts.Node) => boolean) | undefined): readonly Need[] {
  const found: Need[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTryStatement(node)) {
      for (const block of [node.catchClause?.block, node.finallyBlock]) if (block !== undefined) visit(block);
      return;
    }
    if (ts.isCallExpression(node) && isGet(node.expression, isContext)) {
      const [token] = node.arguments;
      if (token !== undefined) found.push(readToken(reading, token));
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function isGet(called: ts.Expression, isContext: ((node: ts.Node) => boolean) | undefined): boolean {
  if (isContext === undefined) return ts.isIdentifier(called) && called.text === 'get';
  return ts.isPropertyAccessExpression(called) && called.name.text === 'get' && isContext(called.expression);
}
