import { changesOf, readSource, type Change } from './mutants-of.ts';
import type { ts } from 'ts-morph';

/** Placeholders in a bundle: the number of the active change, and the file that records reached changes. */
export const activePlace = '@@MUTANT@@';
export const reachedPlace = '@@REACHED@@';
/** The same as variables, for sources that run in the process of the test. */
export const activeVariable = 'MUTANT_ACTIVE';
export const reachedVariable = 'MUTANT_REACHED';

/*
 * Holds all changes of a source, each behind a condition that is true for one number: one build of a fixture serves every mutant. The
 * helper is one line, so that line numbers in stack traces stay.
 */
const question =
  `const $mutant = (globalThis.$mutants ??= (() => { const p = globalThis.process; ` +
  `globalThis.$mutantActive ??= Number(p?.env?.${activeVariable} ?? "${activePlace}"); ` +
  `const file = p?.env?.${reachedVariable} ?? "${reachedPlace}", seen = new Set(); ` +
  `return (id) => { if (file[0] === "/" && !seen.has(id)) { seen.add(id); p?.getBuiltinModule?.("fs").appendFileSync(file, id + "\\n"); } ` +
  `return id === globalThis.$mutantActive; }; })()); `;

/** @param first the number of the first change; the others follow in the order of `mutantsOf` */
export function withSwitches(file: string, text: string, first: number): string {
  const source = readSource(file, text);
  const changes = changesOf(source);
  if (changes.length === 0) return text;
  const numbered = new Map<ts.Node, (Change & { readonly id: number })[]>();
  changes.forEach((change, at) => {
    const same = numbered.get(change.whole) ?? [];
    numbered.set(change.whole, [...same, { ...change, id: first + at }]);
  });
  const render = (node: ts.Node): string => {
    let [written, at] = ['', node.getStart(source)];
    node.forEachChild((child) => {
      written += text.slice(at, child.getStart(source)) + render(child);
      at = child.getEnd();
    });
    written += text.slice(at, node.getEnd());
    const here = numbered.get(node) ?? [];
    // Only one is on at a time: within a change everything else is as it was.
    for (const { becomes, end, id, start, whole } of here.toReversed()) {
      const changed = text.slice(whole.getStart(source), start) + becomes + text.slice(end, whole.getEnd());
      written = becomes === ';' ? `{ if (!$mutant(${id})) ${written} }` : `($mutant(${id}) ? (${changed}) : (${written}))`;
    }
    return written;
  };
  return question + text.slice(0, source.getStart()) + render(source) + text.slice(source.getEnd());
}
