import { type Node, type ParseError, createScanner, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JsonObject } from '@service/sdk/model';

/** Why a file cannot take an entry: the end of a sentence that begins with the file's name. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

export interface MergeRequest {
  readonly key: string;
  readonly value: JsonObject;
  /** The client reads comments and trailing commas; another one could not read such a file. */
  readonly readsComments: boolean;
}

const byteOrderMark = '\uFEFF';

/**
 * The text with the entry in it. Everything outside the entry stays byte for byte: this inserts members and replaces one value, because
 * the editing functions of the library format whole lines anew.
 * @throws {UnusableFile}
 */
export function mergeEntry(before: string, request: MergeRequest): string {
  const mark = before.startsWith(byteOrderMark) ? byteOrderMark : '';
  const text = before.slice(mark.length);
  const root = parse(text, request.readsComments);
  const style = styleOf(text, root);
  if (root === undefined) {
    const start = text === '' || text.endsWith('\n') ? text : `${text}${style.eol}`;
    return `${mark}${start}${print({ mcpServers: { [request.key]: request.value } }, style, '')}${style.eol}`;
  }
  const after = applyEdits(text, planEdits(text, { root, style, request }));
  checkMerged(after, root, request);
  return mark + after;
}

interface Edit {
  readonly at: number;
  /** Characters that are replaced. */
  readonly length: number;
  readonly text: string;
}

interface Style {
  readonly eol: string;
  /** One step of indentation. */
  readonly indent: string;
  /** The whole file is one line. */
  readonly isCompact: boolean;
}

interface MergePlan {
  readonly root: Node;
  readonly style: Style;
  readonly request: MergeRequest;
}

function planEdits(text: string, { request, root, style }: MergePlan): readonly Edit[] {
  const { key } = request;
  const container = containerOf(root);
  const value = valueFor(container, request.value);
  const servers = memberOf(root, container);
  if (servers === undefined) return insertMember(text, root, { style, key: container, value: { [key]: value } });
  if (servers.type !== 'object') throw new UnusableFile(`holds no object under ${container}`);
  const entry = memberOf(servers, key);
  if (entry === undefined) return insertMember(text, servers, { style, key, value });
  if (JSON.stringify(getNodeValue(entry)) === JSON.stringify(value)) return [];
  const printed = hasBreak(leadingSpace(text, servers) ?? '') ? print(value, style, indentAt(text, entry.offset)) : JSON.stringify(value);
  return [{ at: entry.offset, length: entry.length, text: printed }];
}

/** `mcpServers`, or the key that the file has in its place. */
const containerOf = (root: Node): 'mcpServers' | 'servers' =>
  memberOf(root, 'mcpServers') === undefined && memberOf(root, 'servers')?.type === 'object' ? 'servers' : 'mcpServers';

/** Files with `servers` name the transport `type`. */
function valueFor(container: string, value: JsonObject): JsonObject {
  if (container !== 'servers') return value;
  const { transport = 'stdio', ...rest } = value;
  return { type: transport, ...rest };
}

const membersOf = (object: Node): readonly (readonly [name: unknown, value: Node])[] =>
  (object.children ?? []).flatMap(({ children: [name, value] = [] }): (readonly [unknown, Node])[] =>
    value === undefined ? [] : [[name?.value, value]],
  );

/** A name that an object has twice is refused: parsers take the last one, a reader sees the first. */
function memberOf(object: Node, key: string): Node | undefined {
  const found = membersOf(object).filter(([name]) => name === key);
  if (found.length > 1) throw new UnusableFile(`names ${JSON.stringify(key)} twice in one object`);
  return found[0]?.[1];
}

interface Member {
  readonly key: string;
  readonly value: JsonObject;
  readonly style: Style;
}

/** Behind the comments that follow the last member, in front of the space before the brace. */
function insertMember(text: string, object: Node, { key, style, value }: Member): readonly Edit[] {
  const last = object.children?.at(-1);
  const end = object.offset + object.length - 1;
  const gapStart = last === undefined ? object.offset + 1 : last.offset + last.length;
  const gap = text.slice(gapStart, end);
  const at = gapStart + gap.trimEnd().length;
  const comma = last === undefined || beginsWithComma(gap) ? [] : [{ at: gapStart, length: 0, text: ',' }];
  const leading = leadingSpace(text, object);
  const isOneLine = !hasBreak(gap) && (leading === undefined ? style.isCompact : !hasBreak(leading));
  if (isOneLine) return [...comma, { at, length: 0, text: `${leading ?? ''}${JSON.stringify(key)}:${JSON.stringify(value)}` }];
  const closing = indentAt(text, object.offset);
  const indent = leading !== undefined && hasBreak(leading) ? (/[^\r\n]*$/.exec(leading)?.[0] ?? '') : closing + style.indent;
  const ending = hasBreak(text.slice(at, end)) ? '' : style.eol + closing;
  return [...comma, { at, length: 0, text: `${style.eol}${indent}${JSON.stringify(key)}: ${print(value, style, indent)}${ending}` }];
}

const hasBreak = (text: string): boolean => /[\r\n]/.test(text);

/** The space in front of the first member, behind a comment if there is one; undefined for an object without members. */
function leadingSpace(text: string, object: Node): string | undefined {
  const first = object.children?.[0];
  return first === undefined ? undefined : (/\s*$/.exec(text.slice(object.offset + 1, first.offset))?.[0] ?? '');
}

/** A trailing comma, perhaps behind comments. */
function beginsWithComma(gap: string): boolean {
  const scanner = createScanner(gap, true);
  scanner.scan();
  return gap.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()) === ',';
}

const indentAt = (text: string, offset: number): string => {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
};

function styleOf(text: string, root: Node | undefined): Style {
  const leading = root === undefined ? undefined : leadingSpace(text, root);
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    indent: /[\r\n]([ \t]+)$/.exec(leading ?? '')?.[1] ?? '  ',
    isCompact: leading !== undefined && !hasBreak(leading),
  };
}

const print = (value: JsonObject, style: Style, indent: string): string =>
  JSON.stringify(value, undefined, style.indent)
    .split('\n')
    .join(style.eol + indent);

const applyEdits = (text: string, edits: readonly Edit[]): string =>
  edits.toReversed().reduce((whole, edit) => whole.slice(0, edit.at) + edit.text + whole.slice(edit.at + edit.length), text);

/** The root object; undefined for a file that holds nothing but space and comments. */
function parse(text: string, readsComments: boolean): Node | undefined {
  if (text.trim() === '') return undefined;
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    const options = { disallowComments: !readsComments, allowTrailingComma: readsComments, allowEmptyContent: true };
    root = parseTree(text, errors, options);
    if (!readsComments && errors.length === 0) JSON.parse(text);
  } catch (error) {
    throw new UnusableFile(`is not valid JSON: ${error instanceof RangeError ? 'nested too deeply' : String(error)}`);
  }
  const [first] = errors;
  if (first !== undefined) throw new UnusableFile(`is not valid JSON: ${printParseErrorCode(first.error)} at ${place(text, first.offset)}`);
  if (root !== undefined && root.type !== 'object') throw new UnusableFile('holds no JSON object');
  return root;
}

function place(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Guards the user's file against a defect of this module: the result must equal the old content plus the entry. */
function checkMerged(after: string, root: Node, { key, readsComments, value }: MergeRequest): void {
  const merged = parse(after, readsComments);
  const container = containerOf(root);
  const entry = merged === undefined ? undefined : findNodeAtLocation(merged, [container, key]);
  if (merged === undefined || entry === undefined || JSON.stringify(getNodeValue(entry)) !== JSON.stringify(valueFor(container, value)))
    throw new Error('the merged file does not hold the entry');
  if (printOthers(root, container, key) !== printOthers(merged, container, key)) throw new Error('the merged file lost something');
}

/** Everything but the entry. */
function printOthers(root: Node, container: string, key: string): string {
  const others = membersOf(root).flatMap(([name, node]): readonly unknown[] =>
    name === container
      ? membersOf(node).flatMap(([server, value]) => (server === key ? [] : [[name, server, getNodeValue(value)]]))
      : [[name, getNodeValue(node)]],
  );
  return JSON.stringify(others);
}
