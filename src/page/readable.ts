/** Characters that turn the direction of what follows, or that are not seen. */
const hidden = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A name of a stranger as it is: what would hide or turn a part of it is written out, and a long one is cut. */
export function readable(text: string, max = 2000): string {
  const shown = text
    .slice(0, max)
    .replaceAll(hidden, (char) => (char === '\n' || char === '\t' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`));
  return text.length > max ? `${shown}…` : shown;
}
