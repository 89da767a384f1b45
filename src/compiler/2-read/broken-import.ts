import { ts } from 'ts-morph';
import type { Reading } from './reading.ts';

/** The first broken import behind a name: a missing module, or a name that its module does not export. */
export function brokenImport(reading: Reading, expression: ts.Expression): ts.Node | undefined {
  const declaration = ts.isIdentifier(expression) ? reading.checker.getSymbolAtLocation(expression)?.declarations?.[0] : undefined;
  return declaration === undefined ? undefined : breakIn(reading, declaration);
}

function breakIn(reading: Reading, link: ts.Declaration): ts.Node | undefined {
  const { checker } = reading;
  const specifier = specifierOf(link);
  if (specifier === undefined) {
    const local = ts.isExportSpecifier(link) ? checker.getExportSpecifierLocalTargetSymbol(link)?.declarations?.[0] : undefined;
    return local === undefined ? undefined : breakIn(reading, local);
  }
  const module = checker.getSymbolAtLocation(specifier);
  if (module === undefined) return specifier;
  const name = ts.isImportClause(link) ? 'default' : nameOf(link)?.text;
  if (name === undefined) return undefined;
  const next = checker.tryGetMemberInModuleExports(name, module)?.declarations?.[0];
  return next === undefined ? (nameOf(link) ?? link) : breakIn(reading, next);
}

function nameOf(link: ts.Declaration): ts.ModuleExportName | undefined {
  return ts.isImportSpecifier(link) || ts.isExportSpecifier(link) ? (link.propertyName ?? link.name) : undefined;
}

function specifierOf(link: ts.Declaration): ts.Expression | undefined {
  if (ts.isImportSpecifier(link)) return link.parent.parent.parent.moduleSpecifier;
  if (ts.isImportClause(link)) return link.parent.moduleSpecifier;
  return ts.isExportSpecifier(link) ? link.parent.parent.moduleSpecifier : undefined;
}
