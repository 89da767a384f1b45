const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const inScripts: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A value as text of a script element: nothing in it ends the element or begins a comment. */
export const scriptJson = (value: object): string => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => inScripts[char] ?? char);

/** Text made safe for HTML element content and quoted attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => replacements[char] ?? char);

/** Text that `error_description` (RFC 6749 section 5.2) and quoted header members may hold: printable ASCII without `"` and `\`. */
export const printable = (text: string): string =>
  text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(/[^\x20-\x7e]/g, '?');

/** `\uXXXX` for each UTF-16 unit, as JSON escapes it. */
export const escapeUnicode = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
