import { terminalText } from '@service/sdk/terminal';

/** Other people's text within a line of Markdown: no line of its own, and no control that a terminal would follow. */
export const markdownLine = (text: string): string => terminalText(text.replaceAll(/\s*(?:\r\n|[\n\r\u2028\u2029])\s*/g, ' '));

/** The same as code: between more backticks than it holds in a row. */
export function markdownCode(text: string): string {
  const line = markdownLine(text);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = line === '' || /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
