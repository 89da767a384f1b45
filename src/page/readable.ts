import { escapeUnicode, hiddenCharacters } from '@service/sdk/internal';

/** A name of a stranger as it is: what would hide or turn a part of it is written out, and a long one is cut. */
export function readable(text: string, max = 2000): string {
  const shown = text.slice(0, max).replaceAll(hiddenCharacters, escapeUnicode);
  return text.length > max ? `${shown}…` : shown;
}
