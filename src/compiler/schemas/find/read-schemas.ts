import { ts } from 'ts-morph';
import type { SchemaCall, SchemaConstant, SchemaSite, SchemaSources, SchemaUse } from '../../model/schemas.ts';
import { follow, isZodRooted } from '../../2-read/follow.ts';
import { type Reading, spanOf } from '../../2-read/reading.ts';
import { findSites } from './find-sites.ts';
import { bare, forEachValue } from './syntax.ts';
import { createSchemaReading, type SchemaReading } from './schema-reading.ts';
import { calledName, walkStatic } from './static-walk.ts';

/** Schemas in the files, their dependencies, and all other uses of zod. */
export function readSchemas(reading: Reading, files: readonly ts.SourceFile[]): SchemaSources {
  const schemas = createSchemaReading(reading, files, walkStatic);
  const found = findSites(schemas);
  const sites = found.flatMap(({ expression, problem: given, ...facts }, index): SchemaSite[] => {
    const { imports, problem = given, reached, usesZod } = walkStatic(schemas, expression);
    if (!usesZod && problem === undefined) return [];
    const location = { ...rangeOf(expression), span: spanOf(reading, expression), reached: [...reached].map(rangeOf) };
    return [{ id: `s${index}`, ...facts, ...location, imports, problem }];
  });
  // Options of a tool contain a schema but are none.
  const around = new Set(found.flatMap(({ expression }) => ancestorsOf(expression)));
  const constants = readConstants(schemas).filter(({ declaration }) => !around.has(declaration));
  const uses = readUses(schemas, new Set(constants.map(({ declaration }) => declaration)));
  const calls = [...schemas.calls].map((call): SchemaCall => {
    const callee = bare(call.expression);
    return { ...rangeOf(call), name: calledName(callee), span: spanOf(reading, callee) };
  });
  return { sites, callbacks: [...schemas.callbacks.values()], constants: constants.map(({ constant }) => constant), uses, calls };
}

/** With the node itself. */
function ancestorsOf(node: ts.Node): readonly ts.Node[] {
  const ancestors: ts.Node[] = [];
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent as ts.Node | undefined) ancestors.push(at);
  return ancestors;
}

const rangeOf = (node: ts.Node) => ({ file: node.getSourceFile().fileName, start: node.getStart(), end: node.getEnd() });

interface FoundConstant {
  readonly declaration: TopLevel;
  readonly constant: SchemaConstant;
}

/** Constants and functions at the top of a module that make schemas and do nothing else. */
function readConstants(schemas: SchemaReading): FoundConstant[] {
  const found = new Map<ts.Node, FoundConstant>();
  const candidates = schemas.files.flatMap((file) => (ts.isExternalModule(file) ? file.statements.flatMap(declarationsOf) : []));
  const names = new Set<string>();
  for (const file of schemas.files) for (const name of importedNames(file, names)) names.add(name);
  // Repeated while something new is found: a schema may use a schema of another file, or a function.
  for (let before = -1; before < found.size + names.size;) {
    before = found.size + names.size;
    for (const declaration of candidates) {
      if (found.has(declaration)) continue;
      const constant = readConstant(schemas, declaration, names);
      if (constant !== undefined) found.set(declaration, { declaration, constant });
      if (declaration.name !== undefined && (constant !== undefined || mentionsInFunction(declaration, names)))
        names.add(declaration.name.getText());
    }
  }
  return [...found.values()];
}

type TopLevel = ts.VariableDeclaration | ts.FunctionDeclaration;

function declarationsOf(statement: ts.Statement): TopLevel[] {
  if (ts.isFunctionDeclaration(statement)) return [statement];
  if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) return [];
  return [...statement.declarationList.declarations];
}

function readConstant(schemas: SchemaReading, declaration: TopLevel, names: ReadonlySet<string>): SchemaConstant | undefined {
  const made = ts.isFunctionDeclaration(declaration) ? declaration : declaration.initializer;
  if (made === undefined) return undefined;
  const isFunction = ts.isFunctionLike(made);
  // A function can leave the bundle only when schemas alone call it.
  const isCandidate = schemas.walked.has(made) || (!isFunction && mentions(made, names));
  const known = isCandidate ? (schemas.walked.get(made) ?? walkStatic(schemas, made)) : undefined;
  return known?.usesZod === true && known.problem === undefined ? { ...rangeOf(made), form: isFunction ? 'function' : 'value' } : undefined;
}

function mentionsInFunction(declaration: TopLevel, names: ReadonlySet<string>): boolean {
  const made = ts.isFunctionDeclaration(declaration) ? declaration : declaration.initializer;
  return made !== undefined && ts.isFunctionLike(made) && mentions(made, names);
}

/** A cheap test first: most constants of a project do not concern schemas. */
function mentions(root: ts.Node, names: ReadonlySet<string>): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found ||= names.has(node.text);
    else if (!found) forEachValue(node, visit);
  };
  visit(root);
  return found;
}

/** Names of zod, and of constants made with it, wherever they are values. */
function readUses(schemas: SchemaReading, constants: ReadonlySet<TopLevel>): SchemaUse[] {
  const { names, reading } = schemas;
  const known: ReadonlySet<ts.Node> = constants;
  const wanted = new Set([...constants].flatMap(({ name }) => name?.getText() ?? []));
  for (const file of schemas.files) for (const name of importedNames(file, wanted)) wanted.add(name);
  return [...wanted].flatMap((text) =>
    (names.get(text) ?? []).flatMap((name): SchemaUse[] => {
      if (!isUse(name)) return [];
      const found = isZodRooted(reading, name) ? undefined : follow(reading, name);
      const counts = found === undefined ? isZodRooted(reading, name) : found.kind === 'declaration' && known.has(found.declaration);
      return counts ? [{ ...rangeOf(name), span: spanOf(reading, name) }] : [];
    }),
  );
}

/** Local names of zod and its exports, and of wanted constants, in a file. */
function importedNames(file: ts.SourceFile, wanted: ReadonlySet<string>): string[] {
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return exportedAgain(statement);
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const clause = statement.importClause;
    const ofZod = isZod(statement.moduleSpecifier);
    const bindings = clause?.namedBindings;
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) return ofZod ? [bindings.name.text] : [];
    const renamed = (bindings?.elements ?? []).filter((item) => ofZod || wanted.has((item.propertyName ?? item.name).text));
    return [...(ofZod && clause?.name !== undefined ? [clause.name.text] : []), ...renamed.map((item) => item.name.text)];
  });
}

const isZod = (module: ts.Expression | undefined): boolean =>
  module !== undefined && ts.isStringLiteral(module) && /^zod(?:\/|$)/.test(module.text);

/** Names of zod that a module exports again. */
function exportedAgain({ exportClause, moduleSpecifier }: ts.ExportDeclaration): string[] {
  if (!isZod(moduleSpecifier)) return [];
  if (exportClause === undefined) return ['z'];
  return ts.isNamespaceExport(exportClause) ? [exportClause.name.text] : exportClause.elements.map(({ name }) => name.text);
}

/** False where a name is declared, exported or a member name. */
function isUse(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isExportSpecifier(parent)) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
  const declares =
    ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent);
  return !declares || parent.name !== name;
}
