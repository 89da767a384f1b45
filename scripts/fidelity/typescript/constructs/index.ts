import { decorators, effects, fields } from './classes.ts';
import type { Construct } from './construct.ts';
import { constEnums } from './const-enums.ts';
import { elision } from './elision.ts';
import { enums } from './enums.ts';
import { namespaces } from './namespaces.ts';
import { ownEffects } from './own-effects.ts';
import { reExports } from './re-exports.ts';

/** From the handbook of TypeScript: what means something else when files are compiled one by one, or under another option. */
export const constructs: readonly Construct[] = [
  ...enums,
  ...constEnums,
  ...namespaces,
  ...reExports,
  ...elision,
  ...fields,
  ...decorators,
  ...effects,
  ...ownEffects,
];

export { optionSets, type Construct, type OptionSet } from './construct.ts';
