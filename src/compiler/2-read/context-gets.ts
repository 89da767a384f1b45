import { ts } from 'ts-morph';
import type { Need } from '../model/declarations.ts';
import { calledFunction } from './called-function.ts';
import { functionOf } from './follow.ts';
import { readToken } from './read-token.ts';
import type { Reading } from './reading.ts';
import { forEachCertain, forEachUncaught } from './uncaught.ts';

/** How a piece of code calls `get` of its context. */
interface ContextCall {
  readonly isGet: (called: ts.Expression) => boolean;
  /** The context itself, which a call may hand on; absent where only its `get` has a name. */
  readonly isContext?: (node: ts.Node) => boolean;
  /** Below such a node the same words mean something else. */
  readonly rebinds: (node: ts.Node) => boolean;
}

interface SearchedCall extends ContextCall {
  readonly forEach: typeof forEachUncaught;
}

/** Tokens that the methods of an entry class ask for with `this.get(token)`. */
export function getsOfClass(reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): readonly Need[] {
  const search = new GetSearch(reading);
  for (const declaration of chain)
    search.visit(declaration, {
      isGet: (called) => isMemberGet(called, isThis),
      isContext: isThis,
      forEach: forEachUncaught,
      rebinds: (node) => ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node) || (ts.isClassLike(node) && node !== declaration),
    });
  return search.found;
}

/** Tokens that the handler of a builder asks for with `ctx.get(token)`, or with `get` taken from its context. */
export function getsOfHandler(reading: Reading, handler: ts.Expression | undefined): readonly Need[] {
  const declaration = handler === undefined ? undefined : functionOf(reading, handler);
  const search = new GetSearch(reading);
  if (declaration !== undefined) search.visitFunction(declaration, 1);
  return search.found;
}

const isThis = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.ThisKeyword;

const isMemberGet = (called: ts.Expression, isContext: (node: ts.Node) => boolean): boolean =>
  ts.isPropertyAccessExpression(called) && called.name.text === 'get' && isContext(called.expression);

const takesParameter =
  (name: string) =>
  (node: ts.Node): boolean =>
    ts.isFunctionLike(node) && node.parameters.some((parameter) => ts.isIdentifier(parameter.name) && parameter.name.text === name);

/** How a function calls `get` of the context that one of its parameters is. */
function contextCallOf(context: ts.BindingName): ContextCall | undefined {
  if (ts.isIdentifier(context)) {
    const isContext = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === context.text;
    return { isGet: (called) => isMemberGet(called, isContext), isContext, rebinds: takesParameter(context.text) };
  }
  const takesGet =
    ts.isObjectBindingPattern(context) &&
    context.elements.some(({ name, propertyName }) => propertyName === undefined && name.getText() === 'get');
  return takesGet ? { isGet: (called) => ts.isIdentifier(called) && called.text === 'get', rebinds: takesParameter('get') } : undefined;
}

/** Looks into code and into the functions of the project that it hands its context to, outside of `try`. */
class GetSearch {
  readonly found: Need[] = [];
  readonly #reading: Reading;
  readonly #seen = new Set<ts.Node>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** @param at the parameter that is the context */
  visitFunction({ body, parameters }: ts.FunctionLikeDeclaration, at: number, isCalled = false): void {
    const context = parameters[at]?.name;
    const call = context === undefined || body === undefined || this.#seen.has(context) ? undefined : contextCallOf(context);
    if (context === undefined || body === undefined || call === undefined) return;
    this.#seen.add(context);
    this.visit(body, { ...call, forEach: isCalled ? forEachCertain : forEachUncaught });
  }

  readonly visit = (node: ts.Node, call: SearchedCall): void => {
    if (call.rebinds(node)) return;
    if (ts.isCallExpression(node)) this.#visitCall(node, call);
    call.forEach(node, (child) => this.visit(child, call));
  };

  #visitCall(node: ts.CallExpression, { isContext, isGet }: ContextCall): void {
    const [token] = node.arguments;
    if (isGet(node.expression) && token !== undefined) this.found.push(readToken(this.#reading, token));
    const at = isContext === undefined ? -1 : node.arguments.findIndex(isContext);
    const called = at === -1 ? undefined : calledFunction(this.#reading, node.expression, []);
    if (called !== undefined) this.visitFunction(called.declaration, at, true);
  }
}
