import { ts } from 'ts-morph';

export interface FunctionFacts {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  /** Its parameters and body without types, with every name of its own replaced: equal for functions that do the same under other names. */
  readonly shape: string;
  /** Tokens of the shape. */
  readonly tokens: number;
  readonly kind: 'helper' | 'constructor' | 'other';
}

type FunctionWithBody = ts.FunctionLikeDeclaration & { readonly body: ts.FunctionBody | ts.Expression };

export const isFunctionWithBody = (node: ts.Node): node is FunctionWithBody =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

export function measureFunction(source: ts.SourceFile, node: FunctionWithBody): FunctionFacts {
  const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
  const tokens = tokensOf(source, [...node.parameters, returnedExpression(node.body) ?? node.body]);
  return { name: nameOf(node), line: line + 1, lines: last - line + 1, shape: tokens.join(' '), tokens: tokens.length, kind: kindOf(node) };
}

/** A helper has a name of its own at the top of a module. */
function kindOf(node: FunctionWithBody): FunctionFacts['kind'] {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const statement = ts.isVariableDeclaration(node.parent) ? node.parent.parent.parent : node;
  return ts.isSourceFile(statement.parent) ? 'helper' : 'other';
}

function nameOf({ name, parent }: ts.SignatureDeclaration): string {
  if (name !== undefined) return name.getText();
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : '(unnamed)';
}

/** What `=> value` and `{ return value; }` have in common. */
function returnedExpression(body: ts.FunctionBody | ts.Expression): ts.Expression | undefined {
  if (!ts.isBlock(body)) return body;
  const [first, ...others] = body.statements;
  return first !== undefined && others.length === 0 && ts.isReturnStatement(first) ? first.expression : undefined;
}

/** Names that a function declares are numbered in the order in which they come; those of properties and of other functions stand as they are. */
function tokensOf(source: ts.SourceFile, roots: readonly ts.Node[]): string[] {
  const own = new Map<string, string>();
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    const parts = node.getChildren(source);
    if (parts.length > 0) return withoutTypes(node, parts).forEach(visit);
    const text = node.getText(source);
    if (text === '') return;
    if (isDeclaredName(node)) own.set(text, own.get(text) ?? `$${own.size}`);
    if (isShorthand(node)) tokens.push(text, ':');
    tokens.push(ts.isIdentifier(node) && !isPropertyName(node) ? (own.get(text) ?? text) : text);
  };
  roots.forEach(visit);
  return tokens;
}

/** `{ a }`, which names both a property and a variable. */
const isShorthand = ({ parent }: ts.Node): boolean =>
  ts.isShorthandPropertyAssignment(parent) ||
  (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && parent.propertyName === undefined && !parent.dotDotDotToken);

const isPropertyName = (node: ts.Node): boolean =>
  ((ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) && node.parent.name === node) ||
  (ts.isBindingElement(node.parent) && node.parent.propertyName === node);

/** Types say nothing about what a function does. */
function withoutTypes(node: ts.Node, parts: readonly ts.Node[]): readonly ts.Node[] {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node)) return [node.expression];
  return parts.filter((part, at) => !ts.isTypeNode(part) && !(part.kind === ts.SyntaxKind.ColonToken && isType(parts[at + 1])));
}

const isType = (node: ts.Node | undefined): boolean => node !== undefined && ts.isTypeNode(node);

const isDeclaredName = (node: ts.Node): node is ts.Identifier =>
  ts.isIdentifier(node) &&
  (ts.isParameter(node.parent) ||
    ts.isVariableDeclaration(node.parent) ||
    ts.isBindingElement(node.parent) ||
    ts.isFunctionLike(node.parent)) &&
  node.parent.name === node;
