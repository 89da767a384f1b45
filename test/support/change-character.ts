/**
 * The text with one character replaced by another of the base64url alphabet, whatever stood there: made of chance, it may already hold the letter
 * that a test would write.
 *
 * @param at - Index of the character; below zero it is counted from the end, as `Array.at` counts.
 */
export function changeCharacter(text: string, at: number): string {
  const index = at < 0 ? text.length + at : at;
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}
