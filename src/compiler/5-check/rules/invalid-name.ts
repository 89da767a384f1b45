import { nameProblem } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, placeOf, type Rule } from '../rule.ts';

/** Resources are addressed by URI; their names are for people. */
export const checkInvalidName: Rule = (model) =>
  entriesOf(model)
    .filter(({ kind, name }) => {
      const problem = nameProblem(name);
      return problem === 'empty' || (problem === 'bad-characters' && (kind === 'tool' || kind === 'prompt'));
    })
    .map((entry) => diagnose('invalid-name', { kind: kindText(entry), name: entry.name }, placeOf(model, entry.id)));
