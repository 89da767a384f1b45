import { relativePosix } from '../../std/paths.ts';
import { readFileSync } from 'node:fs';
import { withoutByteOrderMark } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

/** A position in a file: `line` and `column` count from 1. */
export interface SourcePosition {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** UTF-16 units; 1 when unknown. */
  readonly length?: number;
}

/** The position as a span of the project; undefined when the file cannot be read. */
export function spanAt(root: string, position: SourcePosition): Span | undefined {
  let text: string;
  try {
    text = readFileSync(position.file, 'utf8');
  } catch {
    return undefined;
  }
  let lineStart = 0;
  for (let line = 1; line < position.line; line += 1) {
    const next = text.indexOf('\n', lineStart);
    if (next === -1) return undefined;
    lineStart = next + 1;
  }
  // A bundler counts the byte order mark as a column; editors, TypeScript and offsets do not.
  const marked = text !== withoutByteOrderMark(text);
  const column = marked && position.line === 1 ? Math.max(1, position.column - 1) : position.column;
  text = withoutByteOrderMark(text);
  if (marked && position.line > 1) lineStart -= 1;
  const start = Math.min(lineStart + column - 1, text.length);
  return {
    file: relativePosix(root, position.file),
    start,
    end: Math.min(start + (position.length ?? 1), text.length),
    line: position.line,
    column,
  };
}

/** A part of a file, counted in UTF-16 units, as a span of the project; undefined when the file cannot be read. */
export function spanOfRange(
  root: string,
  { end, file, start }: { readonly file: string; readonly start: number; readonly end: number },
): Span | undefined {
  let text: string;
  try {
    text = withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  const before = text.slice(0, start);
  const line = before.split('\n').length;
  return { file: relativePosix(root, file), start, end, line, column: start - before.lastIndexOf('\n') };
}
