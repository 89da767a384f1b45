import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, isOpen, placeOf, type Rule } from '../rule.ts';

/** Adapters and plugins may bring entries when the server starts. */
export const checkNoEntries: Rule = (model) => {
  const { adapters, plugins } = model.server;
  return isOpen(model) || entriesOf(model).length > 0 || adapters.length > 0 || plugins.length > 0
    ? []
    : [diagnose('no-entries', {}, placeOf(model, 'server'))];
};
