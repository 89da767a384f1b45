import { readFileSync, writeFileSync } from 'node:fs';

const begin = '<!-- numbers:begin -->';
const end = '<!-- numbers:end -->';

/** Puts the numbers between the marks of a page; what is written by hand around them stays. */
export function replaceNumbers(page: string, numbers: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${numbers}\n${page.slice(to)}`;
}

export function writePage(path: string, numbers: string): void {
  writeFileSync(path, replaceNumbers(readFileSync(path, 'utf8'), numbers));
}
