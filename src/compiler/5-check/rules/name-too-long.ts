import { longestEntryName, nameProblem } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, placeOf, type Rule } from '../rule.ts';

/** Clients address tools and prompts by the listed name, so there an owner's prefix counts. */
export const checkNameTooLong: Rule = (model) =>
  entriesOf(model)
    .map((entry) => ({ entry, name: entry.kind === 'tool' || entry.kind === 'prompt' ? entry.listedName : entry.name }))
    .filter(({ name }) => name.length > longestEntryName || nameProblem(name) === 'too-long')
    .map(({ entry, name }) => diagnose('name-too-long', { kind: kindText(entry), name, length: name.length }, placeOf(model, entry.id)));
