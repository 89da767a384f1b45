import { ts } from 'ts-morph';

/* Tags that only `npm run reference` reads: they name rules and table rows, and tell users nothing. */
export const optionWorkingTags = ['rule', 'accepts', 'unlisted', 'requiredByRule'];
export const settingWorkingTags = ['rule', 'words'];
export const deploymentWorkingTags = ['unnamed'];
const workingTags = [...optionWorkingTags, ...settingWorkingTags, ...deploymentWorkingTags];

/** Declarations whose comments have no tag of ours. */
export function withoutWorkingTags(text: string): string {
  const source = ts.createSourceFile('declarations.d.ts', text, ts.ScriptTarget.Latest, true);
  const docs = new Set<ts.JSDoc>();
  const visit = (node: ts.Node): void => {
    for (const doc of ts.getJSDocCommentsAndTags(node)) if (ts.isJSDoc(doc)) docs.add(doc);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const cuts = [...docs].flatMap((doc) =>
    (doc.tags ?? []).flatMap((tag, at, tags) =>
      workingTags.includes(tag.tagName.text)
        ? [{ start: startIn(text, tag.getStart(source)), end: startIn(text, tags[at + 1]?.getStart(source) ?? doc.end - '*/'.length) }]
        : [],
    ),
  );
  return cuts.toSorted((a, b) => b.start - a.start).reduce((left, { end, start }) => left.slice(0, start) + left.slice(end), text);
}

/** The beginning of the line where nothing else stands before it; else the place itself. */
function startIn(text: string, at: number): number {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  return /^\s*\*?\s*$/.test(text.slice(line, at)) ? line : at;
}
