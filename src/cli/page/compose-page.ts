import { createHash } from 'node:crypto';
import { escapeHtml, scriptJson } from '@service/sdk/internal';
import type { PageSettings } from './page-types.ts';

/** The page as it was built: one script and one style sheet. */
export interface BuiltPage {
  readonly script: string;
  readonly style: string;
}

/** A document and the policy that it needs: it runs its own script and reaches its own server and the sandbox, nothing else. */
export interface PageDocument {
  readonly html: string;
  readonly policy: string;
}

export function composePage({ script, style }: BuiltPage, settings: PageSettings): PageDocument {
  const title = escapeHtml(settings.title);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script type="application/json" id="settings">${scriptJson(settings)}</script>
<script>${script}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    // React sets single properties of elements by the CSSOM, which needs no permission.
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    'img-src data:',
    `frame-src ${settings.sandbox ?? "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return { html, policy: policy.join('; ') };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
