import { fieldsOf, indexDataOf, type SearchTexts } from './index-data.ts';
import { indexVersion, type KeptIndex, searchHash } from './kept-index.ts';

/** The index of texts as a build keeps it. */
export async function keepIndex(texts: readonly SearchTexts[]): Promise<KeptIndex> {
  const words = [...indexDataOf(texts.map(fieldsOf))].map(([word, entries]) => `${word} ${writeEntries(entries)}`).join(' ');
  return { version: indexVersion, hash: await searchHash(texts), words };
}

/** One character that no string literal escapes. */
const character = (value: number): string => String.fromCharCode(value + (value < 57 ? 35 : 36));

function writeEntries(entries: readonly number[]): string {
  let [text, last] = ['', -1];
  for (let next = 0; next < entries.length; next += 2) {
    const at = entries[next] ?? 0;
    let skipped = at - last - 1;
    let digits = character(skipped % 45);
    while ((skipped = Math.floor(skipped / 45)) > 0) digits = character((skipped % 45) + 45) + digits;
    text += digits + character(entries[next + 1] ?? 0);
    last = at;
  }
  return text;
}
