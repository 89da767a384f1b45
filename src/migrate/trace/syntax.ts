import { ts } from 'ts-morph';

export type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

/** The expression without `await`, `void`, parentheses and type assertions. */
export function bare(node: ts.Expression): ts.Expression {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node) || ts.isParenthesizedExpression(node)) return bare(node.expression);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node)) return bare(node.expression);
  // `(0, f)(…)`, as tsc writes calls of imported functions.
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken ? bare(node.right) : node;
}

/** The call at the root of `main().catch(…).finally(…)`. */
export function rootCall(node: ts.Expression): ts.CallExpression | undefined {
  const expression = bare(node);
  if (!ts.isCallExpression(expression)) return undefined;
  const callee = bare(expression.expression);
  if (ts.isPropertyAccessExpression(callee) && ['catch', 'then', 'finally'].includes(callee.name.text))
    return rootCall(callee.expression) ?? expression;
  return expression;
}

/** A function and the statement of its module that declares it. */
export interface DeclaredFunction {
  readonly name: string;
  readonly statement: ts.Statement;
  readonly node: FunctionNode;
}

/** The function that a top-level statement declares, in any of the usual forms. */
export function declaredFunction(statement: ts.Statement): DeclaredFunction | undefined {
  if (ts.isFunctionDeclaration(statement) && statement.body !== undefined)
    return { name: statement.name?.text ?? 'default', statement, node: statement };
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration, ...more] = statement.declarationList.declarations;
  if (declaration?.initializer === undefined || more.length > 0 || !ts.isIdentifier(declaration.name)) return undefined;
  const value = bare(declaration.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? { name: declaration.name.text, statement, node: value } : undefined;
}

/** Statements of a function's body; an arrow function with an expression has none. */
export const bodyOf = (node: FunctionNode): readonly ts.Statement[] =>
  node.body !== undefined && ts.isBlock(node.body) ? node.body.statements : [];

/** Visits a node and all inside of it. */
export function walk(node: ts.Node, visit: (inner: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** True for an identifier that reads or writes a binding: not the name of a member, a key or an import. */
export function isReference(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isQualifiedName(parent) && parent.right === node) return false;
  if ((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) && parent.name === node)
    return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  if (ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return false;
  return !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent) && !ts.isJsxAttribute(parent) && !ts.isPropertySignature(parent);
}

/** Names that a node mentions as bindings. */
export function referencesOf(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(node, (inner) => {
    if (isReference(inner)) names.add(inner.text);
  });
  return names;
}

/** Names that a statement declares in the scope around it. */
export function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement))
    return [statement.name.text];
  return [];
}

export const boundNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
