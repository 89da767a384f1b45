import { escapeHtml } from '@service/sdk/internal';

/*
 * Markdown of a widget as HTML: the parts of CommonMark that texts of a few paragraphs use, and tables. Its author's own HTML stays as it
 * is, such as `<span data-text="output.city"></span>`.
 */

/** Blocks are told apart by their first lines. */
export function markdownToHtml(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: string[] = [];
  for (let at = 0; at < lines.length;) {
    const { html, next } = readBlock(lines, at);
    if (html !== '') blocks.push(html);
    at = next;
  }
  return blocks.join('\n');
}

interface Block {
  readonly html: string;
  /** The line after it. */
  readonly next: number;
}

const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const fence = /^(`{3,}|~{3,})\s*([\w-]*)/;
const rule = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const bullet = /^\s?[-*+]\s+/;
const ordered = /^\s?\d{1,9}[.)]\s+/;
const quote = /^\s{0,3}>\s?/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

function readBlock(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { html: '', next: at + 1 };
  const [, marks, title = ''] = heading.exec(line) ?? [];
  if (marks !== undefined) return { html: `<h${marks.length}>${inline(title)}</h${marks.length}>`, next: at + 1 };
  if (rule.test(line)) return { html: '<hr>', next: at + 1 };
  if (fence.test(line)) return readCode(lines, at);
  if (bullet.test(line)) return readList(lines, at, { marker: bullet, element: 'ul' });
  if (ordered.test(line)) return readList(lines, at, { marker: ordered, element: 'ol' });
  if (quote.test(line)) {
    const next = endOf(lines, at, (one) => quote.test(one));
    const inner = lines.slice(at, next).map((one) => one.replace(quote, ''));
    return { html: `<blockquote>${markdownToHtml(inner.join('\n'))}</blockquote>`, next };
  }
  if (line.includes('|') && tableRule.test(lines[at + 1] ?? '')) return readTable(lines, at);
  const next = endOf(lines, at, (one) => one.trim() !== '' && ![heading, fence, bullet, ordered, quote].some((begin) => begin.test(one)));
  const text = lines.slice(at, Math.max(next, at + 1)).join('\n');
  // A block of HTML is its author's.
  return { html: /^\s*<(?:[a-z!/])/i.test(text) ? inline(text) : `<p>${inline(text)}</p>`, next: Math.max(next, at + 1) };
}

function endOf(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  const end = lines.findIndex((line, index) => index >= at && !belongs(line));
  return end === -1 ? lines.length : end;
}

function readCode(lines: readonly string[], at: number): Block {
  const [, marks = '', language = ''] = fence.exec(lines[at] ?? '') ?? [];
  const end = lines.findIndex((line, index) => index > at && line.trim() === marks);
  const last = end === -1 ? lines.length : end;
  const name = language === '' ? '' : ` class="language-${language}"`;
  return { html: `<pre><code${name}>${escapeHtml(lines.slice(at + 1, last).join('\n'))}</code></pre>`, next: last + 1 };
}

function readList(
  lines: readonly string[],
  at: number,
  { element, marker }: { readonly element: 'ul' | 'ol'; readonly marker: RegExp },
): Block {
  const next = endOf(lines, at, (line) => marker.test(line) || (line.trim() !== '' && /^\s{2,}/.test(line)));
  const items: string[][] = [];
  for (const line of lines.slice(at, next)) {
    if (marker.test(line)) items.push([line.replace(marker, '')]);
    else items.at(-1)?.push(line.replace(/^\s{2,4}/, ''));
  }
  const printed = items.map(
    ([first = '', ...rest]) => `<li>${inline(first)}${rest.length === 0 ? '' : markdownToHtml(rest.join('\n'))}</li>`,
  );
  return { html: `<${element}>${printed.join('')}</${element}>`, next };
}

function readTable(lines: readonly string[], at: number): Block {
  const next = endOf(lines, at, (line) => line.includes('|'));
  const [head = '', , ...rows] = lines.slice(at, next);
  const cells = (row: string, cell: 'th' | 'td'): string =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((text) => `<${cell}>${inline(text.trim())}</${cell}>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  return { html: `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table>`, next };
}

/** Code first: nothing within it means anything. */
const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : marked(part)))
    .join('');

const marked = (text: string): string =>
  text
    .replaceAll(/!\[([^\]]*)\]\((\S+?)\)/g, (_all, alt: string, src: string) => `<img alt="${escapeHtml(alt)}" src="${escapeHtml(src)}">`)
    .replaceAll(/\[([^\]]+)\]\((\S+?)\)/g, (_all, shown: string, href: string) => `<a href="${escapeHtml(href)}">${shown}</a>`)
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])[*_]([^*_\s](?:[^*_]*[^*_\s])?)[*_](?![\w*])/g, '<em>$1</em>');
