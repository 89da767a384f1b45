import { longestEntryName } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, placeOf, type Rule } from '../rule.ts';

/** Clients address by the listed name, so an owner's prefix counts. */
export const checkNameTooLong: Rule = (model) =>
  entriesOf(model)
    .filter(({ kind, listedName }) => (kind === 'tool' || kind === 'prompt') && listedName.length > longestEntryName)
    .map((entry) => diagnose('name-too-long', { kind: kindText(entry), name: entry.listedName, length: entry.listedName.length }, placeOf(model, entry.id)));
