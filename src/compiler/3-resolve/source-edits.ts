import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';
import { planPlainDecorators } from './plain-decorators.ts';

/** Entries of zod whose `z` and default export are the module's own namespace. */
const zodModules = new Set(['zod', 'zod/v4', 'zod/mini', 'zod/v4-mini']);

/**
 * Changes of the user's sources that the bundler applies while loading. `import { z } from 'zod'` becomes `import * as z`, because a bundler
 * cannot see through the re-exported namespace and would keep all of zod (92 kB instead of 26 kB after gzip). Decorators that only record
 * become calls after their class (`plain-decorators.ts`).
 */
export function planSourceEdits(files: readonly ts.SourceFile[]): SourceEdit[] {
  return files.flatMap((file) => [
    ...file.statements.flatMap((statement) => (ts.isImportDeclaration(statement) ? planNamespaceImport(file, statement) : [])),
    ...planPlainDecorators(file),
  ]);
}

function planNamespaceImport(file: ts.SourceFile, declaration: ts.ImportDeclaration): SourceEdit[] {
  const { importClause: clause, moduleSpecifier } = declaration;
  if (clause === undefined || clause.isTypeOnly || !ts.isStringLiteral(moduleSpecifier) || !zodModules.has(moduleSpecifier.text)) return [];
  if (clause.namedBindings !== undefined && !ts.isNamedImports(clause.namedBindings)) return [];
  const named = clause.namedBindings?.elements ?? [];
  const isNamespace = (item: ts.ImportSpecifier): boolean =>
    !item.isTypeOnly && ['z', 'default'].includes((item.propertyName ?? item.name).text);
  const locals = [...(clause.name === undefined ? [] : [clause.name.text]), ...named.filter(isNamespace).map((item) => item.name.text)];
  if (locals.length === 0) return [];
  const specifier = moduleSpecifier.getText(file);
  const rest = named.filter((item) => !isNamespace(item)).map((item) => item.getText(file));
  const statements = locals.map((local) => `import * as ${local} from ${specifier};`);
  if (rest.length > 0) statements.push(`import { ${rest.join(', ')} } from ${specifier};`);
  return [
    {
      file: file.fileName,
      start: declaration.getStart(file),
      end: declaration.getEnd(),
      kind: 'zod-namespace-import',
      text: statements.join(' '),
    },
  ];
}
