import { ts } from 'ts-morph';
/** Ways to cite a paper that readers of this repository do not have. */
const papers =
  /\b(?:rulings?(?: \d|[,:])|documents? [1-5]\b|supplement(?: section| §| \(|['’]s| [A-Z]\d)|issue \d+\b|architecture (?:section|§))/i;

/** The lines of a text that cite such a paper, each with its number. */
export const paperCitations = (text: string): readonly string[] =>
  text.split('\n').flatMap((line, at) => (papers.test(line) ? [`${at + 1}: ${line.trim()}`] : []));

export interface FileFacts {
  readonly lines: number;
  readonly functions: readonly FunctionFacts[];
  /** Uses of the type `any`. */
  readonly any: number;
  /** Type assertions but `as const`. */
  readonly casts: number;
  readonly outsideReferences: readonly string[];
}

export interface FunctionFacts {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  /** Its tokens in order, with every name of its own replaced: equal for functions that do the same under other names. */
  readonly shape: string;
  readonly tokens: number;
}

/** What one source file is like. */
export function measureFile(path: string, text: string): FileFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const functions: FunctionFacts[] = [];
  const counts = { any: 0, casts: 0 };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) counts.any++;
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) counts.casts++;
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) functions.push(measureFunction(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { lines: lineCount(text), functions, ...counts, outsideReferences: paperCitations(text) };
}

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

function measureFunction(source: ts.SourceFile, node: ts.SignatureDeclaration): FunctionFacts {
  const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
  const tokens = tokensOf(source, node);
  return { name: nameOf(node), line: line + 1, lines: last - line + 1, shape: tokens.join(' '), tokens: tokens.length };
}

function nameOf({ name, parent }: ts.SignatureDeclaration): string {
  if (name !== undefined) return name.getText();
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : '(unnamed)';
}

/** Names that a function declares are numbered in the order in which they come; all others stand as they are. */
function tokensOf(source: ts.SourceFile, root: ts.Node): string[] {
  const own = new Map<string, string>();
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isDeclaredName(node)) own.set(node.text, own.get(node.text) ?? `$${own.size}`);
    if (node.getChildCount(source) > 0) return node.getChildren(source).forEach(visit);
    const text = node.getText(source);
    if (text !== '') tokens.push(ts.isIdentifier(node) ? (own.get(text) ?? text) : text);
  };
  visit(root);
  return tokens;
}

const isDeclaredName = (node: ts.Node): node is ts.Identifier =>
  ts.isIdentifier(node) &&
  (ts.isParameter(node.parent) ||
    ts.isVariableDeclaration(node.parent) ||
    ts.isBindingElement(node.parent) ||
    ts.isFunctionLike(node.parent)) &&
  node.parent.name === node;
