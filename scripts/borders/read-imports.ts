import { ts } from 'ts-morph';

/** One import, export-from, dynamic import or import type, with what it names. */
export interface ImportSite {
  readonly specifier: string;
  readonly line: number;
  /** Imported names; empty for a namespace, a side effect or a dynamic import. */
  readonly names: readonly string[];
}

export interface SourceFacts {
  readonly imports: readonly ImportSite[];
  /** Lines on which `process.env` stands. */
  readonly environmentLines: readonly number[];
  /** Property names read from a namespace import of `node:fs`, with lines. */
  readonly fsMembers: readonly { readonly name: string; readonly line: number }[];
}

/** Reads a file's imports (types included) from its syntax alone; no checker, a millisecond a file. */
export function readImports(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const imports: ImportSite[] = [];
  const environmentLines: number[] = [];
  const fsMembers: { name: string; line: number }[] = [];
  const fsNamespaces = new Set<string>();

  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const specifier = node.moduleSpecifier.text;
      imports.push({ specifier, line: lineOf(node), names: namesOf(node) });
      const namespace = ts.isImportDeclaration(node) ? namespaceOf(node) : undefined;
      if (namespace && /^(node:)?fs(\/promises)?$/.test(specifier)) fsNamespaces.add(namespace);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) imports.push({ specifier: argument.text, line: lineOf(node), names: [] });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      imports.push({ specifier: node.argument.literal.text, line: lineOf(node), names: [] });
    } else if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      if (node.expression.text === 'process' && node.name.text === 'env') environmentLines.push(lineOf(node));
      if (fsNamespaces.has(node.expression.text)) fsMembers.push({ name: node.name.text, line: lineOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { imports, environmentLines, fsMembers };
}

function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
  if (ts.isExportDeclaration(node)) {
    return node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements.map(importedName) : [];
  }
  const bindings = node.importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(importedName) : [];
}

const importedName = (element: ts.ImportSpecifier | ts.ExportSpecifier): string => (element.propertyName ?? element.name).text;

function namespaceOf(node: ts.ImportDeclaration): string | undefined {
  const bindings = node.importClause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) return bindings.name.text;
  return node.importClause?.name?.text;
}
