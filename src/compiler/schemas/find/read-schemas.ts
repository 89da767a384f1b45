import { ts } from 'ts-morph';
import {
  type SchemaCall,
  type SchemaConstant,
  type SchemaSite,
  type SchemaSources,
  type SchemaUse,
  unnamedTool,
  type SchemaProblem,
} from '../../model/schemas.ts';
import { follow, isZodRooted, sdkNameOf } from '../../2-read/follow.ts';
import { type Reading, spanOf } from '../../2-read/reading.ts';
import { bare, forEachValue, isTopLevel } from './syntax.ts';
import { createSchemaReading, type SchemaReading, isMutated, problemAt } from './schema-reading.ts';
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

/** A place where a schema is handed over, before it is known what the expression leads to. */
interface FoundSite {
  readonly role: SchemaSite['role'];
  readonly owner: string;
  readonly expression: ts.Expression;
  readonly shorthand?: string;
  readonly problem?: SchemaProblem;
}

/** Every schema that the files hand to the run time. */
function findSites(schemas: SchemaReading): FoundSite[] {
  const found = new Map<ts.Node, FoundSite>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node))
      for (const site of sitesOfCall(schemas, node)) if (!found.has(site.expression)) found.set(site.expression, site);
    ts.forEachChild(node, visit);
  };
  for (const file of schemas.files) if (ts.isExternalModule(file)) visit(file);
  return [...found.values()];
}

function sitesOfCall(schemas: SchemaReading, call: ts.CallExpression): FoundSite[] {
  const [first, second] = call.arguments;
  if (ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'elicit')
    return second !== undefined && isQuestion(schemas, call.expression)
      ? [{ role: 'question', owner: askerOf(call), expression: second }]
      : [];
  const name = sdkNameOf(schemas.reading, call.expression);
  if (first === undefined || (name !== 'Tool' && name !== 'tool')) return [];
  return sitesOfOptions(schemas, bare(first), {});
}

/** The SDK's own `elicit`; a method of that name elsewhere may want a schema of its library. */
function isQuestion({ reading }: SchemaReading, callee: ts.PropertyAccessExpression): boolean {
  const declaration = reading.checker.getSymbolAtLocation(callee.name)?.declarations?.[0];
  return declaration !== undefined && ts.isClassLike(declaration.parent) && declaration.parent.name?.text === 'AskingContext';
}

function askerOf(call: ts.CallExpression): string {
  const owner = ts.findAncestor(call, (node) => (ts.isClassDeclaration(node) || ts.isVariableDeclaration(node)) && isTopLevel(node));
  const name = owner !== undefined && (ts.isClassDeclaration(owner) || ts.isVariableDeclaration(owner)) ? owner.name?.getText() : undefined;
  return name === undefined ? 'a question' : `a question of ${name}`;
}

const roles: Readonly<Record<string, SchemaSite['role']>> = { inputSchema: 'input', outputSchema: 'output' };

interface Given {
  readonly owner?: string;
  readonly problem?: SchemaProblem;
}

function sitesOfOptions(schemas: SchemaReading, options: ts.Expression, given: Given): FoundSite[] {
  if (ts.isIdentifier(options)) return sitesOfConstant(schemas, options, given);
  if (!ts.isObjectLiteralExpression(options)) return [];
  const owner = given.owner ?? ownerOf(options);
  return options.properties.flatMap((property): FoundSite[] => {
    if (ts.isSpreadAssignment(property)) return sitesOfOptions(schemas, bare(property.expression), { ...given, owner });
    const name = property.name.getText();
    const role = roles[name];
    const problem = given.problem === undefined ? {} : { problem: given.problem };
    if (role === undefined) return [];
    if (ts.isPropertyAssignment(property)) return [{ role, owner, expression: property.initializer, ...problem }];
    return ts.isShorthandPropertyAssignment(property) ? [{ role, owner, expression: property.name, shorthand: name, ...problem }] : [];
  });
}

/** Options that a constant holds, as long as no other code reads the schemas from it. */
function sitesOfConstant(schemas: SchemaReading, name: ts.Identifier, given: Given): FoundSite[] {
  const found = follow(schemas.reading, name);
  const variable = found?.kind === 'declaration' && ts.isVariableDeclaration(found.declaration) ? found.declaration : undefined;
  if (variable?.initializer === undefined || !isTopLevel(variable) || (variable.parent.flags & ts.NodeFlags.Const) === 0) return [];
  const shared = isMutated(schemas, variable)
    ? variable.name
    : (schemas.names.get(variable.name.getText()) ?? []).find((use) => readsSchemas(schemas, use, variable));
  const problem = shared === undefined ? undefined : problemAt(schemas, shared, 'is used for more than options of tools');
  return sitesOfOptions(schemas, bare(variable.initializer), problem === undefined ? given : { problem, ...given });
}

/** A use of the options that could read a schema from them: anything but a tool's options and members of other names. */
function readsSchemas(schemas: SchemaReading, use: ts.Identifier, variable: ts.VariableDeclaration): boolean {
  const { parent } = use;
  if (use === variable.name || ts.isExportSpecifier(parent)) return false;
  if (ts.isPropertyAccessExpression(parent) && (parent.name === use || roles[parent.name.text] === undefined)) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === use) return false;
  const found = follow(schemas.reading, use);
  if (found?.kind !== 'declaration' || found.declaration !== variable) return false;
  const call = ts.findAncestor(parent, (node) => !ts.isObjectLiteralExpression(node) && !ts.isSpreadAssignment(node) && !isAssertion(node));
  if (call === undefined || !ts.isCallExpression(call)) return true;
  const name = sdkNameOf(schemas.reading, call.expression);
  return name !== 'Tool' && name !== 'tool';
}

const isAssertion = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isTypeAssertionExpression(node);

function ownerOf(options: ts.ObjectLiteralExpression): string {
  const name = options.properties.find((property) => property.name?.getText() === 'name');
  const value = name !== undefined && ts.isPropertyAssignment(name) ? bare(name.initializer) : undefined;
  return value !== undefined && ts.isStringLiteralLike(value) ? `tool "${value.text}"` : unnamedTool;
}
