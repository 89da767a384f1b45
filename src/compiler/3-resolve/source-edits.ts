import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';
import { planPlainDecorators } from './plain-decorators.ts';
import { planPureProviders } from './pure-providers.ts';

/** Entries of zod whose `z` and default export are the module's own namespace. */
const zodModules = new Set(['zod', 'zod/v4', 'zod/mini', 'zod/v4-mini']);

/**
 * Changes of the user's sources that the bundler applies while loading. `import { z } from 'zod'` becomes `import * as z`, because a bundler
 * cannot see through the re-exported namespace and would keep all of zod (92 kB instead of 26 kB after gzip). Decorators that only record
 * become calls after their class (`plain-decorators.ts`), providers that nobody uses may go (`pure-providers.ts`). The names of zod's imports are counted: one that lost them all to schemas would
 * make a bundler read a hundred files for nothing.
 */
export function planSourceEdits(files: readonly ts.SourceFile[]): SourceEdit[] {
  return files.flatMap((file) => [
    ...file.statements.flatMap((statement) => (ts.isImportDeclaration(statement) ? planNamespaceImport(file, statement) : [])),
    ...planPlainDecorators(file),
    ...planPureProviders(file),
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
