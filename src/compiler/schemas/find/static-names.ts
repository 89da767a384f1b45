import { ts } from 'ts-morph';
import { follow, isOfZod, isZodRooted } from '../../2-read/follow.ts';
import { isMutated } from './mutations.ts';
import { isTopLevel, isWithin } from './syntax.ts';
import type { Walked } from './schema-reading.ts';
import { problemAt, unfit, type Walk } from './walk.ts';
import { changingValues, constantGlobals } from './zod-calls.ts';

/** What a name, or a member of a module, contributes to a schema. */
export function visitName(walk: Walk, name: ts.Identifier | ts.PropertyAccessExpression): void {
  const local = declarationOf(walk, name);
  if (local !== undefined && isWithin(local, walk.root)) return;
  const imported = local === undefined ? undefined : ts.findAncestor(local, ts.isImportDeclaration);
  if (local === undefined || (imported === undefined && local.getSourceFile().isDeclarationFile)) {
    if (!constantGlobals.has(name.getText())) unfit(walk, name, 'is known only while the server runs');
    // Any other use of it may lead to a member that changes: `Math['random']`, `const { random } = Math`.
    else if (changingValues.has(name.getText()) && !isNamedMember(name)) unfit(walk, name, 'differs from run to run');
    return;
  }
  if (isZodRooted(walk.schemas.reading, name)) {
    walk.usesZod = true;
    return;
  }
  if (imported !== undefined && isConstantImport(walk, name, imported)) return;
  const found = follow(walk.schemas.reading, name);
  // A member of a module that exports zod again: `own.z`.
  if (isOfZod(found)) {
    walk.usesZod = true;
    return;
  }
  if (imported !== undefined && ts.isStringLiteral(imported.moduleSpecifier)) walk.imports.add(imported.moduleSpecifier.text);
  if (found?.kind === 'package') {
    walk.problem ??= { ...problemAt(walk.schemas, name, `comes from the package ${found.module}`), package: found.module };
    return;
  }
  if (found === undefined) return unfit(walk, name, 'leads nowhere');
  visitDeclaration(walk, name, found.declaration);
}

/** Data of a JSON file, and what a package declares with one value alone: `export const limit = 80`. Neither changes. */
function isConstantImport({ schemas }: Walk, name: ts.Expression, { moduleSpecifier }: ts.ImportDeclaration): boolean {
  const { checker } = schemas.reading;
  const file = checker.getSymbolAtLocation(moduleSpecifier)?.declarations?.[0];
  if (file !== undefined && ts.isSourceFile(file) && file.fileName.endsWith('.json')) return true;
  if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text.startsWith('.')) return false;
  let outer = name;
  while (ts.isPropertyAccessExpression(outer.parent) && outer.parent.expression === outer) outer = outer.parent;
  const { flags } = checker.getTypeAtLocation(outer);
  return (flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BooleanLiteral)) !== 0;
}

const isNamedMember = (name: ts.Node): boolean => ts.isPropertyAccessExpression(name.parent) && name.parent.expression === name;

function declarationOf({ schemas }: Walk, name: ts.Identifier | ts.PropertyAccessExpression): ts.Declaration | undefined {
  const { checker } = schemas.reading;
  if (ts.isPropertyAccessExpression(name)) return checker.getSymbolAtLocation(name.expression)?.declarations?.[0];
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  return symbol?.valueDeclaration ?? symbol?.declarations?.[0];
}

function visitDeclaration(walk: Walk, name: ts.Node, declaration: ts.Node): void {
  if (ts.isEnumDeclaration(declaration)) return;
  if (ts.isSourceFile(declaration) && declaration.fileName.endsWith('.json')) return;
  if (ts.isExportAssignment(declaration)) return join(walk, declaration.expression);
  if (ts.isFunctionDeclaration(declaration) && isTopLevel(declaration)) return join(walk, declaration);
  const variable = ts.isBindingElement(declaration) ? ts.findAncestor(declaration, ts.isVariableDeclaration) : declaration;
  if (variable === undefined || !ts.isVariableDeclaration(variable)) return unfit(walk, name, 'is known only while the server runs');
  if (!isTopLevel(variable)) return unfit(walk, name, 'belongs to the code around it; a constant at the top of its module can be compiled');
  if ((variable.parent.flags & ts.NodeFlags.Const) === 0 || variable.initializer === undefined || isMutated(walk.schemas, declaration))
    return unfit(walk, name, 'may change while the server runs');
  join(walk, variable.initializer);
}

/** Adds the dependencies of a constant or function; each is walked once. */
function join(walk: Walk, node: ts.Node): void {
  const { walked } = walk.schemas;
  walk.reached.add(node);
  if (!walked.has(node)) {
    walked.set(node, undefined);
    walked.set(node, walk.schemas.walk(node));
  }
  // Undefined: the schema is recursive, which the walk of it reports.
  const known: Walked | undefined = walked.get(node);
  for (const further of known?.reached ?? []) walk.reached.add(further);
  if (known?.usesZod === true) walk.usesZod = true;
  if (known?.problem !== undefined) walk.problem ??= known.problem;
}
