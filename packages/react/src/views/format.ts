/** A text as it is, else indented JSON; what has no JSON (a cycle, a bigint) as its own text. */
export function shownText(data: unknown): string {
  if (typeof data === 'string') return data;
  try {
    return JSON.stringify(data, null, 2) ?? String(data);
  } catch {
    return String(data);
  }
}

/** JSON indented anew; every other text as it is. */
export function reindented(text: string, mimeType: string | undefined): string {
  const looksLikeJson = mimeType === undefined ? /^\s*[[{]/.test(text) : /[/+]json\b/.test(mimeType);
  if (!looksLikeJson) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
