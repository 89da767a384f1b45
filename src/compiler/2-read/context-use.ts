import { ts } from 'ts-morph';
import type { ClassReading } from './class-facts.ts';
import { sdkNameOf, functionOf } from './follow.ts';
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
  /** Names it takes from its context; undefined when it hands the context to code that could take any. */
  readonly contextMembers: readonly string[] | undefined;
}

/** What an entry class does with its context: which members it uses, or whether it hands `this` to code that might. */
export function useOfClass(
  reading: Reading,
  { basesKnown, chain }: Pick<ClassReading, 'basesKnown' | 'chain'>,
  options?: ts.Expression,
): ContextUse {
  // A decorator of the project can replace a method by another one, which gets the same `this`.
  const seen = basesKnown && chain.flatMap(decoratorsWithin).every((one) => isOurs(reading, one));
  const listers = chain.flatMap(({ members }) => members.filter(isLister)).map((method) => membersOfHandler(method, firstOf));
  return useOf(seen ? [...listers, membersOfListOption(reading, options)].reduce(union, membersUsed(chain, isThis)) : undefined);
}

const isUnnamed = ({ name }: ts.ObjectLiteralElementLike): boolean => name === undefined || ts.isComputedPropertyName(name);

/** `list(ctx)` of a template is given its object as an argument too. */
const isLister = (member: ts.ClassElement): member is ts.MethodDeclaration => ts.isMethodDeclaration(member) && isNamedList(member.name);

const isNamedList = (name: ts.PropertyName): boolean => (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === 'list';

/** The context members that the handler of a builder uses; its last parameter is the context. */
export const useOfHandler = (reading: Reading, handler: ts.Expression | undefined, options?: ts.Expression): ContextUse =>
  useOf(
    union(
      membersOfHandler(handler === undefined ? undefined : functionOf(reading, handler), allButFirst),
      membersOfListOption(reading, options),
    ),
  );

/** The context members that the option `list` of a template uses; its first parameter is the context. */
function membersOfListOption(reading: Reading, options: ts.Expression | undefined): Members {
  if (options === undefined) return new Set();
  if (!ts.isObjectLiteralExpression(options) || options.properties.some(isUnnamed)) return undefined;
  const list = options.properties.find(({ name }) => name !== undefined && isNamedList(name));
  if (list === undefined) return new Set();
  if (ts.isMethodDeclaration(list)) return membersOfHandler(list, firstOf);
  return ts.isPropertyAssignment(list) ? membersOfHandler(functionOf(reading, list.initializer), firstOf) : undefined;
}

/** A declaration that is no entry has no context. */
export const noContextUse: ContextUse = { streams: false, asks: false, contextMembers: [] };

/** Names of members; undefined when any member could be used. */
type Members = ReadonlySet<string> | undefined;

function useOf(members: Members): ContextUse {
  const uses = (some: ReadonlySet<string>): boolean => members === undefined || [...members].some((name) => some.has(name));
  return {
    streams: uses(streaming),
    asks: uses(asking),
    contextMembers: members === undefined ? undefined : [...members].sort(),
  };
}

const isThis = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword;

const decoratorsWithin = (declaration: ts.ClassLikeDeclaration): readonly ts.Decorator[] =>
  [declaration, ...declaration.members].flatMap((node) => (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []));

const isOurs = (reading: Reading, { expression }: ts.Decorator): boolean =>
  sdkNameOf(reading, ts.isCallExpression(expression) ? expression.expression : expression) !== undefined;

type Parameters = readonly ts.ParameterDeclaration[];

/** Parameters of a handler that are its context. */
const allButFirst = (parameters: Parameters): Parameters => parameters.slice(1);
const firstOf = (parameters: Parameters): Parameters => parameters.slice(0, 1);

function membersOfHandler(declaration: ts.FunctionLikeDeclaration | undefined, contextsOf: (all: Parameters) => Parameters): Members {
  const body = declaration?.body;
  if (declaration === undefined || body === undefined || mayBeReplaced(declaration)) return undefined;
  const { parameters } = declaration;
  // The default value of a parameter may use the parameters before it.
  const roots = [...parameters.flatMap(({ initializer, name }) => (initializer === undefined ? [name] : [name, initializer])), body];
  // An arrow function has no `arguments` of its own.
  if (!ts.isArrowFunction(declaration) && roots.some((root) => isWithin(root, isArguments))) return undefined;
  if (parameters.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) return undefined;
  let members: Members = new Set();
  for (const { name } of contextsOf(parameters)) {
    const isContext = (node: ts.Node): boolean =>
      ts.isIdentifier(node) && ts.isIdentifier(name) && node.text === name.text && !isPropertyName(node);
    if (ts.isArrayBindingPattern(name)) return undefined;
    members = union(members, union(membersUsed(roots, isContext), ts.isIdentifier(name) ? new Set() : boundNames(name)));
  }
  return members;
}

/** A function in a variable that can be reassigned. */
function mayBeReplaced({ parent }: ts.FunctionLikeDeclaration): boolean {
  return ts.isVariableDeclaration(parent) && (ts.getCombinedNodeFlags(parent) & ts.NodeFlags.Const) === 0;
}

/** `arguments` and `eval` reach every argument without its name. */
const isArguments = (node: ts.Node): boolean =>
  isEval(node) || (ts.isIdentifier(node) && node.text === 'arguments' && !isPropertyName(node));

const isWithin = (node: ts.Node, wanted: (node: ts.Node) => boolean): boolean =>
  wanted(node) || ts.forEachChild(node, (child) => isWithin(child, wanted) || undefined) === true;

const isPropertyName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

function membersUsed(roots: readonly ts.Node[], isContext: (node: ts.Node) => boolean): Members {
  let members: Members = new Set();
  const visit = (node: ts.Node): void => {
    if (members === undefined) return;
    if (isEval(node)) members = undefined;
    else if (isContext(node)) members = union(members, membersOf(node));
    else ts.forEachChild(node, visit);
  };
  for (const root of roots) visit(root);
  return members;
}

/** Code in `eval` can use every name in scope, `this` too. */
const isEval = (node: ts.Node): boolean => ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'eval';

const union = (one: Members, other: Members): Members =>
  one === undefined || other === undefined ? undefined : new Set([...one, ...other]);

/** Members used by one occurrence of the context: `this.name` uses one. Other expressions, except a parameter's own name and `super(…)`, could use any. */
function membersOf(node: ts.Node): Members {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return new Set([parent.name.text]);
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) return boundNames(parent.name);
  const harmless =
    (ts.isParameter(parent) && parent.name === node) || (node.kind === ts.SyntaxKind.SuperKeyword && ts.isCallExpression(parent));
  return harmless ? new Set() : undefined;
}

function boundNames({ elements }: ts.ObjectBindingPattern): Members {
  const names = new Set<string>();
  for (const { dotDotDotToken, name, propertyName = name } of elements) {
    if (dotDotDotToken !== undefined || !(ts.isIdentifier(propertyName) || ts.isStringLiteral(propertyName))) return undefined;
    names.add(propertyName.text);
  }
  return names;
}
