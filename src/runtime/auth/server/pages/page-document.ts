import { escapeHtml, randomId } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { pageStyle } from './page-style.ts';
import { honestText } from './shown-text.ts';

export interface PageDocument {
  /** Of the window; plain text. */
  readonly title: string;
  /** Markup of the page's parts. */
  readonly body: string;
  readonly logo?: string | undefined;
}

/** How every page begins; what is between it and `</head>` is the page's own. */
export const pageHead = (title: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(honestText(title))}</title>`;

/** One of our own pages: no scripts, nothing loaded but the logo. */
export function answerPage(page: PageDocument, status: number): HttpAnswer {
  const nonce = randomId();
  const logo = page.logo === undefined ? undefined : logoSource(page.logo);
  const image = logo === undefined ? '' : `<img class="logo" src="${escapeHtml(logo)}" alt="">\n`;
  const html = `${pageHead(page.title)}
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<main>
<div class="card">
${image}${page.body}
</div>
</main>
</body>
</html>
`;
  return answerHtml(html, status, [`style-src 'nonce-${nonce}'`, ...(logo === undefined ? [] : [`img-src ${imagePlace(logo)}`])]);
}

/** A page of the author's own (`login.render`): its style may be written in it, its scripts do not run. */
export const answerOwnHtml = (html: string, status: number): HttpAnswer =>
  answerHtml(html, status, [`style-src 'unsafe-inline'`, 'img-src https: data:']);

/**
 * Headers that every page of the authorization server carries, whatever `http.securityHeaders` says. There is no `form-action`:
 * browsers check it again at each redirect, and the code has to reach the client's address. `same-origin` instead of `no-referrer`, which
 * would send `Origin: null` with the form.
 * @param allowed directives that open what `default-src 'none'` closes
 */
export const answerHtml = (html: string, status: number, allowed: readonly string[]): HttpAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': ["default-src 'none'", ...allowed, "base-uri 'none'", "frame-ancestors 'none'"].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    pragma: 'no-cache',
  },
  keepsHeaders: true,
  body: html,
});

/** A logo is an https address or an image inside the options; anything else (`javascript:`, `http:`) is left out. */
function logoSource(logo: string): string | undefined {
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(logo)) return logo;
  return URL.canParse(logo) && new URL(logo).protocol === 'https:' ? new URL(logo).href : undefined;
}

const imagePlace = (logo: string): string => (logo.startsWith('https:') ? new URL(logo).origin : 'data:');
