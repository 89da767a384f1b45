import { ts } from 'ts-morph';
import type { Reading } from './reading.ts';

/** Where a name leads: an export of a package, or a declaration in the sources. */
export type Followed =
  | { readonly kind: 'package'; readonly module: string; readonly name: string; readonly declaration?: ts.Declaration }
  | { readonly kind: 'declaration'; readonly declaration: ts.Declaration };

const sdk = /^@service\/sdk(?:\/|$)/;

/** Follows an identifier or `namespace.name` through imports, aliases and re-exports. */
export function follow(reading: Reading, expression: ts.Expression | ts.EntityName): Followed | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(name)) return undefined;
  if (ts.isPropertyAccessExpression(expression)) {
    // A member of a result has no declaration to follow, and asking for it would infer the types of the whole chain.
    if (!isDotted(expression.expression)) return undefined;
    const module = namespaceModule(reading, expression.expression);
    if (module !== undefined) return followExport(reading, module, name.text);
  }
  const symbol =
    ts.isIdentifier(expression) && ts.isShorthandPropertyAssignment(expression.parent)
      ? reading.checker.getShorthandAssignmentValueSymbol(expression.parent)
      : reading.checker.getSymbolAtLocation(name);
  return symbol === undefined ? undefined : followSymbol(reading, symbol);
}

/**
 * The export of a package that a name is; undefined for anything else. Only what is imported may be one: of a member of anything else, TypeScript
 * would infer the type of its owner, which takes seconds where that is the parameter of a schema's function.
 */
export function followPackage(reading: Reading, expression: ts.Expression): Extract<Followed, { kind: 'package' }> | undefined {
  const isMember = ts.isPropertyAccessExpression(expression) && isOfImport(reading, expression.expression);
  const found = isMember || ts.isIdentifier(expression) ? follow(reading, expression) : undefined;
  return found?.kind === 'package' ? found : undefined;
}

/** Whether the first of `a.b.c` is imported. */
const isOfImport = (reading: Reading, owner: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(owner)
    ? isOfImport(reading, owner.expression)
    : ts.isIdentifier(owner) && ((reading.checker.getSymbolAtLocation(owner)?.flags ?? 0) & ts.SymbolFlags.Alias) !== 0;

/** Whether an expression makes a token that no other expression gives: `new InjectionToken(…)`, `Symbol(…)`. */
export const makesToken = (expression: ts.Expression): boolean =>
  ts.isNewExpression(expression) ||
  (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression) && expression.expression.text === 'Symbol');

const isDotted = (expression: ts.Expression): boolean =>
  ts.isIdentifier(expression) || (ts.isPropertyAccessExpression(expression) && isDotted(expression.expression));

/** The SDK's export that an expression names, without the maker's prefix (`ServiceTool` is `Tool`); undefined for anything else. */
export function sdkNameOf(reading: Reading, expression: ts.Expression): string | undefined {
  const found = followPackage(reading, expression);
  return found !== undefined && sdk.test(found.module) ? found.name.replace(/^Service(?=[A-Z])/, '') : undefined;
}

const zod = /^zod(?:\/|$)/;

/** True when the expression's leftmost name comes from zod, or from a module of the project that exports it again. */
export function isZodRooted(reading: Reading, expression: ts.Expression): boolean {
  let root: ts.Expression = expression;
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root) || ts.isElementAccessExpression(root)) root = root.expression;
  if (!ts.isIdentifier(root)) return false;
  const module = namespaceModule(reading, root) ?? moduleOfName(reading, root);
  if (module === undefined) return false;
  return zod.test(moduleText(module)) || isOfZod(follow(reading, root));
}

/** True for an export of zod, whatever modules it went through. */
export function isOfZod(found: Followed | undefined): boolean {
  if (found?.kind === 'package') return zod.test(found.module);
  return found !== undefined && /\/node_modules\/zod\//.test(found.declaration.getSourceFile().fileName);
}

function moduleOfName(reading: Reading, name: ts.Identifier): ts.Expression | undefined {
  const symbol = reading.checker.getSymbolAtLocation(name);
  const specifier = symbol?.declarations?.find((declaration) => ts.isImportSpecifier(declaration) || ts.isImportClause(declaration));
  if (specifier === undefined) return undefined;
  return ts.isImportSpecifier(specifier)
    ? specifier.parent.parent.parent.moduleSpecifier
    : ts.isImportClause(specifier)
      ? specifier.parent.moduleSpecifier
      : undefined;
}

/** Module of `import * as x`, when the expression is that x. */
function namespaceModule(reading: Reading, expression: ts.Expression): ts.Expression | undefined {
  if (!ts.isIdentifier(expression)) return undefined;
  const declaration = reading.checker.getSymbolAtLocation(expression)?.declarations?.[0];
  return declaration !== undefined && ts.isNamespaceImport(declaration) ? declaration.parent.parent.moduleSpecifier : undefined;
}

function followSymbol(reading: Reading, symbol: ts.Symbol): Followed | undefined {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (declaration === undefined) return undefined;
  if (ts.isImportSpecifier(declaration)) {
    return followExport(reading, declaration.parent.parent.parent.moduleSpecifier, (declaration.propertyName ?? declaration.name).text);
  }
  if (ts.isImportClause(declaration)) return followExport(reading, declaration.parent.moduleSpecifier, 'default');
  if (ts.isExportSpecifier(declaration)) return followExportSpecifier(reading, declaration);
  // export * as z from 'zod'
  if (ts.isNamespaceExport(declaration)) {
    const module = declaration.parent.moduleSpecifier;
    if (module !== undefined && zod.test(moduleText(module))) return { kind: 'package', module: moduleText(module), name: '*' };
  }
  if (ts.isExportAssignment(declaration))
    return ts.isIdentifier(declaration.expression) ? follow(reading, declaration.expression) : { kind: 'declaration', declaration };
  return { kind: 'declaration', declaration };
}

function followExportSpecifier(reading: Reading, specifier: ts.ExportSpecifier): Followed | undefined {
  const name = specifier.propertyName ?? specifier.name;
  const { moduleSpecifier } = specifier.parent.parent;
  if (moduleSpecifier !== undefined) return followExport(reading, moduleSpecifier, name.text);
  const symbol = reading.checker.getExportSpecifierLocalTargetSymbol(specifier);
  return symbol === undefined ? undefined : followSymbol(reading, symbol);
}

function followExport(reading: Reading, specifier: ts.Expression, name: string): Followed | undefined {
  const module = moduleText(specifier);
  const symbol = reading.checker.getSymbolAtLocation(specifier);
  const member = symbol === undefined ? undefined : reading.checker.tryGetMemberInModuleExports(name, symbol);
  // A package's inside is its own business: its public name is the identity, whatever file declares it.
  if (!module.startsWith('.') && !isSourceOfProject(reading, symbol)) {
    const declaration = member === undefined ? undefined : aliasedDeclaration(reading, member);
    return { kind: 'package', module, name, declaration };
  }
  return member === undefined ? undefined : followSymbol(reading, member);
}

/** Path aliases (`@/tools/add`) look like packages and lead to the project's own files. */
function isSourceOfProject(reading: Reading, module: ts.Symbol | undefined): boolean {
  const file = module?.declarations?.[0]?.getSourceFile();
  if (file === undefined || file.isDeclarationFile) return false;
  const { fileName } = file;
  return fileName.startsWith(`${reading.root.replaceAll('\\', '/')}/`) && !fileName.includes('/node_modules/');
}

function aliasedDeclaration(reading: Reading, symbol: ts.Symbol): ts.Declaration | undefined {
  const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : reading.checker.getAliasedSymbol(symbol);
  return target.valueDeclaration ?? target.declarations?.[0];
}

const moduleText = (specifier: ts.Expression): string => (ts.isStringLiteralLike(specifier) ? specifier.text : '');

/** The function that an expression is or names; undefined when it cannot be seen. */
export function functionOf(reading: Reading, handler: ts.Expression): ts.FunctionLikeDeclaration | undefined {
  if (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler)) return handler;
  const found = ts.isIdentifier(handler) ? follow(reading, handler) : undefined;
  if (found?.kind !== 'declaration') return undefined;
  if (ts.isFunctionDeclaration(found.declaration)) return found.declaration;
  const initializer = ts.isVariableDeclaration(found.declaration) ? found.declaration.initializer : undefined;
  return initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? initializer : undefined;
}
