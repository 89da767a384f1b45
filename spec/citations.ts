import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { listSources } from '../scripts/borders/source-files.ts';

export interface Citation {
  readonly id: string;
  readonly file: string;
}

/** Ids in square brackets at the head of test titles: `test('[D2.stdio.stdout-only] …')`, several allowed. */
export function readCitations(root: string): Citation[] {
  return listSources(root, ['src', 'packages', 'scripts', 'spec', 'fixtures', 'test'])
    .filter((file) => (file.endsWith('.test.ts') && !file.startsWith('src/templates/')) || isSection(file))
    .flatMap((file) => citationsOf(readFileSync(join(root, file), 'utf8')).map((id) => ({ id, file })));
}

/** Checks of `npm test` that have no test file of their own. */
const isSection = (file: string): boolean => /^scripts\/testing\/[\w-]+-checks\.ts$/.test(file);

/** Ids cited by the first string argument of any call in a test file; a table of titles counts too, because its strings start with `[`. */
export function citationsOf(text: string): string[] {
  const ids: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) ids.push(...leadingIds(node.text));
    else if (ts.isTemplateExpression(node)) ids.push(...leadingIds(node.head.text));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.test.ts', text, ts.ScriptTarget.Latest, false));
  return ids;
}

function leadingIds(title: string): string[] {
  const ids: string[] = [];
  let rest = title.trimStart();
  for (let match = /^\[([A-Za-z][\w-]*(?:\.[\w-]+)+)\]\s*/.exec(rest); match; match = /^\[([A-Za-z][\w-]*(?:\.[\w-]+)+)\]\s*/.exec(rest)) {
    ids.push(match[1] ?? '');
    rest = rest.slice(match[0].length);
  }
  return ids;
}
