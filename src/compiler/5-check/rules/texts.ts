import { entriesOf, type EntryModel, type Json } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { kindText, locationOf, type Rule } from '../rule.ts';

/** Zero-width, direction-changing and tag characters; not the joiner that emoji are made with. */
const hidden = /\u034F|[\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

/** Characters that are invisible to a reviewer of a description. */
export const checkHiddenText: Rule = (model) =>
  entriesOf(model.server).flatMap((entry) => {
    const found = textsOf(entry)
      .map((text) => hidden.exec(text)?.[0])
      .find((character) => character !== undefined);
    if (found === undefined) return [];
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return [diagnose('hidden-text', { kind: kindText(entry), name: entry.name, character: `U+${code}` }, locationOf(model, entry.id))];
  });

/** Every text of an entry that a model reads. */
function textsOf(entry: EntryModel): readonly string[] {
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

/** Phrases of tool poisoning: they speak to the model about something other than the tool. */
const phrases: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|other|system)\b.{0,20}\b(?:instructions?|prompts?|messages?|rules?)\b/i,
  /\b(?:do not|don't|never)\b.{0,20}\b(?:tell|inform|mention|reveal|show)\b.{0,30}\b(?:the )?(?:user|human|person)\b/i,
  /<\/?(?:important|system|instructions?|secret|hidden)>/i,
  /\bbefore (?:using|calling) (?:this|any)(?: other)? tools?\b.{0,60}\b(?:read|send|call|include|pass)\b/i,
  /\b(?:you must|always) (?:first )?(?:read|send|include|pass|call)\b.{0,60}(?:~\/|\.ssh|\.env|\bcredentials?\b|\bapi keys?\b|\bpasswords?\b)/i,
  /\bwithout (?:asking|telling|informing) (?:the )?(?:user|human|person)\b/i,
];

/** Text that steers the model instead of describing the entry. */
export const checkPromptInjectionText: Rule = (model) =>
  entriesOf(model.server).flatMap((entry) => {
    for (const text of textsOf(entry)) {
      const [phrase] = phrases.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
      if (phrase !== undefined) {
        const params = { kind: kindText(entry), name: entry.name, phrase };
        return [diagnose('prompt-injection-text', params, locationOf(model, entry.id))];
      }
    }
    return [];
  });
