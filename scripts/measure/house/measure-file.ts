import { ts } from 'ts-morph';
import { introductionsIn } from './introductions.ts';
import { isFunctionWithBody, measureFunction, type FunctionFacts } from './measure-function.ts';

/** Ways to cite a paper that readers of this repository do not have. */
const papers =
  /\b(?:rulings?(?: \d|[,:])|documents? [1-5]\b|supplement(?: section| §| \(|['’]s| [A-Z]\d)|issue \d+\b|architecture (?:section|§))/i;

/** The lines of a text that cite such a paper, each with its number. */
export const paperCitations = (text: string): readonly string[] =>
  text.split('\n').flatMap((line, at) => (papers.test(line) ? [`${at + 1}: ${line.trim()}`] : []));

/** The first lines of what `npm run reference` writes. */
const generated = /^\/(?:\*\s*\*|\/) (?:Generated|Written by \S+ from).*npm run reference/;

export interface FileFacts {
  readonly lines: number;
  readonly generated: boolean;
  readonly functions: readonly FunctionFacts[];
  /** Uses of the type `any`. */
  readonly any: number;
  /** Type assertions but `as const`. */
  readonly casts: number;
  readonly outsideReferences: readonly string[];
  /** Lines on which it introduces itself to an MCP server. */
  readonly introductions: readonly number[];
  /** Lines that ask a regular expression of the text of a node, of a file or of printed code. */
  readonly sourceRegExps: readonly number[];
}

/** What one source file is like. */
export function measureFile(path: string, text: string): FileFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const functions: FunctionFacts[] = [];
  const counts = { any: 0, casts: 0 };
  const sourceRegExps: number[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) counts.any++;
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) counts.casts++;
    if (isFunctionWithBody(node)) functions.push(measureFunction(source, node));
    if (ts.isCallExpression(node) && asksPatternOfSource(node))
      sourceRegExps.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    lines: lineCount(text),
    generated: generated.test(text),
    functions,
    ...counts,
    sourceRegExps,
    outsideReferences: paperCitations(text),
    introductions: introductionsIn(source),
  };
}

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** What gives the text of a node or of a file. */
const textGivers: ReadonlySet<string> = new Set(['getText', 'getFullText', 'readFile', 'readFileSync', 'readText', 'printModule']);

/** `/x/.test(node.getText())` and `readFileSync(file).replace(/x/, …)`: a pattern where a parser belongs. */
function asksPatternOfSource({ arguments: args, expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const sides = [expression.expression, ...args];
  return sides.some((side) => ts.isRegularExpressionLiteral(side)) && sides.some(givesText);
}

/** Whether it is such a text itself, or one that a method of texts made of it. */
function givesText(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return givesText(node.expression);
  if (ts.isBinaryExpression(node)) return givesText(node.left);
  if (ts.isPropertyAccessExpression(node)) return givesText(node.expression);
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : '';
  return textGivers.has(name) || givesText(expression);
}
