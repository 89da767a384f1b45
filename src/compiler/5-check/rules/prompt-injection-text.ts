import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, locationOf, type Rule } from '../rule.ts';
import { textsOf } from './hidden-text.ts';

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
  entriesOf(model).flatMap((entry) => {
    for (const text of textsOf(entry)) {
      const [phrase] = phrases.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
      if (phrase !== undefined) {
        const params = { kind: kindText(entry), name: entry.name, phrase };
        return [diagnose('prompt-injection-text', params, locationOf(model, entry.id))];
      }
    }
    return [];
  });
