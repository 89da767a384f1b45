import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';
import { importedNames } from './imported-names.ts';

/**
 * What only a build needs of an adapter or a plugin is not in its bundle: static members, and the imports, functions and constants of their
 * file that nothing else uses: the `prepare` of adapters, the `deciders` of plugins (for `inspect`), checks of options. Left to the bundler, a parser that says nothing of its side effects would stay.
 */
export function planBuildOnlyEdits(file: ts.SourceFile, { isSettled }: BuildOnlyFacts): SourceEdit[] {
  const members = ['deciders', ...(isSettled ? ['checkOptions'] : [])].flatMap((name) => unnamedElsewhere(file, name, pluginsOf(file)));
  members.push(...unnamedElsewhere(file, 'prepare', adaptersOf(file)));
  if (members.length === 0) return [];
  return withWhatTheyUse(file, members).map((node) => ({
    file: file.fileName,
    kind: 'build-only',
    start: node.getStart(file),
    end: node.getEnd(),
    text: '',
  }));
}

export interface BuildOnlyFacts {
  /** The sources show the options of every plugin: no start has others than those that `checkOptions` has seen at build. */
  readonly isSettled: boolean;
}

const adaptersOf = (file: ts.SourceFile) => classesOf(file, ['Adapter', 'ServiceAdapter'], 'DynamicAdapter');
const pluginsOf = (file: ts.SourceFile) => classesOf(file, ['Plugin', 'ServicePlugin'], 'DynamicPlugin');

/** Classes with one of these decorators of the SDK, and those that extend this base of it. */
function classesOf(file: ts.SourceFile, decorators: readonly string[], base: string): readonly ts.ClassDeclaration[] {
  const deciding = importedNames(file, new Set(decorators));
  const bases = importedNames(file, new Set([base]));
  return deciding.size + bases.size === 0
    ? []
    : file.statements
        .filter(ts.isClassDeclaration)
        .filter(
          (declaration) =>
            (ts.getDecorators(declaration) ?? []).some(({ expression }) => isNamed(calledBy(expression), deciding)) ||
            (declaration.heritageClauses ?? []).some(({ types }) => types.some(({ expression }) => isNamed(expression, bases))),
        );
}

const calledBy = (node: ts.Expression): ts.Expression => (ts.isCallExpression(node) ? node.expression : node);
const isNamed = (node: ts.Expression, names: ReadonlySet<string>): boolean => ts.isIdentifier(node) && names.has(node.text);

/** The static members of this name, unless other code of the file names them. */
function unnamedElsewhere(file: ts.SourceFile, name: string, classes: readonly ts.ClassDeclaration[]): readonly ts.ClassElement[] {
  const found = classes.flatMap(({ members }) => members.filter((member) => isStatic(member, name)));
  return isNamedElsewhere(file, name, found) ? [] : found;
}

const isStatic = (member: ts.ClassElement, name: string): boolean =>
  (ts.isMethodDeclaration(member) || ts.isPropertyDeclaration(member)) &&
  ts.isIdentifier(member.name) &&
  member.name.text === name &&
  member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;

/** Whether `.name` or `'name'` stands outside of these members. */
function isNamedElsewhere(file: ts.SourceFile, name: string, members: readonly ts.ClassElement[]): boolean {
  const visit = (node: ts.Node): boolean => {
    if (members.some((member) => member === node)) return false;
    if (ts.isPropertyAccessExpression(node) && node.name.text === name) return true;
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression) && node.argumentExpression.text === name)
      return true;
    return ts.forEachChild(node, visit) === true;
  };
  return members.length > 0 && ts.forEachChild(file, visit) === true;
}

/** With the statements whose names stand nowhere else. */
function withWhatTheyUse(file: ts.SourceFile, members: readonly ts.ClassElement[]): readonly ts.Node[] {
  const uses = usesOf(file);
  const gone: ts.Node[] = [...members];
  const isGone = (at: number): boolean => gone.some((node) => node.getStart(file) <= at && at < node.getEnd());
  const waiting = new Set(file.statements.filter((statement) => namesOf(statement).length > 0));
  for (let found = true; found;) {
    found = false;
    for (const statement of waiting) {
      const places = namesOf(statement).flatMap((name) => uses.get(name) ?? []);
      const others = places.filter((at) => at < statement.getStart(file) || at >= statement.getEnd());
      if (others.length === 0 || !others.every(isGone)) continue;
      gone.push(statement);
      waiting.delete(statement);
      found = true;
    }
  }
  return gone;
}

/** Where the file has its names, whatever they mean there: a shadowing name keeps a statement, an overlooked one would break the server. */
function usesOf(file: ts.SourceFile): ReadonlyMap<string, readonly number[]> {
  const uses = new Map<string, number[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) uses.set(node.text, [...(uses.get(node.text) ?? []), node.getStart(file)]);
    // Types are gone before a bundler looks, but what a class extends is a value.
    if (!ts.isTypeNode(node) || ts.isExpressionWithTypeArguments(node)) ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) visit(statement);
  return uses;
}

/** The names of a statement that does nothing but declare them; none of any other, and none where the file exports them. */
function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isImportDeclaration(statement)) return importsOf(statement);
  const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (isExported === true) return [];
  if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? [] : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  const { declarations } = statement.declarationList;
  const names = declarations.flatMap(({ initializer, name }) =>
    ts.isIdentifier(name) && initializer !== undefined && isWithoutEffect(initializer) ? [name.text] : [],
  );
  return names.length === declarations.length ? names : [];
}

function importsOf({ importClause: clause }: ts.ImportDeclaration): readonly string[] {
  if (clause === undefined || clause.isTypeOnly) return [];
  const { name, namedBindings: bindings } = clause;
  const named =
    bindings === undefined ? [] : ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements.filter((one) => !one.isTypeOnly);
  return [...(name === undefined ? [] : [name.text]), ...named.map((one) => one.name.text)];
}

/** Nothing happens where the value is made. */
function isWithoutEffect(node: ts.Expression): boolean {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isLiteralExpression(node)) return true;
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isWithoutEffect);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every((member) => ts.isPropertyAssignment(member) && isWithoutEffect(member.initializer));
  return node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword || node.kind === ts.SyntaxKind.NullKeyword;
}
