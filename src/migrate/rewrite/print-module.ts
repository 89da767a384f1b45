import { packageOf } from '../../std/paths.ts';
import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { singleQuoted } from '../../escape/javascript.ts';
import { isOfficial } from '../read/sdk-names.ts';
import { parseText, type SourceModule } from '../read/source-module.ts';
import { declaredNames, referencesOf, walk } from '../trace/syntax.ts';

export interface PrintedModule {
  /** Relative to `src` of the project. */
  readonly path: string;
  readonly text: string;
  /** Packages that it imports, by name. */
  readonly packages: ReadonlySet<string>;
  /** What is still imported from the official SDK. */
  readonly official: readonly string[];
}

interface ModuleText {
  readonly source: SourceModule;
  /** Where it goes, relative to `src`. */
  readonly path: string;
  readonly body: string;
  /** Import lines that the migration adds. */
  readonly imports: readonly string[];
  /** How a module of zod 3 is called where zod 4 is installed. */
  readonly zod: string;
}

/** The text of a migrated module: its imports are those that something mentions. */
export function printModule({ body, imports, path, source, zod }: ModuleText): PrintedModule {
  const text = [...imports, body].join('\n');
  const tree = parseText(path, text);
  const edits = new MagicString(text);
  const packages = new Set<string>();
  const official: string[] = [];
  const mentioned = mentionsOutsideImports(tree);
  const own = ownNames(tree);
  for (const statement of tree.statements) {
    const from = (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from)) continue;
    const needed = isOfficial(from.text) ? new Set([...mentioned].filter((name) => !own.has(name))) : mentioned;
    const kept = ts.isImportDeclaration(statement) ? keptNames(statement, needed) : [];
    if (kept === undefined) {
      edits.remove(statement.getStart(), Math.min(statement.getEnd() + 1, text.length));
      continue;
    }
    const specifier = renamed(from.text, zod);
    if (specifier !== from.text) edits.overwrite(from.getStart(), from.getEnd(), singleQuoted(specifier));
    if (ts.isImportDeclaration(statement)) pruneNames(statement, needed, edits);
    if (isOfficial(specifier)) official.push(...kept);
    if (!specifier.startsWith('.') && !specifier.startsWith('node:')) packages.add(packageOf(specifier));
  }
  replaceArguments(tree, edits);
  const head = /\.[cm]?tsx?$/.test(source.path) ? '' : '// @ts-nocheck: it was JavaScript\n';
  return { path, text: `${head}${edits.toString().trim()}\n`, packages, official };
}

/** zod 4 is `zod` here. */
function renamed(specifier: string, zod: string): string {
  if (specifier === 'zod') return zod;
  if (specifier === 'zod/v4') return 'zod';
  return specifier;
}

function mentionsOutsideImports(tree: ts.SourceFile): ReadonlySet<string> {
  // Put in the place of `process.argv` when the module is printed.
  const names = new Set<string>(['programArguments']);
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement)) continue;
    for (const name of referencesOf(statement)) names.add(name);
    if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause))
      for (const { name, propertyName } of statement.exportClause.elements) names.add((propertyName ?? name).text);
  }
  return names;
}

/** Names that the module declares or imports from our SDK; an import of the same name from the official SDK (`Server`) would clash. */
function ownNames(tree: ts.SourceFile): ReadonlySet<string> {
  return new Set(
    tree.statements.flatMap((statement) => {
      if (!ts.isImportDeclaration(statement)) return declaredNames(statement);
      const named = statement.importClause?.namedBindings;
      const isOurs = ts.isStringLiteral(statement.moduleSpecifier) && statement.moduleSpecifier.text === '@service/sdk';
      return isOurs && named !== undefined && ts.isNamedImports(named) ? named.elements.map(({ name }) => name.text) : [];
    }),
  );
}

/** Names of an import that are mentioned; undefined when it is an import of names and none is. */
function keptNames({ importClause: clause }: ts.ImportDeclaration, mentioned: ReadonlySet<string>): readonly string[] | undefined {
  if (clause === undefined) return [];
  const named = clause.namedBindings;
  const names = [
    ...(clause.name === undefined ? [] : [clause.name.text]),
    ...(named === undefined ? [] : ts.isNamespaceImport(named) ? [named.name.text] : named.elements.map(({ name }) => name.text)),
  ].filter((name) => mentioned.has(name));
  return names.length === 0 ? undefined : names;
}

function pruneNames({ importClause: clause }: ts.ImportDeclaration, mentioned: ReadonlySet<string>, edits: MagicString): void {
  const named = clause?.namedBindings;
  if (named === undefined || ts.isNamespaceImport(named)) return;
  const kept = named.elements.filter(({ name }) => mentioned.has(name.text));
  if (kept.length !== named.elements.length)
    edits.overwrite(named.getStart(), named.getEnd(), `{ ${kept.map((element) => element.getText()).join(', ')} }`);
}

/** A built server keeps its own flags apart from those of its code. */
function replaceArguments(tree: ts.SourceFile, edits: MagicString): void {
  walk(tree, (node) => {
    if (isArguments(node)) edits.overwrite(node.getStart(), node.getEnd(), 'programArguments');
  });
}

const isArguments = (node: ts.Node): boolean => ts.isPropertyAccessExpression(node) && node.getText() === 'process.argv';

export function readsArguments(text: string, path: string): boolean {
  let reads = false;
  walk(parseText(path, text), (node) => {
    if (isArguments(node)) reads = true;
  });
  return reads;
}
