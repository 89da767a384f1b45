import { ts } from 'ts-morph';
import { unnamedTool, type SchemaProblem, type SchemaSite } from '../../model/schemas.ts';
import { follow, sdkNameOf } from '../../2-read/follow.ts';
import { isMutated, problemAt, type SchemaReading } from './schema-reading.ts';
import { bare, isTopLevel } from './syntax.ts';

/** A place where a schema is handed over, before it is known what the expression leads to. */
export interface FoundSite {
  readonly role: SchemaSite['role'];
  readonly owner: string;
  readonly expression: ts.Expression;
  readonly shorthand?: string;
  readonly problem?: SchemaProblem;
}

/** Every schema that the files hand to the run time. */
export function findSites(schemas: SchemaReading): FoundSite[] {
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
