import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';

/**
 * The bundler compiles one file at a time. What TypeScript knows of the whole program is written into the source before: the values of enum
 * members, those of const enums that only a declaration file has, and which exported names are types. Line numbers stay.
 * @param sdkFolder its modules are written for a bundler: looking through those of a checkout takes a sixth of a compilation
 */
export function planTypeScriptEdits(program: ts.Program, sdkFolder?: string): SourceEdit[] {
  const sdk = sdkFolder === undefined ? undefined : `${sdkFolder.replaceAll('\\', '/')}/`;
  const isSdk = ({ fileName }: ts.SourceFile): boolean => sdk !== undefined && fileName.startsWith(sdk);
  const files = program.getSourceFiles().filter((file) => !file.isDeclarationFile && !isSdk(file) && isTypeScript(file));
  return files.flatMap((file) => planFile(program, file));
}

const isInstalled = ({ fileName }: ts.SourceFile): boolean => fileName.includes('/node_modules/');
const isTypeScript = ({ fileName }: ts.SourceFile): boolean => /\.[cm]?tsx?$/.test(fileName);

function planFile(program: ts.Program, file: ts.SourceFile): SourceEdit[] {
  const checker = program.getTypeChecker();
  const edit = (start: number, end: number, text: string): SourceEdit => ({
    file: file.fileName,
    start,
    end,
    kind: 'whole-program',
    text,
  });
  const found: SourceEdit[] = [];
  const joined = joinEnums(checker, file, edit);
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isImportEqualsDeclaration(node)) return void found.push(...aliasEdits(checker, node, edit));
    if (ts.isEnumDeclaration(node)) return void found.push(...(joined.get(node) ?? enumEdits(checker, node, edit)));
    const value = isAccess(node) ? declaredConstant(checker, node) : undefined;
    if (value !== undefined) return void found.push(edit(node.getStart(file), node.getEnd(), printConstant(value, node)));
    ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) visit(statement);
  // With this option the author says which names are types; a package may have been written without it.
  if (program.getCompilerOptions().verbatimModuleSyntax !== true || isInstalled(file))
    for (const statement of file.statements) found.push(...exportEdits(checker, statement, edit));
  return found;
}

type MakeEdit = (start: number, end: number, text: string) => SourceEdit;

/**
 * An exported enum with several declarations becomes one: the bundler compiles a file before it bundles it, and takes the second variable of
 * one name for unused. Left alone where a member is decided at run time.
 */
function joinEnums(checker: ts.TypeChecker, file: ts.SourceFile, edit: MakeEdit): ReadonlyMap<ts.EnumDeclaration, readonly SourceEdit[]> {
  const byName = new Map<string, ts.EnumDeclaration[]>();
  for (const node of file.statements)
    if (ts.isEnumDeclaration(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
      byName.set(node.name.text, [...(byName.get(node.name.text) ?? []), node]);
  return new Map(
    [...byName.values()].flatMap((all) => {
      const [first, ...later] = all;
      const members = all.flatMap((one) =>
        one.members.map((member) => ({ name: member.name.getText(), value: checker.getConstantValue(member) })),
      );
      if (first === undefined || later.length === 0 || !members.every((one): one is Constant => one.value !== undefined)) return [];
      const body = members.map(({ name, value }) => `${name} = ${printConstant(value)}`).join(', ');
      const whole = edit(first.name.getEnd(), first.getEnd(), ` { ${body}${lineBreaksBetween(first)} }`);
      return [[first, [whole]] as const, ...later.map((one) => [one, [edit(one.getStart(), one.getEnd(), lineBreaksOf(one))]] as const)];
    }),
  );
}

interface Constant {
  readonly name: string;
  readonly value: string | number;
}

/** Of an enum's body. */
const lineBreaksBetween = (node: ts.EnumDeclaration): string =>
  node.getSourceFile().text.slice(node.name.getEnd(), node.getEnd()).replaceAll(/[^\n]/g, '');

/** Members whose value is not written as it is, and those that count on from one. */
function enumEdits(checker: ts.TypeChecker, declaration: ts.EnumDeclaration, edit: MakeEdit): SourceEdit[] {
  let counts = false;
  return declaration.members.flatMap((member) => {
    const { initializer } = member;
    counts = initializer === undefined ? counts : !isLiteral(initializer);
    const value = counts ? checker.getConstantValue(member) : undefined;
    if (value === undefined) return [];
    return [
      initializer === undefined
        ? { ...edit(member.getEnd(), member.getEnd(), ` = ${printConstant(value)}`), at: 'after' as const }
        : edit(initializer.getStart(), initializer.getEnd(), printConstant(value) + lineBreaksOf(initializer)),
    ];
  });
}

const isLiteral = (node: ts.Expression): boolean =>
  ts.isNumericLiteral(node) || ts.isStringLiteralLike(node) || (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand));

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;
const isAccess = (node: ts.Node): node is Access => ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);

/** The value of a member of a const enum that has no code: it is declared. */
function declaredConstant(checker: ts.TypeChecker, node: Access): string | number | undefined {
  if (!startsWithName(checker, node.expression)) return undefined;
  const symbol = resolved(checker, checker.getSymbolAtLocation(node.expression));
  const declarations = symbol === undefined || (symbol.flags & ts.SymbolFlags.ConstEnum) === 0 ? [] : (symbol.declarations ?? []);
  const isDeclared = declarations.length > 0 && declarations.every(isAmbient);
  return isDeclared ? checker.getConstantValue(node) : undefined;
}

/** `a.b.c` where `a` is no variable: the types of other expressions would have to be found out first. */
function startsWithName(checker: ts.TypeChecker, node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return startsWithName(checker, node.expression);
  if (!ts.isIdentifier(node)) return false;
  const symbol = resolved(checker, checker.getSymbolAtLocation(node));
  return symbol !== undefined && (symbol.flags & (ts.SymbolFlags.ConstEnum | ts.SymbolFlags.Namespace)) !== 0;
}

const resolved = (checker: ts.TypeChecker, symbol: ts.Symbol | undefined): ts.Symbol | undefined =>
  symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;

/** No `import a = b.c` of a type, and none that nothing uses: the bundler would load the module of `b` for it. */
function aliasEdits(checker: ts.TypeChecker, node: ts.ImportEqualsDeclaration, edit: MakeEdit): SourceEdit[] {
  if (node.isTypeOnly || ts.isExternalModuleReference(node.moduleReference)) return [];
  const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  const isNeeded = !isTypeAlone(checker, checker.getSymbolAtLocation(node.name)) && (isExported || isUsed(node.name));
  return isNeeded ? [] : [edit(node.getStart(), node.getEnd(), lineBreaksOf(node))];
}

/** Whether the name stands elsewhere in its file, outside of types. */
function isUsed(name: ts.Identifier): boolean {
  const visit = (node: ts.Node): boolean => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return false;
    if (node === name.parent) return false;
    return (ts.isIdentifier(node) && node.text === name.text) || ts.forEachChild(node, visit) === true;
  };
  return visit(name.getSourceFile());
}

/** `type` before exported names that are types; no default export that is one. */
function exportEdits(checker: ts.TypeChecker, statement: ts.Statement, edit: MakeEdit): SourceEdit[] {
  if (ts.isExportAssignment(statement))
    return ts.isIdentifier(statement.expression) && isTypeAlone(checker, checker.getSymbolAtLocation(statement.expression))
      ? [edit(statement.getStart(), statement.getEnd(), lineBreaksOf(statement))]
      : [];
  if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
  const { exportClause: clause } = statement;
  if (clause === undefined || !ts.isNamedExports(clause)) return [];
  const isType = (item: ts.ExportSpecifier): boolean => item.isTypeOnly || isTypeAlone(checker, checker.getSymbolAtLocation(item.name));
  // A bundler looks for the module of the others, even when all are marked.
  if (clause.elements.length > 0 && clause.elements.every(isType))
    return [edit(statement.getStart(), statement.getEnd(), lineBreaksOf(statement))];
  return clause.elements.filter((item) => !item.isTypeOnly && isType(item)).map((item) => edit(item.getStart(), item.getStart(), 'type '));
}

function printConstant(value: string | number, node?: ts.Node): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const isObject = node !== undefined && isAccess(node.parent) && node.parent.expression === node;
  if (!isObject) return String(value);
  // Brackets at the start of a line could be a call of what ends the line before.
  return value < 0 ? `(${value})` : Number.isInteger(value) ? `${value} ` : String(value);
}

/** Keeps the lines that follow where they are. */
const lineBreaksOf = (node: ts.Node): string => node.getText().replaceAll(/[^\n]/g, '');

/** Whether a name means no value: an interface, a type, or something that was imported or exported as a type. False for names without a meaning. */
function isTypeAlone(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): boolean {
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
const isAmbient = (node: ts.Declaration): boolean =>
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
