import { ts } from 'ts-morph';
import MagicString from 'magic-string';
import type { SourceModule } from '../read/source-module.ts';
import { bodyOf, declaredNames, referencesOf, isReference, walk } from '../trace/syntax.ts';
import type { SetupFunction, TracedServer } from '../trace/traced.ts';
import type { FlatModule, FlatStatement } from './flat-module.ts';

/** Puts the statements of set-up functions at the end of their module, where all that they use is there. */
export function flatten(module: SourceModule, server: TracedServer): FlatModule {
  const setup = server.setup.filter((candidate) => candidate.module === module);
  const taken = new Set(setup.map(({ declared }) => declared.statement));
  const own = module.tree.statements.filter((statement) => !taken.has(statement) && statement.kind !== ts.SyntaxKind.EmptyStatement);
  const names = setupNames(server);
  const used = new Set(own.flatMap((statement) => [...declaredNames(statement), ...importedNames(statement)]));
  const serverNames = server.names.get(module.file) ?? new Set<string>();
  const moved = setup.flatMap((one) => bodyStatements(one, { used, serverNames }));
  return { source: module, statements: [...own.flatMap((statement) => ownStatement(module, statement, names)), ...moved] };
}

/** Names of set-up functions by module file: after the move nothing can export them. */
function setupNames({ setup }: TracedServer): ReadonlySet<string> {
  return new Set(setup.map(({ declared, module }) => `${module.file} ${declared.name}`));
}

function ownStatement(module: SourceModule, statement: ts.Statement, gone: ReadonlySet<string>): readonly FlatStatement[] {
  if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause))
    return [record(statement, false)];
  const from = statement.moduleSpecifier;
  const file = from !== undefined && ts.isStringLiteral(from) ? (module.links.get(from.text) ?? '') : module.file;
  const { elements } = statement.exportClause;
  const kept = elements.filter(({ name, propertyName }) => !gone.has(`${file} ${(propertyName ?? name).text}`));
  if (kept.length === elements.length) return [record(statement, false)];
  if (kept.length === 0) return [];
  const tail = from === undefined ? '' : ` from ${from.getText()}`;
  return [record(statement, false, `export { ${kept.map((element) => element.getText()).join(', ')} }${tail};`)];
}

function importedNames(statement: ts.Statement): readonly string[] {
  if (!ts.isImportDeclaration(statement)) return [];
  const names: string[] = [];
  const clause = statement.importClause;
  if (clause?.name !== undefined) names.push(clause.name.text);
  if (clause?.namedBindings === undefined) return names;
  if (ts.isNamespaceImport(clause.namedBindings)) return [...names, clause.namedBindings.name.text];
  return [...names, ...clause.namedBindings.elements.map(({ name }) => name.text)];
}

const record = (statement: ts.Statement, fromFunction: boolean, text = statementText(statement)): FlatStatement => ({
  text: ended(statement, text),
  origin: statement.getStart(),
  fromFunction,
  role: 'source',
});

/** What follows a moved statement is not what followed it in the source, so its end must be written. */
const ended = (statement: ts.Statement, text: string): string =>
  (ts.isVariableStatement(statement) || ts.isExpressionStatement(statement)) && !text.endsWith(';') ? `${text};` : text;

/** With the comments above it, without the interpreter line. */
const statementText = (statement: ts.Statement): string =>
  statement
    .getFullText()
    .replace(/^#!.*\n/, '')
    .replace(/^\s*\n/, '')
    .trim();

interface Scope {
  /** Names of the module; those of moved statements are added. */
  readonly used: Set<string>;
  readonly serverNames: ReadonlySet<string>;
}

function bodyStatements({ declared, parameters }: SetupFunction, { serverNames, used }: Scope): readonly FlatStatement[] {
  const statements = openTries(bodyOf(declared.node)).filter(
    (statement) => !ts.isReturnStatement(statement) && statement.kind !== ts.SyntaxKind.EmptyStatement,
  );
  const locals = statements.flatMap((statement) => declaredNames(statement));
  const renames = new Map<string, string>(parameters);
  for (const local of locals) {
    if (used.has(local) && !serverNames.has(local)) renames.set(local, freeName(local, used));
    used.add(renames.get(local) ?? local);
  }
  return statements.map((statement) => record(statement, true, outdent(renameIn(statement, relevant(renames, statement)))));
}

const relevant = (renames: ReadonlyMap<string, string>, statement: ts.Statement): ReadonlyMap<string, string> => {
  const mentioned = referencesOf(statement);
  return new Map([...renames].filter(([from, to]) => from !== to && mentioned.has(from)));
};

/** A `try` around the start says what to do when it fails; the host of a build does that. */
const openTries = (statements: readonly ts.Statement[]): readonly ts.Statement[] =>
  statements.flatMap((statement) => (ts.isTryStatement(statement) ? openTries(statement.tryBlock.statements) : [statement]));

function freeName(name: string, used: ReadonlySet<string>): string {
  let number = 2;
  while (used.has(`${name}${number}`)) number += 1;
  return `${name}${number}`;
}

/** One level of indentation less; a line inside of a template literal keeps what it has. */
function outdent(text: string): string {
  const lines = text.split('\n');
  const depth = Math.min(4, ...lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : [/^ */.exec(line)?.[0].length ?? 0])));
  return text.includes('`') || !Number.isFinite(depth)
    ? text
    : lines.map((line, index) => (index === 0 ? line : line.slice(depth))).join('\n');
}

/** The statement's text, with its comments, in which bindings have other names. A binding inside of it that hides another is renamed with it. */
function renameIn(node: ts.Node, renames: ReadonlyMap<string, string>): string {
  const start = node.getFullStart();
  if (renames.size === 0)
    return node
      .getFullText()
      .replace(/^\s*\n/, '')
      .trim();
  const text = new MagicString(node.getFullText());
  walk(node, (inner) => {
    if (!isReference(inner)) return;
    const name = renames.get(inner.text);
    if (name === undefined) return;
    const at = inner.getStart() - start;
    const { parent } = inner;
    const isShort = ts.isShorthandPropertyAssignment(parent) || isShortBinding(parent, inner);
    text.overwrite(at, at + inner.text.length, isShort ? `${inner.text}: ${name}` : name);
  });
  return text
    .toString()
    .replace(/^\s*\n/, '')
    .trim();
}

/** `{ name }` of a pattern: the key stays. */
const isShortBinding = (parent: ts.Node, name: ts.Node): boolean =>
  ts.isBindingElement(parent) &&
  parent.name === name &&
  parent.propertyName === undefined &&
  parent.dotDotDotToken === undefined &&
  ts.isObjectBindingPattern(parent.parent);
