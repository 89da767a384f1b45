import { createElement, type ReactElement, type ReactNode } from 'react';

/*
 * Markdown of a result as elements: nothing of it is ever read as HTML, so it needs no sanitising. Headings, lists, quotes, code, rules,
 * emphasis, links; what is not known stays text.
 */

/** Spans are short: a text of nothing but opening marks must not take the square of its length. */
const inline =
  /`([^`]{1,500})`|\*\*([^*]{1,500})\*\*|~~([^~]{1,500})~~|[*_]([^*_\s][^*_]{0,500})[*_]|\[([^\]]{0,500})\]\(([^)\s]{1,2000})\)/;

/** Links that only show something. */
export const isSafeLink = (url: string): boolean => /^(?:https?:|mailto:)/i.test(url);

function spans(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let rest = text;
  for (let match = inline.exec(rest); match !== null; match = inline.exec(rest)) {
    const [whole, code, strong, struck, emphasis, label, url = ''] = match;
    nodes.push(rest.slice(0, match.index));
    rest = rest.slice(match.index + whole.length);
    const key = nodes.length;
    if (code !== undefined) nodes.push(createElement('code', { key }, code));
    else if (strong !== undefined) nodes.push(createElement('strong', { key }, spans(strong)));
    else if (struck !== undefined) nodes.push(createElement('del', { key }, struck));
    else if (emphasis !== undefined) nodes.push(createElement('em', { key }, emphasis));
    else nodes.push(isSafeLink(url) ? createElement('a', { key, href: url }, label) : label);
  }
  return [...nodes, rest];
}

/** Lines as long as they look alike. */
function take(lines: string[], wanted: RegExp): readonly string[] {
  const end = lines.findIndex((line) => !wanted.test(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

const list = /^\s*(?:[-*+]|\d+[.)])\s+/;
const starts = /^(?:#{1,6}\s|>|```|\s*(?:[-*+]|\d+[.)])\s+|\s*$)/;

function block(lines: string[], key: number): ReactElement | null {
  const [line = ''] = lines;
  const [, marks = '', heading] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
  if (line.startsWith('```')) {
    lines.shift();
    const code = take(lines, /^(?!```)/);
    lines.shift();
    return createElement('pre', { key }, createElement('code', null, code.join('\n')));
  }
  if (heading !== undefined) {
    lines.shift();
    return createElement(`h${marks.length}`, { key }, spans(heading));
  }
  if (/^\s*(?:---+|\*\*\*+)\s*$/.test(line)) {
    lines.shift();
    return createElement('hr', { key });
  }
  if (line.startsWith('>')) return createElement('blockquote', { key }, blocks(take(lines, /^>/).map((one) => one.replace(/^>\s?/, ''))));
  if (list.test(line)) {
    const items = take(lines, list).map((one, at) => createElement('li', { key: at }, spans(one.replace(list, ''))));
    return createElement(/^\s*\d/.test(line) ? 'ol' : 'ul', { key }, items);
  }
  if (line.trim() === '') {
    lines.shift();
    return null;
  }
  const first = lines.shift() ?? '';
  const end = lines.findIndex((one) => starts.test(one));
  return createElement('p', { key }, spans([first, ...lines.splice(0, end === -1 ? lines.length : end)].join('\n')));
}

function blocks(lines: string[]): ReactNode[] {
  const made: ReactNode[] = [];
  while (lines.length > 0) made.push(block(lines, made.length));
  return made;
}

/** Markdown as elements of React. */
export const markdownElements = (text: string): ReactNode[] => blocks(text.split(/\r?\n/));
