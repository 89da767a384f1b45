import { rowsOf, type OptionRow } from './option-row.ts';

/** Server option `authorities`. */
export const authoritiesRows: readonly OptionRow[] = rowsOf('service', [
  ['authorities', ['object']],
  ['authorities.claimsMapping', ['object']],
  ['authorities.claimsResolver', ['function']],
  ['authorities.profiles', ['object']],
  ['authorities.relationshipResolver', ['object']],
  ['authorities.evaluators', ['object']],
  ['authorities.scopeMapping', ['object']],
  ['authorities.scopeMapping.roles', ['object']],
  ['authorities.scopeMapping.permissions', ['object']],
  ['authorities.scopeMapping.profiles', ['object']],
  ['authorities.pipes', ['array']],
]);
