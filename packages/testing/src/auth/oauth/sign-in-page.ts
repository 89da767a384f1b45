import type { OAuthTestUser } from './oauth-options.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** The page of a mock on which a browser test signs in. */
export function signInPage(query: Readonly<Record<string, string>>, { name, sub }: OAuthTestUser): string {
  const fields = Object.entries(query).map(([key, value]) => `<input type="hidden" name="${escape(key)}" value="${escape(value)}">`);
  return [
    '<!doctype html><html lang="en"><head><title>Mock sign-in</title></head><body><h1>Mock sign-in</h1>',
    `<form method="post" action="/oauth/authorize/submit">${fields.join('')}`,
    `<button type="submit">Sign in as ${escape(name ?? sub)}</button></form></body></html>`,
  ].join('\n');
}
