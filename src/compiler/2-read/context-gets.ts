import { ts } from 'ts-morph';
import type { Need } from '../model/declarations.ts';
import { readToken } from './class-facts.ts';
import { functionOf } from './follow.ts';
import type { Reading } from './reading.ts';

/** How a piece of code calls `get` of its context. */
interface ContextCall {
  readonly isGet: (called: ts.Expression) => boolean;
  /** Below such a node the same words mean something else. */
  readonly rebinds: (node: ts.Node) => boolean;
}

/** Tokens that the methods of an entry class ask for with `this.get(token)`. */
export const getsOfClass = (reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): readonly Need[] =>
  chain.flatMap((declaration) =>
    getsIn(reading, declaration, {
      isGet: (called) => isMemberGet(called, (node) => node.kind === ts.SyntaxKind.ThisKeyword),
      rebinds: (node) => ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node) || (ts.isClassLike(node) && node !== declaration),
    }),
  );

/** Tokens that the handler of a builder asks for with `ctx.get(token)`, or with `get` taken from its context. */
export function getsOfHandler(reading: Reading, handler: ts.Expression | undefined): readonly Need[] {
  const declaration = handler === undefined ? undefined : functionOf(reading, handler);
  const context = declaration?.parameters[1]?.name;
  if (declaration?.body === undefined || context === undefined || ts.isArrayBindingPattern(context)) return [];
  if (ts.isIdentifier(context)) {
    const isContext = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === context.text;
    return getsIn(reading, declaration.body, { isGet: (called) => isMemberGet(called, isContext), rebinds: takesParameter(context.text) });
  }
  const takesGet = context.elements.some(({ name, propertyName }) => propertyName === undefined && name.getText() === 'get');
  const isGet = (called: ts.Expression): boolean => ts.isIdentifier(called) && called.text === 'get';
  return takesGet ? getsIn(reading, declaration.body, { isGet, rebinds: takesParameter('get') }) : [];
}

const isMemberGet = (called: ts.Expression, isContext: (node: ts.Node) => boolean): boolean =>
  ts.isPropertyAccessExpression(called) && called.name.text === 'get' && isContext(called.expression);

const takesParameter =
  (name: string) =>
  (node: ts.Node): boolean =>
    ts.isFunctionLike(node) && node.parameters.some((parameter) => ts.isIdentifier(parameter.name) && parameter.name.text === name);

/** A failure inside of `try` may be what the author expects. */
function getsIn(reading: Reading, root: ts.Node, { isGet, rebinds }: ContextCall): readonly Need[] {
  const found: Need[] = [];
  const visit = (node: ts.Node): void => {
    if (rebinds(node)) return;
    if (ts.isTryStatement(node)) {
      for (const block of [node.catchClause?.block, node.finallyBlock]) if (block !== undefined) visit(block);
      return;
    }
    if (ts.isCallExpression(node) && isGet(node.expression)) {
      const [token] = node.arguments;
      if (token !== undefined) found.push(readToken(reading, token));
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
