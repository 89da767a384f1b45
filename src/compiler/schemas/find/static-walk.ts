import { ts } from 'ts-morph';
import { functionOf } from '../../2-read/follow.ts';
import { bare, forEachValue, isWithin, rootOf } from './syntax.ts';
import { addCallback, type SchemaReading, type Walked } from './schema-reading.ts';
import { visitName } from './static-names.ts';
import { unfit, type Walk } from './walk.ts';
import {
  changingMembers,
  constantClasses,
  hasEffect,
  isFixedMoment,
  isFunctionField,
  isLocal,
  listsValue,
  takesEither,
  takesFunction,
} from './zod-calls.ts';

/** Follows an expression through constants and functions of the project, and gives the functions that it hands to zod their ids. */
export function walkStatic(schemas: SchemaReading, root: ts.Node): Walked & { readonly imports: readonly string[] } {
  const walk: Walk = { schemas, root, imports: new Set(), reached: new Set(), usesZod: false, problem: undefined };
  visit(walk, root);
  const { problem, reached, usesZod } = walk;
  return { usesZod, reached, imports: [...walk.imports], problem };
}

/** Syntax that means something else at each place or time. */
const bound = new Set([
  ts.SyntaxKind.ThisKeyword,
  ts.SyntaxKind.SuperKeyword,
  ts.SyntaxKind.MetaProperty,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.YieldExpression,
  ts.SyntaxKind.ImportKeyword,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.DeleteExpression,
]);

function visit(walk: Walk, node: ts.Node): void {
  if (walk.problem !== undefined) return;
  if (bound.has(node.kind)) return unfit(walk, node, 'is known only while the server runs');
  if (ts.isIdentifier(node)) return visitName(walk, node);
  if (ts.isPropertyAccessExpression(node)) return visitMember(walk, node);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return visit(walk, node.left);
  if (ts.isCallExpression(node)) return visitCall(walk, node);
  if (ts.isNewExpression(node)) return visitNew(walk, node);
  if (isChange(node)) return visitChange(walk, node);
  forEachValue(node, (child) => visit(walk, child));
}

type Change = ts.BinaryExpression | ts.PrefixUnaryExpression | ts.PostfixUnaryExpression;

function isChange(node: ts.Node): node is Change {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  }
  return (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  );
}

/** A function may change its own variables. */
function visitChange(walk: Walk, node: Change): void {
  const target = rootOf(ts.isBinaryExpression(node) ? node.left : node.operand);
  const symbol = walk.schemas.reading.checker.getSymbolAtLocation(target);
  const own = symbol?.valueDeclaration;
  if (own === undefined || !isWithin(own, walk.root)) return unfit(walk, node, 'changes something while the schema is made');
  forEachValue(node, (child) => visit(walk, child));
}

function visitMember(walk: Walk, node: ts.PropertyAccessExpression): void {
  if (changingMembers.has(`${node.expression.getText()}.${node.name.text}`)) return unfit(walk, node, 'differs from run to run');
  if (isLocal(node.name.text)) return unfit(walk, node, 'differs from machine to machine');
  const base = bare(node.expression);
  // Only a module's own name is followed by member; of an object, all of it has to be constant.
  if (ts.isIdentifier(base) && isNamespace(walk, base)) return visitName(walk, node);
  visit(walk, base);
}

const isNamespace = ({ schemas }: Walk, name: ts.Identifier): boolean => {
  const declaration = schemas.reading.checker.getSymbolAtLocation(name)?.declarations?.[0];
  return declaration !== undefined && ts.isNamespaceImport(declaration);
};

function visitNew(walk: Walk, node: ts.NewExpression): void {
  const name = node.expression.getText();
  const given = node.arguments ?? [];
  if (!constantClasses.has(name) && !(name === 'Date' && isMoment(given))) return unfit(walk, node, 'is known only while the server runs');
  for (const argument of given) visit(walk, argument);
}

/** A date without a zone would be one of the build machine's. */
function isMoment([first, ...rest]: readonly ts.Expression[]): boolean {
  if (first === undefined || rest.length > 0) return false;
  return ts.isNumericLiteral(first) || (ts.isStringLiteralLike(first) && isFixedMoment(first.text));
}

/** The last part of what is called: `min` of `z.string().min`. */
export const calledName = (callee: ts.Expression): string =>
  ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';

function visitCall(walk: Walk, call: ts.CallExpression): void {
  const callee = bare(call.expression);
  const method = calledName(callee);
  walk.schemas.calls.add(call);
  if (hasEffect(method)) return unfit(walk, call, 'has an effect beside the schema');
  visit(walk, callee);
  if (walk.problem !== undefined) return;
  // The project's own function decides itself what it does with its arguments.
  const own = ts.isIdentifier(callee) && functionOf(walk.schemas.reading, callee) !== undefined;
  for (const [location, argument] of call.arguments.entries()) {
    if (own) visit(walk, argument);
    else visitArgument(walk, argument, { method, location });
  }
}

function visitArgument(walk: Walk, argument: ts.Expression, { method, location }: { method: string; location: number }): void {
  const value = bare(argument);
  const isFunction = isFunctionExpression(walk, value);
  if (takesFunction(method, location) && !ts.isRegularExpressionLiteral(value)) return addCallback(walk.schemas, argument);
  if (takesEither(method) && isFunction) {
    if (listsValue(method)) visit(walk, argument);
    return addCallback(walk.schemas, argument);
  }
  if (ts.isObjectLiteralExpression(value) && !takesEither(method)) return visitFields(walk, value);
  visit(walk, argument);
  // A result may be a function too; anything else passes through its mark unchanged.
  if (isFunction || (takesEither(method) && mayBeFunction(value))) addCallback(walk.schemas, argument);
}

function visitFields(walk: Walk, object: ts.ObjectLiteralExpression): void {
  for (const property of object.properties) {
    if (ts.isMethodDeclaration(property) && isFunctionField(property.name.getText()))
      return unfit(walk, property.name, 'is written as a method; as a property with a function it can be compiled');
    if (!ts.isPropertyAssignment(property) || !isFunctionField(property.name.getText())) {
      visit(walk, property);
      continue;
    }
    const value = bare(property.initializer);
    const isFunction = isFunctionExpression(walk, value);
    if (!isFunction) visit(walk, property.initializer);
    if (isFunction || mayBeFunction(value)) addCallback(walk.schemas, property.initializer);
  }
}

/** A function, or the name of one in the project. */
const isFunctionExpression = ({ schemas }: Walk, value: ts.Expression): boolean =>
  ts.isArrowFunction(value) ||
  ts.isFunctionExpression(value) ||
  (ts.isIdentifier(value) && functionOf(schemas.reading, value) !== undefined);

const mayBeFunction = (value: ts.Expression): boolean =>
  ts.isIdentifier(value) || ts.isCallExpression(value) || ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value);
