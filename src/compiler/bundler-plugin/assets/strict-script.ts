import { ts } from 'ts-morph';

/** Whether a script begins with "use strict": strict code around it changes nothing for it. */
export function isStrictScript(text: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const isDirective = (token: ts.SyntaxKind): boolean => token === ts.SyntaxKind.StringLiteral || token === ts.SyntaxKind.SemicolonToken;
  for (let token = scanner.scan(); isDirective(token); token = scanner.scan()) if (scanner.getTokenValue() === 'use strict') return true;
  return false;
}
