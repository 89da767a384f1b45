import { ts } from 'ts-morph';
import { isReservedClaim } from '@service/sdk/model';
import { type OptionOwner, optionRows } from '@service/sdk/options';
import type { Declaration, DeclarationId, DeclarationKind, ReservedClaim, StaticValue } from '../model/declarations.ts';
import { readClass } from './class-facts.ts';
import { getsOfClass, getsOfHandler } from './context-gets.ts';
import { dangersOfClass, dangersOfHandler } from './dangers/find-dangers.ts';
import { follow, followPackage, functionOf, sdkNameOf } from './follow.ts';
import { type Reading, spanOf, tokenOf } from './reading.ts';
import { noContextUse, useOfClass, useOfHandler } from './context-use.ts';
import type { Span } from '../model/span.ts';

const decorators: Readonly<Record<string, DeclarationKind>> = {
  Service: 'server',
  App: 'app',
  Tool: 'tool',
  Resource: 'resource',
  ResourceTemplate: 'resource-template',
  Prompt: 'prompt',
  Plugin: 'plugin',
  Provider: 'provider',
  Adapter: 'adapter',
  AuthProvider: 'other',
  Skill: 'skill',
  Agent: 'other',
  Job: 'other',
  Workflow: 'other',
  Channel: 'other',
  Flow: 'other',
  LogTransport: 'other',
};

/** Builders that take options and return what takes the handler. */
const builders: Readonly<Record<string, DeclarationKind>> = {
  app: 'app',
  tool: 'tool',
  resource: 'resource',
  resourceTemplate: 'resource-template',
  prompt: 'prompt',
  skill: 'skill',
};

/** Builders that take options only. */
const withoutHandler: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(['app', 'skill']);

/** The declaration that a class's decorator makes; undefined for a class without one of ours. */
export function readDecorated(reading: Reading, declaration: ts.ClassLikeDeclaration): Declaration | undefined {
  for (const decorator of ts.getDecorators(declaration) ?? []) {
    const call = ts.isCallExpression(decorator.expression) ? decorator.expression : undefined;
    const calledAs = sdkNameOf(reading, call?.expression ?? decorator.expression);
    const kind = calledAs === undefined ? undefined : decorators[calledAs];
    if (calledAs === undefined || kind === undefined) continue;
    const id = tokenOf(reading, decorator);
    const known = reading.declarations.get(id);
    if (known !== undefined) return known;
    return record(reading, id, () => {
      const { bases, basesKnown, methods, needs, constructorTypes, chain } = readClass(reading, declaration);
      const module = exportOf(reading, declaration, declaration.name);
      return {
        node: declaration,
        made: {
          id,
          kind,
          calledAs,
          name: declaration.name?.text ?? 'default',
          form: 'class',
          module,
          span: spanOf(reading, decorator),
          nameSpan: spanOf(reading, declaration.name ?? decorator),
          bases,
          basesKnown,
          methods,
          needs,
          gets: getsOfClass(reading, chain),
          constructorTypes,
          ...useOfClass(reading, { basesKnown, chain }, kind === 'resource-template' ? call?.arguments[0] : undefined),
          effectBeforeQuestion: effectInClass(reading, chain),
          dangers: kind === 'tool' || kind === 'resource-template' || kind === 'prompt' ? dangersOfClass(reading, chain) : [],
        },
        options: call?.arguments[0],
      };
    });
  }
  return undefined;
}

/** The declaration that `tool({…})(handler)` or `app({…})` makes; undefined for any other call. */
export function readBuilder(reading: Reading, call: ts.CallExpression): Declaration | undefined {
  const inner = ts.isCallExpression(call.expression) ? call.expression : call;
  const calledAs = sdkNameOf(reading, inner.expression);
  const kind = calledAs === undefined ? undefined : builders[calledAs.replace(/^[A-Z]/, (letter) => letter.toLowerCase())];
  if (calledAs === undefined || kind === undefined || (inner === call) !== withoutHandler.has(kind)) return undefined;
  // `Tool({…})(class {})`: a decorator applied by hand is not a builder.
  if (/^[A-Z]/.test(calledAs)) return undefined;
  const id = tokenOf(reading, call);
  const known = reading.declarations.get(id);
  if (known !== undefined) return known;
  const variable = ts.isVariableDeclaration(call.parent) && ts.isIdentifier(call.parent.name) ? call.parent : undefined;
  const module = variable === undefined ? undefined : exportOf(reading, variable, variable.name);
  return record(reading, id, () => ({
    node: call,
    made: {
      id,
      kind,
      calledAs,
      name: variable?.name.getText() ?? `${calledAs}(…)`,
      form: 'builder',
      module,
      span: spanOf(reading, inner),
      nameSpan: spanOf(reading, variable?.name ?? inner.expression),
      bases: [],
      basesKnown: true,
      methods: [],
      needs: [],
      gets: withoutHandler.has(kind) ? [] : getsOfHandler(reading, call.arguments[0]),
      constructorTypes: [],
      ...(withoutHandler.has(kind)
        ? noContextUse
        : useOfHandler(reading, call.arguments[0], kind === 'resource-template' ? inner.arguments[0] : undefined)),
      effectBeforeQuestion: effectInHandler(reading, call.arguments[0]),
      dangers: withoutHandler.has(kind) ? [] : dangersOfHandler(reading, call.arguments[0]),
    },
    options: inner.arguments[0],
  }));
}

/** The servers that a statement makes: `const edge = createEdgeMcp({…})` and `export default createEdgeMcp({…})`. */
export function readCalled(reading: Reading, statement: ts.Statement): readonly Declaration[] {
  if (ts.isExportAssignment(statement)) return readEdge(reading, statement.expression, statement);
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap((variable) =>
    variable.initializer === undefined ? [] : readEdge(reading, variable.initializer, variable),
  );
}

function readEdge(reading: Reading, call: ts.Expression, within: ts.VariableDeclaration | ts.ExportAssignment): readonly Declaration[] {
  if (!ts.isCallExpression(call) || !isEdge(reading, call.expression)) return [];
  const name = ts.isVariableDeclaration(within) && ts.isIdentifier(within.name) ? within.name : undefined;
  const id = tokenOf(reading, call);
  const made = {
    id,
    kind: 'server' as const,
    calledAs: 'createEdgeMcp',
    name: name?.text ?? 'default',
    form: 'builder' as const,
    module: exportOf(reading, within, name),
    span: spanOf(reading, call),
    nameSpan: spanOf(reading, name ?? call.expression),
    bases: [],
    basesKnown: true,
    methods: [],
    needs: [],
    gets: [],
    constructorTypes: [],
    ...noContextUse,
    effectBeforeQuestion: undefined,
    dangers: [],
  };
  return [record(reading, id, () => ({ node: call, made, options: call.arguments[0] }))];
}

function isEdge(reading: Reading, callee: ts.Expression): boolean {
  const found = followPackage(reading, callee);
  return found?.module === '@service/edge' && found.name === 'createEdgeMcp';
}

interface Recorded {
  readonly node: ts.ClassLikeDeclaration | ts.CallExpression;
  readonly made: Omit<Declaration, 'options' | 'pluginOptions' | 'reservedClaims'>;
  readonly options: ts.Expression | undefined;
}

/** Known before its options are read, so that an app that leads back to itself ends. */
function record(reading: Reading, id: DeclarationId, read: () => Recorded): Declaration {
  const { node, made, options } = read();
  const nothing: StaticValue = { kind: 'object', properties: [], complete: true, span: made.span };
  reading.nodes.set(id, node);
  reading.declarations.set(id, { ...made, options: nothing, pluginOptions: [], reservedClaims: [] });
  const evaluated = options === undefined ? nothing : reading.evaluate(options);
  const pluginOptions = readPluginOptions(reading, { kind: made.kind, options: evaluated }, optionsCallOf(reading, made));
  const reservedClaims = made.kind === 'server' || made.kind === 'app' ? reservedClaimsOf(reading, evaluated) : [];
  const declaration: Declaration = { ...made, options: evaluated, pluginOptions, reservedClaims };
  reading.declarations.set(id, declaration);
  return declaration;
}

function exportOf(reading: Reading, declaration: ts.Declaration, name: ts.Node | undefined): Declaration['module'] {
  const file = declaration.getSourceFile();
  const module = reading.checker.getSymbolAtLocation(file);
  const symbol = name === undefined ? undefined : reading.checker.getSymbolAtLocation(name);
  for (const exported of module === undefined ? [] : reading.checker.getExportsOfModule(module)) {
    const target = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : reading.checker.getAliasedSymbol(exported);
    if (target === symbol || target.declarations?.includes(declaration) === true) return { file: file.fileName, exportName: exported.name };
  }
  return undefined;
}

const propertyOf = (value: StaticValue | undefined, name: string): StaticValue | undefined =>
  value?.kind === 'object' ? value.properties.find((property) => property.name === name)?.value : undefined;

/** Claims in object literals that `auth.authenticate` returns and the server drops. */
function reservedClaimsOf(reading: Reading, options: StaticValue): readonly ReservedClaim[] {
  const authenticate = propertyOf(propertyOf(options, 'auth'), 'authenticate');
  const node = authenticate?.kind === 'function' ? reading.functions.get(authenticate.token) : undefined;
  const found: ReservedClaim[] = [];
  const visit = (part: ts.Node): void => {
    if (ts.isObjectLiteralExpression(part) && isResult(part)) found.push(...claimsIn(reading, part));
    ts.forEachChild(part, visit);
  };
  if (node?.body !== undefined) visit(node.body);
  return found;
}

/** `{ ok: true, … }` */
const isResult = ({ properties }: ts.ObjectLiteralExpression): boolean => properties.some((property) => property.name?.getText() === 'ok');

function claimsIn(reading: Reading, result: ts.ObjectLiteralExpression): readonly ReservedClaim[] {
  const claims = result.properties.find((property) => property.name?.getText() === 'claims');
  if (claims === undefined) return [];
  const written = ts.isPropertyAssignment(claims)
    ? literalBehind(reading, claims.initializer)
    : ts.isShorthandPropertyAssignment(claims)
      ? literalBehind(reading, claims.name)
      : undefined;
  return (written?.properties ?? []).flatMap(({ name }) =>
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && isReservedClaim(name.text)
      ? [{ name: name.text, span: spanOf(reading, name) }]
      : [],
  );
}

function literalBehind(reading: Reading, expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  const found = ts.isIdentifier(expression) ? follow(reading, expression) : undefined;
  const initializer =
    found?.kind === 'declaration' && ts.isVariableDeclaration(found.declaration) ? found.declaration.initializer : undefined;
  return initializer !== undefined && ts.isObjectLiteralExpression(initializer) ? initializer : undefined;
}

const asking = new Set(['elicit', 'sample', 'listRoots']);

/** Members whose call may be repeated: they report, measure or wait. */
const harmless = new Set(['progress', 'notify', 'mark', 'logger', 'context']);

/** An awaited call with an unused result before the first question in a class's `execute`: it was made for its effect. */
function effectInClass(reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): Span | undefined {
  const execute = chain.flatMap(({ members }) => [...members]).find((member) => member.name?.getText() === 'execute');
  const body = execute !== undefined && ts.isMethodDeclaration(execute) ? execute.body : undefined;
  return body === undefined ? undefined : findEffect(reading, body, (node) => node.kind === ts.SyntaxKind.ThisKeyword);
}

/** The first effect before a question in the handler of a builder. */
function effectInHandler(reading: Reading, handler: ts.Expression | undefined): Span | undefined {
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

const ownerOf = (kind: Declaration['kind']): OptionOwner | undefined =>
  kind === 'server' ? 'service' : kind === 'other' ? undefined : kind;

/** Options that no row knows and that the parameter's type does: plugins add fields by augmenting it. */
function readPluginOptions(
  reading: Reading,
  declaration: Pick<Declaration, 'kind' | 'options'>,
  call: ts.CallExpression | undefined,
): readonly string[] {
  const { kind, options } = declaration;
  const owner = ownerOf(kind);
  if (owner === undefined || call === undefined || options.kind !== 'object') return [];
  const rows = new Set(optionRows.filter((row) => row.owner === owner).map(({ path }) => path));
  const further = options.properties.map(({ name }) => name).filter((name) => !rows.has(name));
  if (further.length === 0) return [];
  // Asking for the type resolves the whole call, so only a call with something unknown is asked.
  const parameter = reading.checker.getResolvedSignature(call)?.parameters[0];
  const type = parameter === undefined ? undefined : reading.checker.getTypeOfSymbolAtLocation(parameter, call);
  return type === undefined ? [] : further.filter((name) => type.getProperty(name) !== undefined);
}

/** The call that carries the options: the decorator's, or the inner one of `tool({…})(handler)`. */
export function optionsCallOf(reading: Reading, declaration: Pick<Declaration, 'id' | 'span'>): ts.CallExpression | undefined {
  const node = reading.nodes.get(declaration.id);
  if (node === undefined) return undefined;
  if (ts.isCallExpression(node)) return ts.isCallExpression(node.expression) ? node.expression : node;
  const decorator = ts.getDecorators(node)?.find((one) => one.getStart() === declaration.span.start)?.expression;
  return decorator !== undefined && ts.isCallExpression(decorator) ? decorator : undefined;
}
