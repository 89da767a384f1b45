import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Tools that only other entries call have no host. */
export const checkDottedName: Rule = (model) =>
  model.server.tools
    .filter(({ name, visibility }) => name.includes('.') && visibility !== 'internal')
    .map(({ id, name }) => diagnose('dotted-name', { name }, locationOf(model, id)));
