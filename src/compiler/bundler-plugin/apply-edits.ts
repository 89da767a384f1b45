import MagicString from 'magic-string';
import type { SourceEdit } from '../model/source-edit.ts';
import { readFile } from 'node:fs/promises';
import { withoutByteOrderMark } from '../diagnostics/index.ts';

/** Applies planned edits to the text they were planned for. */
export function applyEditsTo(source: string, edits: readonly SourceEdit[]): string {
  const text = new MagicString(source);
  for (const edit of edits) if (edit.start < edit.end && edit.moveTo === undefined) text.update(edit.start, edit.end, edit.text);
  for (const { start, end, text: inserted, at } of edits) {
    if (start < end) continue;
    if (at === 'end-of-file') text.append(inserted);
    else if (at === 'after') text.appendLeft(start, inserted);
    else text.appendRight(start, inserted);
  }
  for (const { start, end, moveTo } of edits) if (moveTo !== undefined) text.move(start, end, moveTo);
  return text.toString();
}

/** A source file's text as TypeScript counts it: without a byte order mark, which would move every planned edit by one. */
export async function readSource(path: string): Promise<string> {
  return withoutByteOrderMark(await readFile(path, 'utf8'));
}
