/*
 * Source maps of the files on their way into a bundle. A text carries its map as a comment at its end, as bundlers read it: each step that
 * changes the text continues the map, so that the last one leads back to the author's file.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { memberOf } from '@service/sdk/internal';
import { decode, encode, type SourceMapMappings, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import MagicString from 'magic-string';
import type { RawMap, SourceEdit } from '../model/source-edit.ts';
import { withoutByteOrderMark } from '../diagnostics/index.ts';

/** How the maps of a bundle are made; undefined where there are none. */
export interface MapOptions {
  /** Whether they hold the texts of the sources. */
  readonly content: boolean;
}

const comment = '\n//# sourceMappingURL=data:application/json;base64,';

/** Bundlers wrote it, so its shape is known. */
export const parseMap = (json: string): RawMap => JSON.parse(json) as RawMap;

/** The text without its map, and the map. A file of the author may carry anything in that place. */
export function splitMap(text: string): { readonly text: string; readonly map: RawMap | undefined } {
  const at = text.lastIndexOf('\n//# sourceMappingURL=data:application/json;');
  const start = text.indexOf('base64,', at);
  if (at < 0 || start < 0 || /\n\s*\S/.test(text.slice(at + 1))) return { text, map: undefined };
  const map = readMap(Buffer.from(text.slice(start + 'base64,'.length), 'base64').toString());
  return { text: map === undefined ? text : text.slice(0, at), map };
}

function readMap(json: string): RawMap | undefined {
  try {
    const read: unknown = JSON.parse(json);
    return typeof memberOf(read, 'mappings') === 'string' && Array.isArray(memberOf(read, 'sources')) ? parseMap(json) : undefined;
  } catch {
    return undefined;
  }
}

export const withMap = (text: string, map: RawMap): string =>
  `${text}${comment}${Buffer.from(JSON.stringify({ version: 3, ...map })).toString('base64')}`;

/** The map of a text that was made from a text with a map. */
export function chainMaps(outer: RawMap, inner: RawMap): RawMap {
  const lines = decode(inner.mappings);
  const through = (segment: SourceMapSegment): SourceMapSegment[] => {
    const found = segment.length === 1 ? undefined : segmentAt(lines[segment[2]] ?? [], segment[3]);
    return found === undefined || found.length === 1 ? [] : [[segment[0], found[1], found[2], found[3]]];
  };
  const mappings = encode(decode(outer.mappings).map((line) => line.flatMap(through)));
  const { sources, sourcesContent } = inner;
  return { sources, sourcesContent, names: [], mappings };
}

/** The last segment that does not begin after the column. */
function segmentAt(line: SourceMapMappings[number], column: number): SourceMapSegment | undefined {
  let from = 0;
  let to = line.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((line[middle]?.[0] ?? 0) <= column) from = middle + 1;
    else to = middle;
  }
  return line[from - 1];
}

/** Applies planned edits to the text they were planned for. */
export const applyEditsTo = (source: string, edits: readonly SourceEdit[]): string => editedText(source, edits).toString();

/** Applies them to the text of a file, which then carries a map; a map that it carries already is continued. */
export function applyEditsWithMap(path: string, source: string, { edits, maps }: MappedEdits): string {
  if (maps === undefined) return applyEditsTo(source, edits);
  const { map: inner, text: plain } = splitMap(source);
  if (inner !== undefined && edits.length === 0) return source;
  const text = editedText(plain, edits);
  const { mappings, names, sources, sourcesContent } = text.generateMap({
    source: basename(path),
    hires: true,
    includeContent: maps.content,
  });
  const outer = { mappings, names, sources, ...(maps.content && sourcesContent !== undefined ? { sourcesContent } : {}) };
  return withMap(text.toString(), inner === undefined ? outer : chainMaps(outer, inner));
}

interface MappedEdits {
  readonly edits: readonly SourceEdit[];
  readonly maps: MapOptions | undefined;
}

function editedText(source: string, planned: readonly SourceEdit[]): MagicString {
  const text = new MagicString(source);
  const edits = outsideRemoved(planned);
  for (const edit of edits) if (edit.start < edit.end && edit.moveTo === undefined) text.update(edit.start, edit.end, edit.text);
  for (const { start, end, text: inserted, at } of edits) {
    if (start < end) continue;
    if (at === 'end-of-file') text.append(inserted);
    else if (at === 'after') text.appendLeft(start, inserted);
    else text.appendRight(start, inserted);
  }
  for (const { start, end, moveTo } of edits) if (moveTo !== undefined) text.move(start, end, moveTo);
  return text;
}

/** Nothing is edited in what a bundle does not have. */
function outsideRemoved(edits: readonly SourceEdit[]): readonly SourceEdit[] {
  const removed = edits.filter(({ kind }) => kind === 'build-only');
  const isRemoved = (edit: SourceEdit): boolean => removed.some((one) => one !== edit && one.start <= edit.start && edit.end <= one.end);
  return removed.length === 0 ? edits : edits.filter((edit) => !isRemoved(edit));
}

/** A source file's text as TypeScript counts it: without a byte order mark, which would move every planned edit by one. */
export async function readSource(path: string): Promise<string> {
  return withoutByteOrderMark(await readFile(path, 'utf8'));
}
