import { ts } from 'ts-morph';

/** Projects import the first, packages the second. */
const modules: readonly string[] = ['@service/sdk', '@service/sdk/define'];

/** Local names under which a file imports these of the SDK. */
export function importedNames(file: ts.SourceFile, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const names = file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const bindings = statement.importClause?.namedBindings;
    if (!modules.includes(statement.moduleSpecifier.text) || bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.filter((item) => wanted.has((item.propertyName ?? item.name).text)).map((item) => item.name.text);
  });
  return new Set(names);
}
