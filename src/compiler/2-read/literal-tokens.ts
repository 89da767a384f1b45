import { ts } from 'ts-morph';
import type { LiteralToken } from '../model/declarations.ts';
import { type Reading, spanOf } from './reading.ts';
import { tokenIssuerOf, tokenPatterns } from './token-patterns.ts';

const prefixes = tokenPatterns.flatMap((row) => row.prefixes);

/** Texts of the sources that are tokens of a known issuer. */
export function literalTokensOf(reading: Reading, files: readonly ts.SourceFile[]): readonly LiteralToken[] {
  return files.filter(({ text }) => prefixes.some((prefix) => text.includes(prefix))).flatMap((file) => tokensIn(reading, file));
}

function tokensIn(reading: Reading, file: ts.SourceFile): readonly LiteralToken[] {
  const found: LiteralToken[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const issuer = isText ? tokenIssuerOf(node.text) : undefined;
    if (issuer !== undefined) found.push({ issuer, span: spanOf(reading, node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
