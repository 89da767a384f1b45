import { ts } from 'ts-morph';
import type { SchemaCallback, SchemaProblem } from '../../model/schemas.ts';
import { type Reading, spanOf } from '../../2-read/reading.ts';
import { forEachValue, isTopLevel, isWithin, rootOf } from './syntax.ts';

/** What an expression that makes a schema leads to. */
export interface Walked {
  readonly usesZod: boolean;
  /** Why it cannot be evaluated at build. */
  readonly problem?: SchemaProblem;
  /** Constants and functions that it leads to. */
  readonly reached: ReadonlySet<ts.Node>;
}

/** Shared state of the schema readers. */
export interface SchemaReading {
  readonly reading: Reading;
  /** Files that the entry reaches. */
  readonly files: readonly ts.SourceFile[];
  /** Constants and functions that were walked; undefined while one is being walked. */
  readonly walked: Map<ts.Node, Walked | undefined>;
  readonly callbacks: Map<ts.Node, SchemaCallback>;
  /** Calls of zod's functions that were met. */
  readonly calls: Set<ts.CallExpression>;
  /** Identifiers that are values, by text. */
  readonly names: ReadonlyMap<string, readonly ts.Identifier[]>;
  /** Those of them at which something is changed. */
  readonly changes: ReadonlyMap<string, readonly ts.Identifier[]>;
  /** `static-walk.ts`, which meets names that lead to expressions in turn. */
  walk(root: ts.Node): Walked;
}

export function createSchemaReading(
  reading: Reading,
  files: readonly ts.SourceFile[],
  walk: (schemas: SchemaReading, root: ts.Node) => Walked,
): SchemaReading {
  const names = indexNames(files);
  const schemas: SchemaReading = {
    reading,
    files,
    walked: new Map(),
    callbacks: new Map(),
    calls: new Set(),
    names,
    changes: new Map([...names].map(([text, same]) => [text, same.filter(isChange)])),
    walk: (root) => walk(schemas, root),
  };
  return schemas;
}

/** Gives a value that may be a function its id. */
export function addCallback({ reading, callbacks }: SchemaReading, node: ts.Expression): void {
  if (callbacks.has(node)) return;
  const location = { file: node.getSourceFile().fileName, start: node.getStart(), end: node.getEnd() };
  callbacks.set(node, { id: `c${callbacks.size}`, ...location, hoistable: isHoistable(reading, node) });
}

function indexNames(files: readonly ts.SourceFile[]): Map<string, ts.Identifier[]> {
  const names = new Map<string, ts.Identifier[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node)) {
      const known = names.get(node.text);
      if (known === undefined) names.set(node.text, [node]);
      else known.push(node);
    } else ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return names;
}

/** True when the expression means the same at the end of its module. */
function isHoistable(reading: Reading, expression: ts.Expression): boolean {
  let hoistable = true;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) hoistable &&= reaches(reading, node, expression);
    else if (isBound(node)) hoistable = false;
    else forEachValue(node, visit);
  };
  visit(expression);
  return hoistable;
}

/** Syntax whose meaning depends on its function or class. */
function isBound(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.ThisKeyword ||
    node.kind === ts.SyntaxKind.SuperKeyword ||
    ts.isMetaProperty(node) ||
    ts.isYieldExpression(node)
  );
}

function reaches({ checker }: Reading, node: ts.Identifier, expression: ts.Expression): boolean {
  if (node.text === 'arguments') return false;
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return (symbol?.declarations ?? []).every(
    (declaration) => isWithin(declaration, expression) || declaration.getSourceFile() !== node.getSourceFile() || isTopLevel(declaration),
  );
}

/** One walk over an expression or a function: is it made of constants, schemas and the project's own code alone? */
export interface Walk {
  readonly schemas: SchemaReading;
  /** Names that are declared in here are the walk's own. */
  readonly root: ts.Node;
  /** Specifiers of the modules that the root's file imports names from. */
  readonly imports: Set<string>;
  /** Constants and functions that it leads to. */
  readonly reached: Set<ts.Node>;
  usesZod: boolean;
  problem: SchemaProblem | undefined;
}

/** Says why the walk has failed; the first reason counts. */
export function unfit(walk: Walk, node: ts.Node, because: string): void {
  walk.problem ??= problemAt(walk.schemas, node, because);
}

/** The problem with the node's own text in front: `` `process` is known only while the server runs ``. */
export function problemAt({ reading }: SchemaReading, node: ts.Node, because: string): SchemaProblem {
  const text = node.getText();
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return { text: `\`${shown}\` ${because}`, file: node.getSourceFile().fileName, span: spanOf(reading, node) };
}

const changing = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'add',
  'delete',
  'clear',
]);
const changesFirst = new Set(['Object.assign', 'Object.defineProperty', 'Object.defineProperties', 'Object.setPrototypeOf']);

/** True when the project changes the inside of a constant: its value at build is not its value when the server is asked. */
export function isMutated({ changes, reading }: SchemaReading, declaration: ts.Node): boolean {
  const name = ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration) ? declaration.name : undefined;
  if (name === undefined || !ts.isIdentifier(name)) return false;
  return (changes.get(name.text) ?? []).some(
    (use) => use !== name && reading.checker.getSymbolAtLocation(use)?.declarations?.some((one) => leadsTo(one, name)),
  );
}

/** The declaration itself, or an import of its name. */
const leadsTo = (declaration: ts.Declaration, name: ts.Identifier): boolean =>
  declaration === name.parent || (ts.isImportSpecifier(declaration) && (declaration.propertyName ?? declaration.name).text === name.text);

function isChange(use: ts.Identifier): boolean {
  let node: ts.Expression = use;
  while (
    (ts.isPropertyAccessExpression(node.parent) || ts.isElementAccessExpression(node.parent) || ts.isNonNullExpression(node.parent)) &&
    node.parent.expression === node
  )
    node = node.parent;
  const { parent } = node;
  if (ts.isBinaryExpression(parent))
    return (
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
  if (ts.isDeleteExpression(parent)) return true;
  if (!ts.isCallExpression(parent)) return false;
  if (parent.expression === node) return ts.isPropertyAccessExpression(node) && changing.has(node.name.text) && rootOf(node) === use;
  return parent.arguments[0] === use && changesFirst.has(parent.expression.getText());
}
