import { ts } from 'ts-morph';
import { follow } from './follow.ts';
import type { Reading } from './reading.ts';

/** Members of a context that send something to the client before the result, or run something that may. */
const streaming = new Set([
  'progress',
  'notify',
  'elicit',
  'sample',
  'createMessage',
  'listRoots',
  'callTool',
  'notifyResourceUpdated',
  'notifyResourceListChanged',
  'notifyUpdated',
]);

/** Whether an entry class may open an event stream: it uses such a member, or hands `this` to code that might. */
export const classStreams = (chain: readonly ts.ClassLikeDeclaration[], basesKnown: boolean): boolean =>
  !basesKnown || chain.some((declaration) => declaration.members.some((member) => usesStream(member, isThis)));

const isThis = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.ThisKeyword;

/** As {@link classStreams} for the handler of a builder, whose last parameter is the context. */
export function handlerStreams(reading: Reading, handler: ts.Expression | undefined): boolean {
  const declaration = handler === undefined ? undefined : functionOf(reading, handler);
  if (declaration?.body === undefined) return true;
  return declaration.parameters.slice(1).some(({ name, dotDotDotToken }) => {
    if (dotDotDotToken !== undefined) return true;
    if (ts.isObjectBindingPattern(name)) {
      return name.elements.some(
        (element) => element.dotDotDotToken !== undefined || streaming.has((element.propertyName ?? element.name).getText()),
      );
    }
    if (!ts.isIdentifier(name)) return true;
    const isContext = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === name.text && !isPropertyName(node);
    return declaration.body !== undefined && usesStream(declaration.body, isContext);
  });
}

function functionOf(reading: Reading, handler: ts.Expression): ts.FunctionLikeDeclaration | undefined {
  if (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)) return handler;
  const found = ts.isIdentifier(handler) ? follow(reading, handler) : undefined;
  if (found?.kind !== 'declaration') return undefined;
  if (ts.isFunctionDeclaration(found.declaration)) return found.declaration;
  const initializer = ts.isVariableDeclaration(found.declaration) ? found.declaration.initializer : undefined;
  return initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? initializer : undefined;
}

const isPropertyName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

function usesStream(root: ts.Node, isContext: (node: ts.Node) => boolean): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found) return;
    if (isContext(node)) found = contextEscapes(node);
    else ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** `this.name` with a harmless name stays here; anything else could reach a streaming member unseen. */
function contextEscapes(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return streaming.has(parent.name.text);
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    return parent.name.elements.some(
      (element) => element.dotDotDotToken !== undefined || streaming.has((element.propertyName ?? element.name).getText()),
    );
  }
  return !ts.isParameter(parent);
}
