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
  const startColumn = expandTabs(line.slice(0, span.column - 1)).length;
  const marked = firstLineOf(source.slice(span.start, span.end));
  const length = Math.max(1, expandTabs(marked).length);
  // A minified or generated line is cut so that the caret stays in view.
  const cut = startColumn + Math.min(length, 40) > widest ? startColumn - 40 : 0;
  const output: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const here = number === span.line;
    output.push(`${here ? '>' : ' '} ${String(number).padStart(gutter)} | ${cutLine(expandTabs(lines[number - 1] ?? ''), cut)}`.trimEnd());
    if (here) {
      const indent = startColumn - cut + (cut > 0 ? 1 : 0);
      output.push(`  ${' '.repeat(gutter)} | ${' '.repeat(indent)}${'^'.repeat(Math.min(length, Math.max(1, widest - indent)))}`);
    }
  }
  return output.join('\n');
}

const expandTabs = (text: string): string => text.replaceAll('\t', ' '.repeat(tabWidth));

const firstLineOf = (text: string): string => text.split(/\r\n|\n|\r/, 1)[0] ?? '';

function cutLine(line: string, from: number): string {
  const rest = from > 0 ? `…${line.slice(from)}` : line;
  return rest.length > widest ? `${rest.slice(0, widest - 1)}…` : rest;
}
