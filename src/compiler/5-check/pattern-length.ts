/**
 * Whether a regular expression matches whole texts of a limited length: it is anchored at both ends, and nothing in it repeats without
 * end. When in doubt it does not.
 */
export function hasLongestText(pattern: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return false;
  const inner = pattern.slice(1, -1);
  let depth = 0;
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at];
    if (sign === '\\') at++;
    else if (sign === '[') at = endOfClass(inner, at);
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) return false;
    else if (sign === '*' || sign === '+' || /^\{\d+,\}/.test(inner.slice(at, at + 12))) return false;
  }
  return depth === 0;
}

function endOfClass(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ']') return at;
  }
  return text.length;
}
