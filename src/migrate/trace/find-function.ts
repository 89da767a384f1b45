import { ts } from 'ts-morph';
import type { SourceModule } from '../read/source-module.ts';
import { declaredFunction, type DeclaredFunction } from './syntax.ts';

export interface FunctionLocation {
  readonly module: SourceModule;
  readonly declared: DeclaredFunction;
}

/** The function that a name of a module stands for, in this module or in the one that it is imported from. */
export function findFunction(modules: ReadonlyMap<string, SourceModule>, module: SourceModule, name: string): FunctionLocation | undefined {
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
