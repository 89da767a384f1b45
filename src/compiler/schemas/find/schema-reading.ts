import { ts } from 'ts-morph';
import type { SchemaCallback, SchemaProblem } from '../../model/schemas.ts';
import type { Reading } from '../../2-read/reading.ts';
import { forEachValue, isTopLevel, isWithin } from './syntax.ts';

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
  /** `static-walk.ts`, which meets names that lead to expressions in turn. */
  walk(root: ts.Node): Walked;
}

export function createSchemaReading(
  reading: Reading,
  files: readonly ts.SourceFile[],
  walk: (schemas: SchemaReading, root: ts.Node) => Walked,
): SchemaReading {
  const schemas: SchemaReading = {
    reading,
    files,
    walked: new Map(),
    callbacks: new Map(),
    calls: new Set(),
    names: indexNames(files),
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
