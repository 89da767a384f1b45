import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Models choose tools and prompts by their description; resources are chosen by people or by URI. */
export const checkMissingDescription: Rule = (model) =>
  [...model.server.tools, ...model.server.prompts]
    .filter(({ description }) => description === undefined || description.trim() === '')
    .map(({ kind, name, id }) => diagnose('missing-description', { kind, name }, locationOf(model, id)));
