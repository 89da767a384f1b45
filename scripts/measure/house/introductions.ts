import { ts } from 'ts-morph';

/** Members of what every client sends first, in either era: `initialize` (2025), or the envelope of each request (2026-07-28). */
const handshake = ['protocolVersion', 'capabilities', 'clientInfo'] as const;
const envelopeKey = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Lines on which a module introduces itself to an MCP server. No client can do without: servers refuse requests of an unknown sender. Names
 * are read as the program would compute them, so that a key which is put together, imported or kept in a constant counts like one that
 * stands there; a server only takes these members apart.
 */
export function introductionsIn(source: ts.SourceFile): readonly number[] {
  const constants = constantsOf(source);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (introduces(node, constants)) lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

type Constants = ReadonlyMap<string, string>;

function introduces(node: ts.Node, constants: Constants): boolean {
  const names = namesWritten(node, constants);
  return names.includes(envelopeKey) || handshake.every((name) => names.includes(name));
}

/** Keys that an object literal writes, or the pairs of a list that becomes one. */
function namesWritten(node: ts.Node, constants: Constants): readonly string[] {
  if (ts.isObjectLiteralExpression(node) && !isTaken(node)) return node.properties.flatMap((property) => nameOf(property.name, constants));
  if (!ts.isArrayLiteralExpression(node)) return [];
  return node.elements.flatMap((pair) => {
    const [key] = ts.isArrayLiteralExpression(pair) && pair.elements.length === 2 ? pair.elements : [];
    return key === undefined ? [] : textOf(key, constants);
  });
}

/** `({ a, b } = value)` reads. */
const isTaken = ({ parent }: ts.ObjectLiteralExpression): boolean =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isObjectLiteralExpression(parent.left);

function nameOf(name: ts.PropertyName | undefined, constants: Constants): readonly string[] {
  if (name === undefined) return [];
  return ts.isComputedPropertyName(name) ? textOf(name.expression, constants) : [name.text];
}

/** The text that an expression is, where the module alone says it. */
function textOf(node: ts.Expression, constants: Constants): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression, constants);
  if (ts.isIdentifier(node)) return textOfName(node.text, constants);
  // The keys of the envelope are constants of a module that is imported as a namespace.
  if (ts.isPropertyAccessExpression(node)) return textOfName(node.name.text, constants);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [textOf(node.left, constants), textOf(node.right, constants)];
    return parts.every(({ length }) => length > 0) ? [parts.flat().join('')] : [];
  }
  if (!ts.isTemplateExpression(node)) return [];
  const spans = node.templateSpans.map((span) => [textOf(span.expression, constants), span.literal.text] as const);
  return spans.every(([text]) => text.length > 0) ? [node.head.text + spans.map(([[text = ''], rest]) => text + rest).join('')] : [];
}

const textOfName = (name: string, constants: Constants): readonly string[] => {
  const own = constants.get(name);
  if (own !== undefined) return [own];
  return name === 'clientCapabilities' ? [envelopeKey] : [];
};

/** Constants of the module that are texts. */
function constantsOf(source: ts.SourceFile): Constants {
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const [text] = textOf(node.initializer, found);
      if (text !== undefined) found.set(node.name.text, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
