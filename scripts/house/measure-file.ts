import { ts } from 'ts-morph';
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
}

/** What one source file is like. */
export function measureFile(path: string, text: string): FileFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const functions: FunctionFacts[] = [];
  const counts = { any: 0, casts: 0 };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) counts.any++;
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) counts.casts++;
    if (isFunctionWithBody(node)) functions.push(measureFunction(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { lines: lineCount(text), generated: generated.test(text), functions, ...counts, outsideReferences: paperCitations(text) };
}

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
