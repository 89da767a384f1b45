import { diagnose } from '../../diagnostics/index.ts';
import { unreachableEntries } from '../../model/unreachable-entries.ts';
import { kindText, locationOf, type Rule } from '../rule.ts';

/** An entry that a build carries and nobody can ever use. */
export const checkUnreachableEntry: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined || target === undefined) return [];
  const server = { ...model.server, options };
  const { archive, bundle, name } = target;
  const place = { isArchive: archive !== undefined, runtime: bundle.platform === 'node' ? 'node' : 'edge', target: name } as const;
  return unreachableEntries(server, place).map(({ because, entry, option }) =>
    diagnose('unreachable-entry', { entry: `${kindText(entry)} "${entry.listedName}"`, because, option }, locationOf(model, entry.id)),
  );
};
