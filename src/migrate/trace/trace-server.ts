import { ts } from 'ts-morph';
import { lineOfNode, type SourceModule } from '../read/source-module.ts';
import type { FoundServer } from './find-servers.ts';
import { bare, bodyOf, declaredFunction, referencesOf, rootCall, walk, type DeclaredFunction } from './syntax.ts';
import type { EntryKind, Registration, RequestHandler, SetupFunction, TracedServer } from './traced.ts';
import type { Finding } from '../findings.ts';

const registering: Readonly<Record<string, EntryKind>> = {
  registerTool: 'tool',
  tool: 'tool',
  registerResource: 'resource',
  resource: 'resource',
  registerPrompt: 'prompt',
  prompt: 'prompt',
};

interface Tracing {
  readonly modules: ReadonlyMap<string, SourceModule>;
  readonly registrations: Registration[];
  readonly handlers: RequestHandler[];
  readonly setup: SetupFunction[];
  readonly names: Map<string, Set<string>>;
  readonly left: Finding[];
}

/** Follows the server from where it is made through every function that fills or starts it, in the order in which they run. */
export function traceServer(found: FoundServer, modules: readonly SourceModule[]): TracedServer {
  const tracing: Tracing = {
    modules: new Map(modules.map((module) => [module.file, module])),
    registrations: [],
    handlers: [],
    setup: [],
    names: new Map(),
    left: [],
  };
  nameServer(tracing, found);
  const factory = functionAround(found.construction);
  if (factory === undefined) traceStatements(tracing, found.module, found.module.tree.statements);
  else enterFunction(tracing, { module: found.module, declared: factory }, undefined);
  reportUnreached(tracing);
  return { ...found, ...tracing };
}

/** The variable that holds the server. */
function nameServer({ names }: Tracing, { construction, module }: FoundServer): void {
  let holder: ts.Node = construction.parent;
  while (ts.isAsExpression(holder) || ts.isParenthesizedExpression(holder)) holder = holder.parent;
  const name = ts.isVariableDeclaration(holder) ? holder.name.getText() : ts.isBinaryExpression(holder) ? holder.left.getText() : undefined;
  if (name !== undefined) names.set(module.file, new Set([name]));
}

function functionAround(node: ts.Node): ReturnType<typeof declaredFunction> {
  let statement: ts.Node = node;
  while (!ts.isSourceFile(statement.parent)) statement = statement.parent;
  const declared = declaredFunction(statement as ts.Statement);
  return declared !== undefined && node.pos >= declared.node.pos ? declared : undefined;
}

function traceStatements(tracing: Tracing, module: SourceModule, statements: readonly ts.Statement[]): void {
  for (const statement of statements) traceStatement(tracing, module, statement);
}

function traceStatement(tracing: Tracing, module: SourceModule, statement: ts.Statement): void {
  if (ts.isTryStatement(statement)) return traceStatements(tracing, module, statement.tryBlock.statements);
  if (ts.isBlock(statement)) return traceStatements(tracing, module, statement.statements);
  const call = statementCall(statement);
  if (call === undefined || !traceCall(tracing, { module, call, statement })) reportNested(tracing, module, statement);
}

/** The call that a statement is, or whose result it keeps. */
function statementCall(statement: ts.Statement): ts.CallExpression | undefined {
  if (ts.isExpressionStatement(statement)) {
    const expression = bare(statement.expression);
    if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken) return rootCall(expression.right);
    return rootCall(expression);
  }
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration, ...more] = statement.declarationList.declarations;
  return declaration?.initializer === undefined || more.length > 0 ? undefined : rootCall(declaration.initializer);
}

interface TracedCall {
  readonly module: SourceModule;
  readonly call: ts.CallExpression;
  readonly statement: ts.Statement;
}

/** @returns whether the call is one that this file knows what to do with */
function traceCall(tracing: Tracing, { call, module, statement }: TracedCall): boolean {
  const callee = bare(call.expression);
  if (ts.isPropertyAccessExpression(callee) && isServer(tracing, module, callee.expression)) {
    const kind = registering[callee.name.text];
    if (kind !== undefined) tracing.registrations.push({ kind, module, call, statement, name: literalText(module, call.arguments[0]) });
    else if (callee.name.text === 'setRequestHandler')
      tracing.handlers.push({ schema: call.arguments[0]?.getText() ?? '', module, call, statement });
    else return false;
    return true;
  }
  if (!ts.isIdentifier(callee)) return false;
  const location = findFunction(tracing.modules, module, callee.text);
  if (location === undefined) return false;
  const fills = call.arguments.some((argument) => isServer(tracing, module, argument));
  if (!fills && !usesServer(tracing, location)) return false;
  enterFunction(tracing, location, { call, module });
  return true;
}

interface Caller {
  readonly call: ts.CallExpression;
  readonly module: SourceModule;
}

function enterFunction(tracing: Tracing, location: FunctionLocation, caller: Caller | undefined): void {
  const { declared, module } = location;
  const known = tracing.setup.find((setup) => setup.module === module && setup.declared.node === declared.node);
  if (known !== undefined) {
    const line = caller === undefined ? lineOfNode(declared.node) : lineOfNode(caller.call);
    tracing.left.push({
      file: caller?.module.path ?? module.path,
      line,
      message: `${declared.name}() is called more than once; its entries were moved once`,
      hint: 'Write the entries of the other calls by hand',
    });
    return;
  }
  const parameters = new Map<string, string>();
  declared.node.parameters.forEach((parameter, index) => {
    const given = caller?.call.arguments[index];
    if (given === undefined || !ts.isIdentifier(parameter.name) || caller === undefined) return;
    if (isServer(tracing, caller.module, given)) addName(tracing, module, parameter.name.text);
    else if (ts.isIdentifier(given) && caller.module === module) parameters.set(parameter.name.text, given.text);
    else if (mentions(declared.node.body, parameter.name.text))
      tracing.left.push({
        file: module.path,
        line: lineOfNode(parameter),
        message: `${declared.name}() takes \`${parameter.name.text}\` from a module that it cannot be taken from`,
        hint: `Declare \`${parameter.name.text}\` at the top of the migrated module`,
      });
  });
  tracing.setup.push({ module, declared, parameters });
  traceStatements(tracing, module, bodyOf(declared.node));
}

const mentions = (node: ts.Node | undefined, name: string): boolean => node !== undefined && referencesOf(node).has(name);

function addName({ names }: Tracing, module: SourceModule, name: string): void {
  const known = names.get(module.file) ?? new Set<string>();
  names.set(module.file, known.add(name));
}

/** `server`, or the low-level server inside of it: `server.server`. */
function isServer(tracing: Tracing, module: SourceModule, node: ts.Expression): boolean {
  const expression = bare(node);
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'server')
    return isServer(tracing, module, expression.expression);
  return ts.isIdentifier(expression) && tracing.names.get(module.file)?.has(expression.text) === true;
}

/** A function without the server among its arguments that reaches it from around: `main`. */
function usesServer(tracing: Tracing, { declared, module }: FunctionLocation): boolean {
  const names = tracing.names.get(module.file);
  if (names === undefined) return false;
  let uses = false;
  for (const statement of bodyOf(declared.node))
    walk(statement, (node) => {
      if (!ts.isCallExpression(node)) return;
      const callee = bare(node.expression);
      const isMember = ts.isPropertyAccessExpression(callee) && isServer(tracing, module, callee.expression);
      if (isMember && (callee.name.text === 'connect' || registering[callee.name.text] !== undefined)) uses = true;
      if (ts.isIdentifier(callee) && node.arguments.some((argument) => isServer(tracing, module, argument))) uses = true;
    });
  return uses;
}

/** Registrations inside a condition, a loop or a callback are decided while the server runs. */
function reportNested(tracing: Tracing, module: SourceModule, statement: ts.Statement): void {
  const declared = declaredFunction(statement);
  if (declared !== undefined) return;
  walk(statement, (node) => {
    const problem = unmovable(tracing, module, node);
    if (problem !== undefined) tracing.left.push({ file: module.path, line: lineOfNode(node), ...problem, hint: nestedHint(statement) });
  });
}

function unmovable(tracing: Tracing, module: SourceModule, node: ts.Node): Pick<Finding, 'message'> | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const callee = bare(node.expression);
  if (ts.isPropertyAccessExpression(callee) && isServer(tracing, module, callee.expression)) {
    const kind = registering[callee.name.text];
    if (kind !== undefined)
      return {
        message: `The ${kind} ${literalText(module, node.arguments[0]) ?? '(its name is computed)'} is registered ${whereNested(node)}`,
      };
    return callee.name.text === 'setRequestHandler' ? { message: `A request handler is set ${whereNested(node)}` } : undefined;
  }
  if (!ts.isIdentifier(callee) || !node.arguments.some((argument) => isServer(tracing, module, argument))) return undefined;
  if (findFunction(tracing.modules, module, callee.text) === undefined) return undefined;
  return { message: `${callee.text}() registers entries ${whereNested(node)}` };
}

function whereNested(node: ts.Node): string {
  for (let outer: ts.Node = node.parent; !ts.isSourceFile(outer); outer = outer.parent) {
    if (ts.isIfStatement(outer) || ts.isSwitchStatement(outer) || ts.isConditionalExpression(outer)) return 'under a condition';
    if (ts.isIterationStatement(outer, false)) return 'in a loop';
    if (ts.isFunctionLike(outer)) return 'while the server runs';
  }
  return 'in a way that is not read';
}

const nestedHint = (statement: ts.Statement): string =>
  ts.isIterationStatement(statement, false)
    ? 'Write each entry of the loop as a declaration of its own'
    : 'Declare it, and hide it with `availableWhen` or a plugin that filters entries';

/** The text of a literal, or of a constant of the module that is one. */
function literalText(module: SourceModule, node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isIdentifier(node)) return undefined;
  let value: string | undefined;
  walk(module.tree, (inner) => {
    if (ts.isVariableDeclaration(inner) && inner.name.getText() === node.text && inner.initializer !== undefined)
      value = literalText(module, inner.initializer);
  });
  return value;
}

/** Nothing is forgotten: a registration that no step of the trace met is named. */
function reportUnreached(tracing: Tracing): void {
  const met = new Set([...tracing.registrations, ...tracing.handlers].map(({ call }) => call));
  const named = new Set(tracing.left.map(({ file, line }) => `${file}:${line}`));
  for (const module of tracing.modules.values())
    walk(module.tree, (node) => {
      if (!ts.isCallExpression(node) || met.has(node) || named.has(`${module.path}:${lineOfNode(node)}`)) return;
      const callee = bare(node.expression);
      if (!ts.isPropertyAccessExpression(callee) || !/^register(?:Tool|ToolTask|Resource|Prompt)$/.test(callee.name.text)) return;
      const name = literalText(module, node.arguments[0]) ?? '(its name is computed)';
      tracing.left.push({
        file: module.path,
        line: lineOfNode(node),
        message: `${callee.name.text} of ${name} is not reached from where the server is made`,
        hint: 'Declare it by hand in the migrated project',
      });
    });
}

interface FunctionLocation {
  readonly module: SourceModule;
  readonly declared: DeclaredFunction;
}

/** The function that a name of a module stands for, in this module or in the one that it is imported from. */
function findFunction(modules: ReadonlyMap<string, SourceModule>, module: SourceModule, name: string): FunctionLocation | undefined {
  for (const statement of module.tree.statements) {
    const declared = declaredFunction(statement);
    if (declared?.name === name) return { module, declared };
    const origin = importedFrom(statement, name);
    const target = origin === undefined ? undefined : modules.get(module.links.get(origin.specifier) ?? '');
    if (origin !== undefined && target !== undefined) return findFunction(modules, target, origin.name);
  }
  return undefined;
}

/** `export { name } from` counts as an import. */
function importedFrom(statement: ts.Statement, name: string): { readonly specifier: string; readonly name: string } | undefined {
  const from = (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
  if (!from || !ts.isStringLiteral(from)) return undefined;
  const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  if (named === undefined || ts.isNamespaceImport(named) || ts.isNamespaceExport(named)) return undefined;
  const element = named.elements.find((candidate) => candidate.name.text === name);
  return element === undefined ? undefined : { specifier: from.text, name: (element.propertyName ?? element.name).text };
}
