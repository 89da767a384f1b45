import { isMap, isSeq, LineCounter, parseDocument, type Node } from 'yaml';

/** Line and column of a place in a text, from 1. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

/** Looking for a place means to read a text once more, which large ones are not worth. */
const maxSearched = 2 * 1024 * 1024;

/** `:line` of what a JSON Pointer leads to, or of the innermost part that is there; empty where it is not known. */
export function lineOf(text: string, steps: readonly string[]): string {
  if (text.length > maxSearched) return '';
  const lineCounter = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter, logLevel: 'silent' }).contents;
  let at: number | undefined;
  for (const step of steps) {
    const next = childOf(node, step);
    if (next === undefined) break;
    [node, at] = [next.value, next.at ?? at];
  }
  return at === undefined ? '' : `:${lineCounter.linePos(at).line}`;
}

function childOf(node: unknown, step: string): { readonly value: unknown; readonly at: number | undefined } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => String(key) === step);
    return pair === undefined ? undefined : { value: pair.value, at: startOf(pair.key) };
  }
  const item: unknown = isSeq(node) ? node.items[Number(step)] : undefined;
  return item === undefined ? undefined : { value: item, at: startOf(item) };
}

const startOf = (node: unknown): number | undefined => (node as Partial<Node> | undefined)?.range?.[0];
