import type { Check, CheckOptions } from './checks.ts';

/* The text changes that the schema library brings itself. */

const rewriteCheck = (change: (text: string) => string, { when }: CheckOptions = {}): Check => ({
  when,
  run: (value) => change(String(value)),
});

export const trimCheck = (options?: CheckOptions): Check => rewriteCheck((text) => text.trim(), options);
export const lowerCaseCheck = (options?: CheckOptions): Check => rewriteCheck((text) => text.toLowerCase(), options);
export const upperCaseCheck = (options?: CheckOptions): Check => rewriteCheck((text) => text.toUpperCase(), options);
export const slugCheck = (options?: CheckOptions): Check => rewriteCheck(slugOf, options);
export const normalizeCheck = (form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD', options?: CheckOptions): Check =>
  rewriteCheck((text) => text.normalize(form), options);

/** Word characters in lower case, anything between them one hyphen. */
function slugOf(text: string): string {
  const words = text
    .toLowerCase()
    .trim()
    .replace(/[^\w\s-]/g, '');
  return words.replace(/[\s_-]+/g, '-').replace(/^-+|-+$/g, '');
}
