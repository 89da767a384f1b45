import { escapeHtml } from '@service/sdk/internal';

interface DocumentParts {
  readonly title: string;
  readonly script: string;
  readonly style: string;
  readonly body: string;
  /** The body is a page as its author has written it. */
  readonly isOwnPage: boolean;
}

/** Margins within the body count as its height. Colours and fonts of the host, with something of our own where it sends none. A background would hide that of the host. */
const base =
  'body{display:flow-root;margin:0;font:14px/1.5 var(--font-sans,system-ui,sans-serif);color:var(--color-text-primary,light-dark(#1b1b1f,#ececf1));overflow-wrap:anywhere}';

/** One document with everything in it: hosts give it no other file, and no address to find one by. */
export function widgetDocument({ body, isOwnPage, script, style, title }: DocumentParts): string {
  const head = [
    '<!doctype html><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${base}${style}</style>`,
  ].join('');
  // Before the author's own scripts, which use the bridge. A doctype, <html> or <head> that follows is not taken for a second one.
  if (isOwnPage) return `${head}<script>${script}</script>\n${body}`;
  return `${head}<body><div id="root">${body}</div><script>${script}</script></body>`;
}
