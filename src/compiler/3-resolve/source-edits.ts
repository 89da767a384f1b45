import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';
import { type BuildOnlyFacts, planBuildOnlyEdits } from './build-only-edits.ts';
import { importedNames } from './imported-names.ts';

/** Entries of zod whose `z` and default export are the module's own namespace. */
const zodModules = new Set(['zod', 'zod/v4', 'zod/mini', 'zod/v4-mini']);

/**
 * Changes of the user's sources that the bundler applies while loading. `import { z } from 'zod'` becomes `import * as z`, because a bundler
 * cannot see through the re-exported namespace and would keep all of zod (92 kB instead of 26 kB after gzip). Decorators that only record
 * become calls after their class, unused providers may be left out, and so is what only a build needs of adapters and plugins. The names of zod's imports are counted: one that lost them all to
 * schemas would make a bundler read a hundred files for nothing.
 */
export function planSourceEdits(files: readonly ts.SourceFile[], facts: BuildOnlyFacts = { isSettled: false }): SourceEdit[] {
  return files.flatMap((file) => [
    ...file.statements.flatMap((statement) => (ts.isImportDeclaration(statement) ? planNamespaceImport(file, statement) : [])),
    ...planPlainDecorators(file),
    ...planPureProviders(file),
    ...planBuildOnlyEdits(file, facts),
  ]);
}

function planNamespaceImport(file: ts.SourceFile, declaration: ts.ImportDeclaration): SourceEdit[] {
  const { importClause: clause, moduleSpecifier } = declaration;
  if (clause === undefined || clause.isTypeOnly || !ts.isStringLiteral(moduleSpecifier) || !zodModules.has(moduleSpecifier.text)) return [];
  const { namedBindings: bindings } = clause;
  const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
  const isNamespace = (item: ts.ImportSpecifier): boolean =>
    !item.isTypeOnly && ['z', 'default'].includes((item.propertyName ?? item.name).text);
  const locals = [
    ...(clause.name === undefined ? [] : [clause.name.text]),
    ...(bindings !== undefined && ts.isNamespaceImport(bindings) ? [bindings.name.text] : []),
    ...named.filter(isNamespace).map((item) => item.name.text),
  ];
  if (locals.length === 0) return [];
  const specifier = moduleSpecifier.getText(file);
  const rest = named.filter((item) => !isNamespace(item)).map((item) => item.getText(file));
  const statements = locals.map((local) => `import * as ${local} from ${specifier};`);
  if (rest.length > 0) statements.push(`import { ${rest.join(', ')} } from ${specifier};`);
  const start = declaration.getStart(file);
  const edit: SourceEdit = {
    file: file.fileName,
    start,
    end: declaration.getEnd(),
    kind: 'zod-namespace-import',
    text: statements.join(' '),
  };
  return [rest.length > 0 ? edit : { ...edit, names: locationsOf(file, new Set(locals)) }];
}

/** Where a file has one of the names, whatever it means there: a shadowing name costs time, an overlooked one would break the server. */
function locationsOf(file: ts.SourceFile, names: ReadonlySet<string>): number[] {
  const locations: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(node.text)) locations.push(node.getStart(file));
    // Types are gone before a bundler looks, but what a class extends is a value.
    if (!ts.isTypeNode(node) || ts.isExpressionWithTypeArguments(node)) ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) if (!ts.isImportDeclaration(statement)) visit(statement);
  return locations;
}

/** Decorators of the SDK that record what they are given beside the class, return nothing and do not read their context. */
const recording = new Set(['Adapter', 'App', 'Plugin', 'Prompt', 'Provider', 'Resource', 'ResourceTemplate', 'Service', 'Skill', 'Tool']);

/**
 * `@Tool({ … }) class A {}` becomes `class A {} Tool({ … })(A);`: the same to a decorator that only records, and without the 2 kB that lower
 * decorators. Classes with anything that could tell the difference stay as they are: other decorators, statics that run code, no name.
 */
function planPlainDecorators(file: ts.SourceFile): SourceEdit[] {
  const imported = importedNames(file, recording);
  return imported.size === 0
    ? []
    : file.statements.flatMap((statement) => (ts.isClassDeclaration(statement) ? plan(file, statement, imported) : []));
}

function plan(file: ts.SourceFile, declaration: ts.ClassDeclaration, imported: ReadonlySet<string>): SourceEdit[] {
  const [decorator, ...others] = ts.getDecorators(declaration) ?? [];
  const { members, name } = declaration;
  if (decorator === undefined || others.length > 0 || name === undefined || members.some(tellsTheDifference)) return [];
  const { expression } = decorator;
  if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression) || !imported.has(expression.expression.text)) return [];
  const edit = { file: file.fileName, kind: 'plain-decorator' as const };
  const [start, end] = [decorator.getStart(file), decorator.getEnd()];
  return [
    { ...edit, start, end: start + 1, text: ';' },
    { ...edit, start: end, end, text: `(${name.text});`, at: 'after' },
    { ...edit, start, end, text: '', moveTo: declaration.getEnd() },
  ];
}

/** Static code runs after decorators where they are written as such, and a decorated member needs the class's own metadata. */
function tellsTheDifference(member: ts.ClassElement): boolean {
  if (ts.isClassStaticBlockDeclaration(member)) return true;
  if (ts.isPropertyDeclaration(member) && member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))
    return ts.isComputedPropertyName(member.name) || runsCode(member.initializer);
  return ts.canHaveDecorators(member) && (ts.getDecorators(member) ?? []).length > 0;
}

/** A name or a function says the same before and after the decorator. */
const runsCode = (initializer: ts.Expression | undefined): boolean =>
  initializer !== undefined &&
  !ts.isIdentifier(initializer) &&
  !ts.isArrowFunction(initializer) &&
  !ts.isFunctionExpression(initializer) &&
  !ts.isLiteralExpression(initializer);

/** Functions of the SDK that only put a record together. */
const pure: ReadonlySet<string> = new Set(['AsyncProvider']);

/** Marks records of providers as free of effects: an unused one is left out of the bundle, with what its factory imports. */
function planPureProviders(file: ts.SourceFile): SourceEdit[] {
  const imported = importedNames(file, pure);
  if (imported.size === 0) return [];
  const declared = file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? statement.declarationList.declarations : [],
  );
  return declared.flatMap(({ initializer }) => {
    if (initializer === undefined || !ts.isCallExpression(initializer)) return [];
    const { expression } = initializer;
    if (!ts.isIdentifier(expression) || !imported.has(expression.text)) return [];
    const start = initializer.getStart(file);
    return [{ file: file.fileName, kind: 'pure-provider' as const, start, end: start, text: '/* @__PURE__ */ ' }];
  });
}
