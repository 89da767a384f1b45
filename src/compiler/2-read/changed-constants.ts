import { ts } from 'ts-morph';
import { follow, functionOf } from './follow.ts';
import type { Reading } from './reading.ts';

/** Methods that change the array, map or set they belong to. */
const changing: ReadonlySet<string> = new Set([
  'add',
  'clear',
  'copyWithin',
  'delete',
  'fill',
  'pop',
  'push',
  'reverse',
  'set',
  'shift',
  'sort',
  'splice',
  'unshift',
]);

/** Functions of the language that change their first argument. */
const changesItsArgument: ReadonlySet<string> = new Set([
  'Object.assign',
  'Object.defineProperties',
  'Object.defineProperty',
  'Reflect.defineProperty',
  'Reflect.deleteProperty',
  'Reflect.set',
]);

type Named = ts.VariableDeclaration | ts.ParameterDeclaration | ts.ClassDeclaration;

/**
 * Whether statements change what a constant holds: `tools.push(…)`, `info.version = …`, in its own file or where it is imported, also by
 * way of another name or of a function of the project. Such a constant is not what its initializer says.
 */
export function isChanged(reading: Reading, declaration: Exclude<Named, ts.ClassDeclaration>): boolean {
  const known = reading.changed.get(declaration);
  if (known !== undefined) return known;
  // A function that hands its parameter to itself ends here.
  reading.changed.set(declaration, false);
  const changed = usesOf(reading, declaration).some((use) => changes(reading, use));
  reading.changed.set(declaration, changed);
  return changed;
}

/** Whether a class is handed to a function by its name, as in `Tool({ … })(Add)`. */
export function isHandedOn(reading: Reading, declaration: ts.ClassLikeDeclaration): boolean {
  if (!ts.isClassDeclaration(declaration)) return ts.isCallExpression(declaration.parent);
  return usesOf(reading, declaration).some((use) => ts.isCallExpression(use.parent) && use.parent.arguments.includes(use));
}

function usesOf(reading: Reading, declaration: Named): readonly ts.Identifier[] {
  if (declaration.name === undefined || !ts.isIdentifier(declaration.name)) return [];
  const { text } = declaration.name;
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const home = declaration.getSourceFile();
  const leadsHere = (name: ts.Identifier): boolean => {
    const found = name === declaration.name ? undefined : follow(reading, name);
    return found?.kind === 'declaration' && found.declaration === declaration;
  };
  const atHome = namesIn(reading, home).get(text) ?? [];
  if (!ts.isSourceFile(statement.parent)) return atHome.filter(leadsHere);
  const { imports, members } = usesAbroad(reading);
  const abroad = [...(imports.get(declaration) ?? []), ...(members.get(text) ?? [])].filter((name) => name.getSourceFile() !== home);
  return [...atHome, ...abroad].filter(leadsHere);
}

/** Uses of declarations in other files of the project; found once, because each of a thousand tools asks. */
function usesAbroad(reading: Reading): NonNullable<Reading['abroad']> {
  if (reading.abroad !== undefined) return reading.abroad;
  const imports = new Map<ts.Declaration, ts.Identifier[]>();
  const members = new Map<string, ts.Identifier[]>();
  for (const file of reading.ownFiles) {
    const names = namesIn(reading, file);
    for (const name of importedNames(file)) {
      const found = follow(reading, name);
      if (found?.kind === 'declaration') addTo(imports, found.declaration, names.get(name.text) ?? []);
    }
    for (const [text, same] of names) addTo(members, text, same.filter(isMemberName));
  }
  return (reading.abroad = { imports, members });
}

function addTo<Key>(lists: Map<Key, ts.Identifier[]>, key: Key, added: readonly ts.Identifier[]): void {
  const list = lists.get(key);
  if (list !== undefined) list.push(...added);
  else if (added.length > 0) lists.set(key, [...added]);
}

/** `name` in `module.name`, which an import of a whole module makes a use. */
const isMemberName = (name: ts.Identifier): boolean => ts.isPropertyAccessExpression(name.parent) && name.parent.name === name;

/** What a file calls the things that it imports. */
function importedNames(file: ts.SourceFile): readonly ts.Identifier[] {
  return file.statements.flatMap((statement) => {
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
    const bindings = clause?.namedBindings;
    const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name) : [];
    return [...(clause?.name === undefined ? [] : [clause.name]), ...named];
  });
}

function namesIn(reading: Reading, file: ts.SourceFile): ReadonlyMap<string, readonly ts.Identifier[]> {
  const known = reading.names.get(file);
  if (known !== undefined) return known;
  const names = new Map<string, ts.Identifier[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const same = names.get(node.text);
      if (same === undefined) names.set(node.text, [node]);
      else same.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  reading.names.set(file, names);
  return names;
}

function changes(reading: Reading, use: ts.Identifier): boolean {
  const { outermost, isMember } = accessOf(use);
  const { parent } = outermost;
  if (isAssigned(outermost)) return isMember;
  if (isMember && ts.isCallExpression(parent) && parent.expression === outermost && ts.isPropertyAccessExpression(outermost))
    return changing.has(outermost.name.text);
  if (ts.isCallExpression(parent)) return changesArgument(reading, parent, outermost);
  return !isMember && ts.isVariableDeclaration(parent) && parent.initializer === outermost && isChanged(reading, parent);
}

/** `use.a[0].b`, of which the use is the root, and `(use as T)`. */
function accessOf(use: ts.Identifier): { readonly outermost: ts.Expression; readonly isMember: boolean } {
  // In `namespace.use` the use is the member's name.
  let outermost: ts.Expression = ts.isPropertyAccessExpression(use.parent) && use.parent.name === use ? use.parent : use;
  let isMember = false;
  for (;;) {
    const { parent } = outermost;
    if ((ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === outermost) isMember = true;
    else if (!isWrapper(parent)) return { outermost, isMember };
    outermost = parent as ts.Expression;
  }
}

/** Brackets and assertions: they hold the same value. */
export const isWrapper = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isSatisfiesExpression(node);

function isAssigned(target: ts.Expression): boolean {
  const { parent } = target;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    return parent.left === target && kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  }
  const isCounted = ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent);
  if (isCounted) return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
  return ts.isDeleteExpression(parent);
}

/** A function of a package is taken to leave its arguments as they are. */
function changesArgument(reading: Reading, call: ts.CallExpression, argument: ts.Expression): boolean {
  const at = call.arguments.indexOf(argument);
  if (at < 0) return false;
  if (at === 0 && changesItsArgument.has(call.expression.getText())) return true;
  const parameter = functionOf(reading, call.expression)?.parameters[at];
  return parameter !== undefined && isChanged(reading, parameter);
}
