import type { Span } from '../model/span.ts';

const tabWidth = 2;
const widest = 120;

/** The line of a span with one line before and after it, and a caret under what is meant. */
export function printCodeFrame(source: string, span: Span): string {
  const lines = source.split(/\r\n|\n|\r/);
  const first = Math.max(1, span.line - 1);
  const last = Math.min(lines.length, span.line + 1);
  const gutter = String(last).length;
  const line = lines[span.line - 1] ?? '';
  const before = expandTabs(line.slice(0, span.column - 1));
  const startColumn = before.length;
  const marked = firstLineOf(source.slice(span.start, span.end));
  const length = Math.max(1, displayWidth(expandTabs(marked)));
  // A minified or generated line is cut so that the caret stays in view.
  const cut = startColumn + Math.min(length, 40) > widest ? startColumn - 40 : 0;
  const output: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const here = number === span.line;
    output.push(`${here ? '>' : ' '} ${String(number).padStart(gutter)} | ${cutLine(expandTabs(lines[number - 1] ?? ''), cut)}`.trimEnd());
    if (here) {
      const indent = displayWidth(before.slice(cut)) + (cut > 0 ? 1 : 0);
      output.push(`  ${' '.repeat(gutter)} | ${' '.repeat(indent)}${'^'.repeat(Math.min(length, Math.max(1, widest - indent)))}`);
    }
  }
  return output.join('\n');
}

/** Columns that a terminal gives the text: wide characters take two, combining ones none. Emoji are two UTF-16 units and two columns. */
function displayWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) width += wide.test(text.charAt(at)) ? 2 : combining.test(text.charAt(at)) ? 0 : 1;
  return width;
}

const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/;
const combining = /\p{Mn}/u;

const expandTabs = (text: string): string => text.replaceAll('\t', ' '.repeat(tabWidth));

const firstLineOf = (text: string): string => text.split(/\r\n|\n|\r/, 1)[0] ?? '';

function cutLine(line: string, from: number): string {
  const rest = from > 0 ? `…${line.slice(from)}` : line;
  return rest.length > widest ? `${rest.slice(0, widest - 1)}…` : rest;
}
