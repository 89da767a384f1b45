import { ts } from 'ts-morph';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { packageOf, unavailablePackages, unavailableSdkNames } from '../model/unavailable-names.ts';
import { type Reading, spanOf } from './reading.ts';

/** Imports of names and packages that no build has, each with what to write instead. */
export const unavailableImports = (reading: Reading, files: readonly ts.SourceFile[]): readonly Diagnostic[] =>
  files.flatMap(({ statements }) =>
    statements.flatMap((statement) =>
      (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
      statement.moduleSpecifier !== undefined &&
      ts.isStringLiteral(statement.moduleSpecifier)
        ? unavailableIn(reading, statement, statement.moduleSpecifier)
        : [],
    ),
  );

function unavailableIn(
  reading: Reading,
  statement: ts.ImportDeclaration | ts.ExportDeclaration,
  specifier: ts.StringLiteral,
): readonly Diagnostic[] {
  const name = packageOf(specifier.text);
  if (name === '@service/sdk') return importedNames(statement).flatMap((element) => unavailableName(reading, element));
  const instead = unavailablePackages.get(name);
  // A package of that name may be installed: then it is the project's own business.
  if (instead === undefined || reading.checker.getSymbolAtLocation(specifier) !== undefined) return [];
  return [diagnose('name-unavailable', { name, instead }, { span: spanOf(reading, specifier) })];
}

function importedNames(statement: ts.ImportDeclaration | ts.ExportDeclaration): readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] {
  const names = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  return names !== undefined && (ts.isNamedImports(names) || ts.isNamedExports(names)) ? [...names.elements] : [];
}

function unavailableName(reading: Reading, element: ts.ImportSpecifier | ts.ExportSpecifier): readonly Diagnostic[] {
  const { text } = element.propertyName ?? element.name;
  const instead = unavailableSdkNames.get(text);
  if (instead === undefined) return [];
  return [diagnose('name-unavailable', { name: `\`${text}\` of @service/sdk`, instead }, { span: spanOf(reading, element) })];
}
