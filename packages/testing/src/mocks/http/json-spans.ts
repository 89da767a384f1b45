/** A value of JSON and where it stands, so that one value can be replaced and the rest kept as it was written. */
export interface JsonNode {
  readonly kind: 'text' | 'scalar' | 'list' | 'object';
  readonly start: number;
  end: number;
  readonly members: { readonly key: JsonNode | undefined; readonly value: JsonNode }[];
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param text valid JSON */
export function readJson(text: string): JsonNode | undefined {
  const root: JsonNode = { kind: 'list', start: 0, end: text.length, members: [] };
  const open = [root];
  let key: JsonNode | undefined;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const parent = open.at(-1) ?? root;
    const end = index + token.length;
    if (token === ':') key = parent.members.pop()?.value;
    else if (token === '}' || token === ']') (open.pop() ?? root).end = end;
    else if (token !== ',') {
      const kind = token === '{' ? 'object' : token === '[' ? 'list' : token.startsWith('"') ? 'text' : 'scalar';
      const value: JsonNode = { kind, start: index, end, members: [] };
      parent.members.push({ key, value });
      key = undefined;
      if (kind === 'object' || kind === 'list') open.push(value);
    }
  }
  return root.members[0]?.value;
}

/** @param edits in the order of the text */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { end, start, text: replacement } of edits) {
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}
