import { ts } from 'ts-morph';
import { functionOf } from './function-of.ts';
import type { Reading } from './reading.ts';

/** Members of a context that ask the client something, or run something that may. */
const asking = new Set(['elicit', 'sample', 'listRoots', 'callTool']);

/** Members of a context that send something to the client before the result, or run something that may. */
const streaming = new Set([
  ...asking,
  'progress',
  'notify',
  'notifyElicitationComplete',
  'notifyResourceUpdated',
  'notifyResourceListChanged',
  'notifyUpdated',
]);

/** What an entry's code may do towards its client: true as well when a helper could hide it. */
export interface ContextUse {
  /** May open an event stream. */
  readonly streams: boolean;
  /** May ask the client something. */
  readonly asks: boolean;
}

/** What an entry class does with its context: which members it uses, or whether it hands `this` to code that might. */
export function useOfClass(chain: readonly ts.ClassLikeDeclaration[], basesKnown: boolean): ContextUse {
  const reaches = (members: ReadonlySet<string>): boolean =>
    !basesKnown || chain.some((declaration) => declaration.members.some((member) => usesMember(member, isThis, members)));
  return { streams: reaches(streaming), asks: reaches(asking) };
}

const isThis = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.ThisKeyword;

/** As {@link useOfClass} for the handler of a builder, whose last parameter is the context. */
export function useOfHandler(reading: Reading, handler: ts.Expression | undefined): ContextUse {
  const declaration = handler === undefined ? undefined : functionOf(reading, handler);
  return { streams: handlerReaches(declaration, streaming), asks: handlerReaches(declaration, asking) };
}

function handlerReaches(declaration: ts.FunctionLikeDeclaration | undefined, members: ReadonlySet<string>): boolean {
  if (declaration?.body === undefined) return true;
  return declaration.parameters.slice(1).some(({ name, dotDotDotToken }) => {
    if (dotDotDotToken !== undefined) return true;
    if (ts.isObjectBindingPattern(name)) {
      return name.elements.some(
        (element) => element.dotDotDotToken !== undefined || members.has((element.propertyName ?? element.name).getText()),
      );
    }
    if (!ts.isIdentifier(name)) return true;
    const isContext = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === name.text && !isPropertyName(node);
    return declaration.body !== undefined && usesMember(declaration.body, isContext, members);
  });
}

const isPropertyName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

function usesMember(root: ts.Node, isContext: (node: ts.Node) => boolean, members: ReadonlySet<string>): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found) return;
    if (isContext(node)) found = contextEscapes(node, members);
    else ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** `this.name` with a harmless name stays here; anything else could reach such a member unseen. */
function contextEscapes(node: ts.Node, members: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return members.has(parent.name.text);
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    return parent.name.elements.some(
      (element) => element.dotDotDotToken !== undefined || members.has((element.propertyName ?? element.name).getText()),
    );
  }
  return !ts.isParameter(parent);
}
