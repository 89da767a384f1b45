/**
 * Whether a text is what a pattern says: `*` stands for any characters, `?` for one, everything else for itself. Its time is at most the
 * product of both lengths, whatever a stranger writes into the pattern.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let after = 0;
  for (let index = 0; index < text.length;) {
    if (pattern[at] === '*') {
      star = at++;
      after = index;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      // The last star takes one character more.
      at = star + 1;
      index = ++after;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
