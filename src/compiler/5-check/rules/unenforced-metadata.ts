import { type EntryModel, ownerPath, type PluginModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { type CheckedModel, entriesOf, isOpen, placeOf, type Rule } from '../rule.ts';

/** Fields that promise protection; `cache` and `codecall` promise none (document 2, plugin rule 4). */
const promises = ['approval', 'featureFlag'] as const;

export const checkUnenforcedMetadata: Rule = (model) => {
  if (isOpen(model)) return [];
  const entries = entriesOf(model).flatMap((entry) =>
    promises.filter((field) => carries(entry, field) && !isEnforced(model, entry, field)).map((field) => ({ entry: entry.name, field, id: entry.id })),
  );
  const [first] = entries;
  if (first === undefined) return [];
  const related = entries.slice(1).flatMap(({ entry, field, id }) => {
    const { span } = placeOf(model, id);
    return span === undefined ? [] : [{ message: `"${field}" of ${entry}`, span }];
  });
  return [diagnose('unenforced-metadata', { entries: entries.map(({ entry, field }) => ({ entry, field })) }, { ...placeOf(model, first.id), ...(related.length > 0 ? { related } : {}) })];
};

const carries = (entry: EntryModel, field: string): boolean => {
  const value = entry.pluginFields?.[field];
  return value !== undefined && value !== false;
};

const isEnforced = ({ server }: CheckedModel, entry: EntryModel, field: string): boolean =>
  server.plugins.some((plugin) => plugin.enforces?.includes(field) === true && reaches(plugin, entry));

/** A plugin of the server reaches everything, one of an app that app; scope `server` widens the reach. */
function reaches(plugin: PluginModel, entry: EntryModel): boolean {
  const owner = ownerPath(plugin.scope === 'server' ? plugin.owner.slice(0, 1) : plugin.owner);
  const path = ownerPath(entry.owner);
  return path === owner || path.startsWith(`${owner}/`);
}
