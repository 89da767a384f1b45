import type { ToolModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

const verbs = new Set(['delete', 'remove', 'drop', 'purge', 'erase', 'wipe', 'destroy', 'truncate', 'uninstall', 'revoke', 'overwrite']);

/** A destructive tool must declare it, or restrict its callers. */
export const checkUnguardedDestruction: Rule = (model) =>
  model.server.tools.flatMap((tool) => {
    const verb = wordsOf(tool.name).find((word) => verbs.has(word));
    const deletes = model.facts?.[tool.id]?.deletes;
    if (saysSo(tool)) return [];
    if (verb === undefined && deletes !== undefined) {
      const because = `deletes a folder with all it holds (${deletes.call})`;
      return [diagnose('unguarded-destruction', { name: tool.name, because }, { span: deletes.span })];
    }
    if (verb === undefined) return [];
    return [diagnose('unguarded-destruction', { name: tool.name, because: `is named "${verb}"` }, locationOf(model, tool.id))];
  });

/** `deleteNote`, `delete-note` and `notes.delete` in lower-case words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const saysSo = (tool: ToolModel): boolean =>
  tool.annotations?.['destructiveHint'] !== undefined ||
  tool.annotations?.['readOnlyHint'] === true ||
  ('authorities' in tool && tool.authorities !== undefined) ||
  tool.pluginFields?.['approval'] !== undefined;
