import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, isOpen, locationOf, type Rule } from '../rule.ts';

/** Adapters and plugins may bring entries when the server starts. */
export const checkNoEntries: Rule = (model) => {
  const { adapters, plugins } = model.server;
  // Spans of skills are known even when their folders could not be read.
  const hasSkills = Object.keys(model.spans).some((id) => id.startsWith('skill:'));
  return isOpen(model) || entriesOf(model).length > 0 || adapters.length > 0 || plugins.length > 0 || hasSkills
    ? []
    : [diagnose('no-entries', {}, locationOf(model, 'server'))];
};
