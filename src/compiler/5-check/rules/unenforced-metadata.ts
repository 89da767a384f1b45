import { type EntryModel, ownerPath, type PluginModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { type CheckedModel, entriesOf, isOpen, locationOf, type Rule } from '../rule.ts';

/** Fields that promise protection; `cache` and `codecall` promise none. */
const promises = ['approval', 'featureFlag'] as const;

export const checkUnenforcedMetadata: Rule = (model) => {
  if (isOpen(model)) return [];
  const entries = entriesOf(model).flatMap((entry) =>
    promises
      .filter((field) => carries(entry, field) && !isEnforced(model, entry, field))
      .map((field) => ({ entry: `${entry.kind} "${entry.listedName}"`, field, id: entry.id })),
  );
  const [first] = entries;
  if (first === undefined) return [];
  const related = entries.slice(1).flatMap(({ entry, field, id }) => {
    const { span } = locationOf(model, id);
    return span === undefined ? [] : [{ message: `"${field}" of ${entry}`, span }];
  });
  return [
    diagnose(
      'unenforced-metadata',
      { entries: entries.map(({ entry, field }) => ({ entry, field })) },
      { ...locationOf(model, first.id), ...(related.length > 0 ? { related } : {}) },
    ),
  ];
};

const carries = (entry: EntryModel, field: string): boolean => {
  const value = entry.pluginFields?.[field];
  return value !== undefined && value !== false && value !== null;
};

const isEnforced = ({ server }: CheckedModel, entry: EntryModel, field: string): boolean =>
  server.plugins.some((plugin) => plugin.enforces?.includes(field) === true && reaches(plugin, entry));

/** A plugin reaches what its registering owner holds; with scope `server`, everything. */
function reaches(plugin: PluginModel, entry: EntryModel): boolean {
  const registrar = plugin.owner.filter(({ kind }) => kind === 'server' || kind === 'app');
  return plugin.scope === 'server' || ownerPath(entry.owner.slice(0, registrar.length)) === ownerPath(registrar);
}
