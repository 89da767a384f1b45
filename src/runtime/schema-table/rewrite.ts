import type { OverwriteName } from './table.ts';

/** The text changes that the schema library brings itself. */
export function rewriter(how: OverwriteName): (text: string) => string {
  switch (how) {
    case 'trim':
      return (text) => text.trim();
    case 'toLowerCase':
      return (text) => text.toLowerCase();
    case 'toUpperCase':
      return (text) => text.toUpperCase();
    case 'slugify':
      return slugOf;
    default:
      return (text) => text.normalize(how);
  }
}

/** Word characters in lower case, anything between them one hyphen. */
function slugOf(text: string): string {
  const words = text
    .toLowerCase()
    .trim()
    .replace(/[^\w\s-]/g, '');
  return words.replace(/[\s_-]+/g, '-').replace(/^-+|-+$/g, '');
}
