import { ts } from 'ts-morph';

/** Local names under which a file imports these of the SDK. */
export function importedNames(file: ts.SourceFile, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const names = file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const bindings = statement.importClause?.namedBindings;
    if (statement.moduleSpecifier.text !== '@service/sdk' || bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.filter((item) => wanted.has((item.propertyName ?? item.name).text)).map((item) => item.name.text);
  });
  return new Set(names);
}
