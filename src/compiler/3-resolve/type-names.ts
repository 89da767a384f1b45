import { ts } from 'ts-morph';

/** Whether a name means no value: an interface, a type, or something that was imported or exported as a type. False for names without a meaning. */
export function isTypeAlone(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): boolean {
  const seen = new Set<ts.Symbol>();
  for (let at = symbol; at !== undefined && !seen.has(at);) {
    seen.add(at);
    if ((at.flags & ts.SymbolFlags.Alias) === 0) return !isValue(at);
    if (at.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration) === true) return true;
    const next = aliased(checker, at);
    if (next === 'type') return true;
    at = next;
  }
  const target = symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0 ? undefined : checker.getAliasedSymbol(symbol);
  return target !== undefined && !isValue(target);
}

/** A const enum without code is a value to TypeScript alone. */
function isValue({ declarations = [], flags }: ts.Symbol): boolean {
  const kinds = flags & ts.SymbolFlags.Value;
  if (kinds !== ts.SymbolFlags.ConstEnum) return kinds !== 0;
  return !declarations.every(isAmbient);
}

/** Says what is elsewhere, and is no code itself. */
export const isAmbient = (node: ts.Declaration): boolean =>
  node.getSourceFile().isDeclarationFile || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient) !== 0;

/** What an import or export names, one step on; undefined where that is not written as a name of another module. */
function aliased(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol | 'type' | undefined {
  const declaration = symbol.declarations?.find((one) => ts.isExportSpecifier(one) || ts.isImportSpecifier(one) || ts.isImportClause(one));
  if (declaration === undefined) return undefined;
  if (ts.isExportSpecifier(declaration) && declaration.parent.parent.moduleSpecifier === undefined)
    return checker.getExportSpecifierLocalTargetSymbol(declaration);
  const statement = ts.findAncestor(declaration, (one) => ts.isImportDeclaration(one) || ts.isExportDeclaration(one));
  const specifier = statement?.moduleSpecifier;
  const module = specifier === undefined ? undefined : checker.getSymbolAtLocation(specifier);
  const name = ts.isImportClause(declaration) ? 'default' : (declaration.propertyName ?? declaration.name).text;
  return module === undefined ? undefined : exportOf(checker, module, name);
}

/** An export of a module by its name; a type where only `export type *` leads to it. */
function exportOf(checker: ts.TypeChecker, module: ts.Symbol, name: string): ts.Symbol | 'type' | undefined {
  const found = checker.tryGetMemberInModuleExports(name, module);
  const own = module.exports?.get(ts.escapeLeadingUnderscores(name));
  if (found === undefined || own !== undefined) return found;
  const stars = (module.exports?.get(ts.InternalSymbolName.ExportStar)?.declarations ?? []).filter(ts.isExportDeclaration);
  return stars.some((star) => !star.isTypeOnly && leadsTo(checker, star, name)) ? found : 'type';
}

function leadsTo(checker: ts.TypeChecker, { moduleSpecifier }: ts.ExportDeclaration, name: string): boolean {
  const module = moduleSpecifier === undefined ? undefined : checker.getSymbolAtLocation(moduleSpecifier);
  return module !== undefined && typeof exportOf(checker, module, name) === 'object';
}
