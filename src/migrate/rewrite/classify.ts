import { ts } from 'ts-morph';
import { sdkNames } from '../read/sdk-names.ts';
import { bare, declaredNames, referencesOf, rootCall, walk } from '../trace/syntax.ts';
import type { TracedServer } from '../trace/traced.ts';
import { parseFlat, type FlatModule, type FlatStatement } from './flat-module.ts';

/** What a top-level statement is to the migrated server. */
export type StatementUse =
  | 'import'
  /** A declaration: kept when something that is kept mentions it. */
  | 'declaration'
  /** Runs: kept when it works on what is kept. */
  | 'effect'
  /** Kept in any case. */
  | 'root'
  /** Serves HTTP or stdio, or starts the server: the host of a build does. */
  | 'transport'
  /** Something of the server object that has no place in a declaration. */
  | 'server-object';

export interface ClassifiedStatement {
  readonly node: ts.Statement;
  readonly from: FlatStatement;
  readonly use: StatementUse;
  readonly declares: readonly string[];
  readonly mentions: ReadonlySet<string>;
}

export function classify(module: FlatModule, server: TracedServer): readonly ClassifiedStatement[] {
  const parsed = parseFlat(module);
  const serverNames = server.names.get(module.source.file) ?? new Set<string>();
  const setupNames = new Set(server.setup.map(({ declared }) => declared.name));
  const tainted = transportNames(module, parsed);
  return parsed.map(({ from, node }) => {
    const mentions = referencesOf(node);
    const use = from.role === 'source' ? useOf({ node, from, mentions }, { serverNames, setupNames, tainted }) : ('root' as const);
    return { node, from, use, declares: declaredNames(node), mentions };
  });
}

/** Names of transports, and of everything that is made of one. */
function transportNames(module: FlatModule, parsed: ReturnType<typeof parseFlat>): ReadonlySet<string> {
  const names = new Set([...sdkNames(module.source.tree)].flatMap(([local, { use }]) => (use === 'transport' ? [local] : [])));
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { from, node } of parsed) {
      if (from.role !== 'source' || ts.isImportDeclaration(node)) continue;
      if (mentionsAny(referencesOf(node), names)) for (const name of declaredNames(node)) names.add(name);
    }
  }
  return names;
}

const mentionsAny = (mentions: ReadonlySet<string>, names: ReadonlySet<string>): boolean => [...mentions].some((name) => names.has(name));

interface ModuleNames {
  readonly serverNames: ReadonlySet<string>;
  readonly setupNames: ReadonlySet<string>;
  readonly tainted: ReadonlySet<string>;
}

function useOf(
  { from, mentions, node }: Pick<ClassifiedStatement, 'node' | 'from' | 'mentions'>,
  { serverNames, setupNames, tainted }: ModuleNames,
): StatementUse {
  if (ts.isImportDeclaration(node)) return 'import';
  if (ts.isExportDeclaration(node) || ts.isExportAssignment(node)) return 'root';
  if (mentionsAny(mentions, tainted)) return 'transport';
  const declares = declaredNames(node);
  if (declares.some((name) => serverNames.has(name))) return 'transport';
  const call = calledBy(node);
  if (call !== undefined && ts.isIdentifier(bare(call.expression)) && setupNames.has(bare(call.expression).getText())) return 'transport';
  if (declares.length > 0) return 'declaration';
  if (isSignalHandler(call) || connects(node, serverNames)) return 'transport';
  if (from.fromFunction && call?.expression.getText().startsWith('console.') === true) return 'transport';
  return isAboutServer(node, serverNames) ? 'server-object' : 'effect';
}

function calledBy(node: ts.Statement): ts.CallExpression | undefined {
  if (ts.isExpressionStatement(node)) return rootCall(node.expression);
  const [declaration] = ts.isVariableStatement(node) ? node.declarationList.declarations : [];
  return declaration?.initializer === undefined ? undefined : rootCall(declaration.initializer);
}

/** `process.on('SIGINT', …)` ends the server; hosts do that. */
const isSignalHandler = (call: ts.CallExpression | undefined): boolean =>
  call !== undefined &&
  ['process.on', 'process.once'].includes(call.expression.getText()) &&
  call.arguments[0]?.getText().includes('SIG') === true;

function connects(node: ts.Statement, serverNames: ReadonlySet<string>): boolean {
  let found = false;
  walk(node, (inner) => {
    if (!ts.isPropertyAccessExpression(inner) || !['connect', 'close'].includes(inner.name.text)) return;
    if (ts.isIdentifier(inner.expression) && serverNames.has(inner.expression.text)) found = true;
  });
  return found;
}

/** A statement whose own act is on the server: `server.server.oninitialized = …`, `server.setNotificationHandler(…)`, `server = new …`. */
function isAboutServer(node: ts.Statement, serverNames: ReadonlySet<string>): boolean {
  if (!ts.isExpressionStatement(node)) return mentionsAny(referencesOf(node), serverNames) && registersInside(node, serverNames);
  const expression = bare(node.expression);
  const target = ts.isBinaryExpression(expression) ? expression.left : ts.isCallExpression(expression) ? expression.expression : expression;
  let root: ts.Expression = bare(target);
  while (ts.isPropertyAccessExpression(root)) root = bare(root.expression);
  return ts.isIdentifier(root) && serverNames.has(root.text);
}

const registersInside = (node: ts.Statement, serverNames: ReadonlySet<string>): boolean => {
  let found = false;
  walk(node, (inner) => {
    if (!ts.isCallExpression(inner)) return;
    if (inner.arguments.some((argument) => ts.isIdentifier(argument) && serverNames.has(argument.text))) found = true;
    if (!ts.isPropertyAccessExpression(inner.expression)) return;
    const { expression, name } = inner.expression;
    if (/^(?:register|tool$|resource$|prompt$|setRequest)/.test(name.text) && mentionsAny(referencesOf(expression), serverNames))
      found = true;
  });
  return found;
};
