import { isMap, isSeq, LineCounter, parseDocument, type Node } from 'yaml';

/** Line and column of a place in a text, from 1. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

/** Looking for a place means to read a text once more, which large ones are not worth. */
const maxSearched = 2 * 1024 * 1024;

/** Line and column of the first fault that a reader of YAML finds, which JSON is a part of; undefined where it finds none. */
export function faultIn(text: string): { readonly line: number; readonly column: number } | undefined {
  const [fault] = text.length > maxSearched ? [] : parseDocument(text, { logLevel: 'silent', prettyErrors: false }).errors;
  return fault === undefined ? undefined : lineAndColumn(text, fault.pos[0]);
}

/** Finds lines in a text, which is read once more when one is first asked for. */
export class Lines {
  readonly #text: string;
  readonly #counter = new LineCounter();
  #contents: unknown;

  constructor(text: string) {
    this.#text = text;
  }

  /** `:line` of what a JSON Pointer leads to, or of the innermost part that is there; empty where it is not known. */
  of(steps: readonly string[]): string {
    if (this.#text.length > maxSearched) return '';
    this.#contents ??= parseDocument(this.#text, { lineCounter: this.#counter, logLevel: 'silent' }).contents;
    let node = this.#contents;
    let at: number | undefined;
    for (const step of steps) {
      const next = childOf(node, step);
      if (next === undefined) break;
      [node, at] = [next.value, next.at ?? at];
    }
    return at === undefined ? '' : `:${this.#counter.linePos(at).line}`;
  }
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
