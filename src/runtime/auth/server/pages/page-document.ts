import { escapeHtml, randomId } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { honestText } from './page-parts.ts';

export interface PageDocument {
  /** Of the window; plain text. */
  readonly title: string;
  /** Markup of the page's parts. */
  readonly body: string;
  readonly logo?: string | undefined;
  /** Behind the style of all pages. */
  readonly style?: string;
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
<style nonce="${nonce}">${pageStyle}${page.style ?? ''}</style>
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

/** The style of every page: system fonts, light and dark, from 320 pixels up; contrasts of text are at least 4.5 to 1. */
const pageStyle = `
:root{color-scheme:light dark;--back:#f3f4f6;--card:#fff;--text:#1b1f27;--soft:#535b69;--line:#878f9d;--edge:#dcdfe4;--act:#1d4ed8;--onact:#fff;--bad:#b3141d;--badback:#fdeeee;--warn:#6b4400;--warnback:#fff4d9}
@media (prefers-color-scheme:dark){:root{--back:#0f1216;--card:#181c22;--text:#eceef2;--soft:#a9b1bf;--line:#6d7686;--edge:#2c323c;--act:#93b7ff;--onact:#0c1730;--bad:#ffa4a0;--badback:#3a1a1c;--warn:#ffd88a;--warnback:#372a10}}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:clamp(1rem,5vh,4rem) 1rem}
.card{background:var(--card);border:1px solid var(--edge);border-radius:.75rem;padding:clamp(1.25rem,5vw,2rem)}
.logo{display:block;max-width:12rem;max-height:4rem;margin:0 0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0;overflow-wrap:anywhere}
.soft,.hint{color:var(--soft)}
.hint{font-size:.875rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0 0;padding:.75rem 1rem;border:1px solid var(--edge);border-radius:.5rem;font-size:.875rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
ul{margin:0;padding-left:1.25rem}
li{overflow-wrap:anywhere}
code{font-size:.875em;color:var(--soft)}
.note,.alert{margin:1rem 0 0;padding:.75rem 1rem;border-radius:.5rem;border-left:.25rem solid}
.note{background:var(--warnback);color:var(--warn)}
.alert{background:var(--badback);color:var(--bad)}
.alert+p,.note+p,dl+p{margin-top:1rem}
form{margin:1.5rem 0 0}
.field{margin:0 0 1rem}
label{display:block;font-weight:600;margin:0 0 .25rem}
.must{font-weight:400;color:var(--soft);font-size:.875rem}
input:not([type=checkbox],[type=radio],[type=hidden]),select{display:block;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
[aria-invalid=true]{border:2px solid var(--bad)!important}
.problem{color:var(--bad);margin:.25rem 0 0;font-size:.875rem}
fieldset{border:0;margin:0 0 1rem;padding:0;min-width:0}
legend{font-weight:600;padding:0;margin:0 0 .25rem}
.choice{display:grid;grid-template-columns:1.5rem 1fr;gap:0 .5rem;align-items:start;padding:.5rem 0;border-top:1px solid var(--edge)}
.choice input{width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--act)}
.choice label{font-weight:500;margin:0;overflow-wrap:anywhere}
.choice .hint{grid-column:2;margin:0}
button{width:100%;min-height:2.75rem;padding:.5rem 1rem;margin:0 0 .75rem;font:inherit;font-weight:600;border-radius:.5rem;border:1px solid var(--act);background:var(--act);color:var(--onact);cursor:pointer}
button.second{background:transparent;color:var(--act)}
a{color:var(--act)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
footer{padding:1rem 0;text-align:center}
`.trim();
