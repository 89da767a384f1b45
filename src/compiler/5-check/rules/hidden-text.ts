import type { EntryModel, Json } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, locationOf, type Rule } from '../rule.ts';

/** Zero-width, direction-changing and tag characters; not the joiner that emoji are made with. */
const hidden = /\u034F|[\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

/** Characters that are invisible to a reviewer of a description. */
export const checkHiddenText: Rule = (model) =>
  entriesOf(model).flatMap((entry) => {
    const found = textsOf(entry)
      .map((text) => hidden.exec(text)?.[0])
      .find((character) => character !== undefined);
    if (found === undefined) return [];
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return [diagnose('hidden-text', { kind: kindText(entry), name: entry.name, character: `U+${code}` }, locationOf(model, entry.id))];
  });

/** Every text of an entry that a model reads. */
export function textsOf(entry: EntryModel): readonly string[] {
  const texts = [entry.title, entry.description].filter((text) => text !== undefined);
  if (entry.kind === 'tool') collectDescriptions(entry.inputSchema, texts);
  if (entry.kind === 'prompt') texts.push(...entry.arguments.flatMap(({ description }) => description ?? []));
  return texts;
}

function collectDescriptions(value: Json | undefined, texts: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'description' || key === 'title') && typeof inner === 'string') texts.push(inner);
    else collectDescriptions(inner, texts);
  }
}
