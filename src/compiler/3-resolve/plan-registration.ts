import { ts } from 'ts-morph';
import type { OwnerList } from './declared-owners.ts';
import { appendItem, type TextInsert } from './append-item.ts';
import { lineEndOf } from '../../std/texts.ts';

/** One class or constant that joins a list of an owner. */
export interface Registration {
  /** Of the decorator or builder call of the owner. */
  readonly call: { readonly start: number; readonly end: number };
  readonly list: OwnerList;
  readonly symbol: string;
  /** Import specifier without an ending: `./tools/add.tool`. */
  readonly module: string;
  /** Ending of relative imports, where the file shows none. */
  readonly ending: string;
}

export type RegistrationPlan =
  | { readonly kind: 'inserts'; readonly inserts: readonly TextInsert[] }
  /** It is in the list already. */
  | { readonly kind: 'present' }
  /** Only a person can change this; `at` is what stands in the way. */
  | { readonly kind: 'refused'; readonly because: string; readonly at: { readonly start: number; readonly end: number } };

/** Whether a module declares and exports a class or constant of this name. */
export function declaresExport(file: { readonly name: string; readonly text: string }, symbol: string): boolean {
  const source = ts.createSourceFile(file.name, file.text, ts.ScriptTarget.Latest, false);
  return source.statements.some((statement) => {
    if (!ts.isClassDeclaration(statement) && !ts.isVariableStatement(statement)) return false;
    if (!(ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return false;
    const names = ts.isClassDeclaration(statement) ? [statement.name] : statement.declarationList.declarations.map(({ name }) => name);
    return names.some((name) => name !== undefined && ts.isIdentifier(name) && name.text === symbol);
  });
}

/** Plans the changes of an owner's module: an import, and one more item in a list. The syntax tree decides, formatting stays. */
export function planRegistration(file: { readonly name: string; readonly text: string }, wish: Registration): RegistrationPlan {
  const source = ts.createSourceFile(file.name, file.text, ts.ScriptTarget.Latest, true);
  const refuse = (because: string, node?: ts.Node): RegistrationPlan => ({
    kind: 'refused',
    because,
    at: node === undefined ? wish.call : { start: node.getStart(source), end: node.getEnd() },
  });
  const call = callAt(source, wish.call);
  if (call === undefined) return refuse('its decorator is not a call with options');
  const imported = planImport(source, wish);
  if (imported.kind === 'taken') return refuse(`it uses the name ${wish.symbol} for something else`, imported.by);
  const options = call.arguments[0] === undefined ? undefined : unwrap(call.arguments[0]);
  if (options === undefined || !ts.isObjectLiteralExpression(options))
    return refuse('its options are not written in place as an object', options);
  const list = findList(source, options, wish.list);
  if ('because' in list) return refuse(list.because, list.node);
  const { array } = list;
  if (array === undefined) {
    const item = `${wish.list}: [${wish.symbol}]`;
    return { kind: 'inserts', inserts: [...imported.inserts, ...appendItem(source, { nodes: options.properties, in: options }, item)] };
  }
  if (array.elements.some((element) => ts.isIdentifier(element) && element.text === wish.symbol)) return { kind: 'present' };
  return { kind: 'inserts', inserts: [...imported.inserts, ...appendItem(source, { nodes: array.elements, in: array }, wish.symbol)] };
}

type FoundList = { readonly array?: ts.ArrayLiteralExpression } | { readonly because: string; readonly node: ts.Node };

function findList(source: ts.SourceFile, options: ts.ObjectLiteralExpression, list: string): FoundList {
  const property = options.properties.find((one) => one.name !== undefined && nameOf(one.name) === list);
  if (property === undefined) {
    const spread = options.properties.find((one) => ts.isSpreadAssignment(one));
    // A list after the spread would replace the one that the spread may bring.
    return spread === undefined ? {} : { because: `its options come from a spread, which may hold \`${list}\``, node: spread };
  }
  const value = ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
  const array = value === undefined ? undefined : arrayOf(source, value);
  return array === undefined ? { because: `its \`${list}\` is not a list written in this file`, node: property } : { array };
}

/** The list itself, or the one that a constant of this file holds. */
function arrayOf(source: ts.SourceFile, value: ts.Expression): ts.ArrayLiteralExpression | undefined {
  const plain = unwrap(value);
  if (ts.isArrayLiteralExpression(plain)) return plain;
  if (!ts.isIdentifier(plain)) return undefined;
  const constants = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
      ? [...statement.declarationList.declarations]
      : [],
  );
  const held = constants.find(({ name }) => ts.isIdentifier(name) && name.text === plain.text)?.initializer;
  const inner = held === undefined ? undefined : unwrap(held);
  return inner !== undefined && ts.isArrayLiteralExpression(inner) ? inner : undefined;
}

function unwrap(expression: ts.Expression): ts.Expression {
  const wrapped =
    ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)
      ? expression.expression
      : undefined;
  return wrapped === undefined ? expression : unwrap(wrapped);
}

const nameOf = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;

function callAt(source: ts.SourceFile, span: { readonly start: number; readonly end: number }): ts.CallExpression | undefined {
  const visit = (node: ts.Node): ts.CallExpression | undefined => {
    const spans = node.getStart(source) === span.start && node.getEnd() === span.end;
    if (spans && ts.isDecorator(node)) return ts.isCallExpression(node.expression) ? node.expression : undefined;
    if (spans && ts.isCallExpression(node)) return node;
    return ts.forEachChild(node, visit);
  };
  return visit(source);
}

interface Wanted {
  readonly symbol: string;
  /** Without an ending. */
  readonly module: string;
  /** Of relative imports, where the file shows none. */
  readonly ending: string;
}

type ImportPlan =
  | { readonly kind: 'ready'; readonly inserts: readonly TextInsert[] }
  /** Another thing of this name is in scope. */
  | { readonly kind: 'taken'; readonly by: ts.Node };

/** An import behind the last one, in the quotes, with the ending and the semicolon that the file's others have. */
function planImport(source: ts.SourceFile, wanted: Wanted): ImportPlan {
  const imports = source.statements.filter((statement) => ts.isImportDeclaration(statement));
  for (const statement of source.statements) {
    const name = declaredName(statement, wanted.symbol);
    if (name !== undefined) return { kind: 'taken', by: name };
  }
  for (const statement of imports) {
    const local = localName(statement, wanted.symbol);
    if (local === undefined) continue;
    return withoutEnding(specifierOf(statement)) === wanted.module ? { kind: 'ready', inserts: [] } : { kind: 'taken', by: local };
  }
  const last = imports.at(-1);
  const relative = imports.map(specifierOf).findLast((specifier) => specifier.startsWith('.'));
  const ending = relative === undefined ? wanted.ending : (/\.[cm]?[jt]s$/.exec(relative)?.[0] ?? '');
  const quote = last?.moduleSpecifier.getText(source).startsWith('"') === true ? '"' : "'";
  const semicolon = last === undefined || last.getText(source).endsWith(';') ? ';' : '';
  const text = `import { ${wanted.symbol} } from ${quote}${wanted.module}${ending}${quote}${semicolon}`;
  const eol = lineEndOf(source.text);
  if (last !== undefined) return { kind: 'ready', inserts: [{ at: last.getEnd(), text: `${eol}${text}` }] };
  return { kind: 'ready', inserts: [{ at: source.statements[0]?.getStart(source) ?? 0, text: `${text}${eol}` }] };
}

const specifierOf = ({ moduleSpecifier }: ts.ImportDeclaration): string =>
  ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';

const withoutEnding = (specifier: string): string => specifier.replace(/\.[cm]?[jt]s$/, '');

function localName({ importClause }: ts.ImportDeclaration, name: string): ts.Node | undefined {
  const bindings = importClause?.namedBindings;
  const named = bindings === undefined ? [] : ts.isNamespaceImport(bindings) ? [bindings.name] : bindings.elements.map((one) => one.name);
  return [...(importClause?.name === undefined ? [] : [importClause.name]), ...named].find((node) => node.text === name);
}

function declaredName(statement: ts.Statement, name: string): ts.Node | undefined {
  const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
  return declarations
    .map((one) => ('name' in one ? (one.name as ts.Node | undefined) : undefined))
    .find((node) => node !== undefined && ts.isIdentifier(node) && node.text === name);
}
