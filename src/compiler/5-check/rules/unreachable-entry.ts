import { diagnose } from '../../diagnostics/index.ts';
import { anonymousBecause, unreachableEntries } from '../../model/unreachable-entries.ts';
import { kindText, locationOf, type Rule } from '../rule.ts';

/** An entry that a build carries and nobody can ever use. */
export const checkUnreachableEntry: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined) return [];
  const server = { ...model.server, options };
  const isArchive = target?.archive !== undefined;
  const because = anonymousBecause(server, isArchive) ?? '';
  return unreachableEntries(server, isArchive).map((entry) =>
    diagnose('unreachable-entry', { entry: `${kindText(entry)} "${entry.listedName}"`, because }, locationOf(model, entry.id)),
  );
};
