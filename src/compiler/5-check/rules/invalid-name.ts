import { nameProblem, nameRule } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, locationOf, type Rule } from '../rule.ts';

export const checkInvalidName: Rule = (model) =>
  entriesOf(model)
    .filter(({ kind, name }) => ['empty', 'bad-characters'].includes(nameProblem(name, kind) ?? ''))
    .map((entry) =>
      diagnose('invalid-name', { kind: kindText(entry), name: entry.name, rule: nameRule(entry.kind) }, locationOf(model, entry.id)),
    );
