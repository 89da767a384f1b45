import { nameProblem } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, placeOf, type Rule } from '../rule.ts';

export const checkInvalidName: Rule = (model) =>
  entriesOf(model)
    .filter(({ name }) => ['empty', 'bad-characters'].includes(nameProblem(name) ?? ''))
    .map((entry) => diagnose('invalid-name', { kind: kindText(entry), name: entry.name }, placeOf(model, entry.id)));
