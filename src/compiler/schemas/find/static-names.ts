import { ts } from 'ts-morph';
import { follow, isOfZod, isZodRooted } from '../../2-read/follow.ts';
import { isMutated, problemAt, unfit, type Walk, type Walked } from './schema-reading.ts';
import { isTopLevel, isWithin } from './syntax.ts';

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

/*
 * What zod does with a function that it is given. Methods are known by name: asking the checker for the receiver's type would infer the
 * types of every schema of the project.
 */

/** Methods that take nothing but a function at this place; what the function does, only a call decides. */
const functionPlaces: Readonly<Record<string, number>> = {
  refine: 0,
  superRefine: 0,
  transform: 0,
  overwrite: 0,
  preprocess: 0,
  custom: 0,
  stringFormat: 1,
};

/** True where zod takes nothing but a function (or, for a format, a pattern). */
export const takesFunction = (method: string, location: number): boolean => functionPlaces[method] === location;

const mixed = new Set(['default', '_default', 'prefault', 'catch', 'check', 'with']);

/** True for a method that takes a function as well as a value. */
export const takesEither = (method: string): boolean => mixed.has(method);

const listed = new Set(['default', '_default', 'prefault', 'catch']);

/** True for a method that puts its value, or the result of its function, into the JSON Schema. */
export const listsValue = (method: string): boolean => listed.has(method);

const functionFields = new Set(['error', 'message', 'when', 'decode', 'encode']);

/** True for a field of an options object that may hold a function. */
export const isFunctionField = (name: string): boolean => functionFields.has(name);

/** Methods with an effect beyond their result. */
export const hasEffect = (method: string): boolean => method === 'register' || method === 'config';

/** Values of JavaScript itself that are the same on every machine and at every time. */
const constantGlobals = new Set([
  'undefined',
  'NaN',
  'Infinity',
  'Object',
  'Array',
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'Math',
  'JSON',
  'RegExp',
  'Set',
  'Map',
  'URL',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'encodeURIComponent',
  'decodeURIComponent',
  'structuredClone',
]);

/** Members of such values that differ from call to call. */
export const changingMembers = new Set(['Math.random', 'Date.now']);
/** Values that have such members. */
const changingValues = new Set(['Math', 'Date']);

const localMembers = new Set([
  'localeCompare',
  'getFullYear',
  'getMonth',
  'getDate',
  'getDay',
  'getHours',
  'getMinutes',
  'getTimezoneOffset',
  'toDateString',
  'toTimeString',
]);

/** True for members that depend on the language or time zone of the machine. */
export const isLocal = (member: string): boolean => localMembers.has(member) || member.startsWith('toLocale');

/** A moment that no time zone moves: with an offset, or a day alone, which is one of UTC. */
export const isFixedMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d$|(?:Z|[+-]\d\d:?\d\d)$/.test(text);

/** Classes whose instances are the same wherever they are made from the same arguments. */
export const constantClasses = new Set(['RegExp', 'Set', 'Map', 'Array', 'Object', 'URL']);
