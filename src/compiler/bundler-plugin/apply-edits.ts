import MagicString from 'magic-string';
import type { SourceEdit } from '../model/source-edit.ts';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { withoutByteOrderMark } from '../diagnostics/index.ts';
import { chainMaps, type MapOptions, splitMap, withMap } from './source-maps.ts';

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

function editedText(source: string, edits: readonly SourceEdit[]): MagicString {
  const text = new MagicString(source);
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

/** A source file's text as TypeScript counts it: without a byte order mark, which would move every planned edit by one. */
export async function readSource(path: string): Promise<string> {
  return withoutByteOrderMark(await readFile(path, 'utf8'));
}
