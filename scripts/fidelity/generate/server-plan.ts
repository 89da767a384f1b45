import { Dice } from './dice.ts';

/*
 * The dimensions of a generated server. A plan names one value of each; what is not named by a dimension is chosen with the seed.
 * A plan can be written down: `fixtures/fidelity/plans.json` holds those that once showed a difference.
 */
export const dimensions = {
  decorators: ['standard', 'experimental'],
  /** How the tools come into the server's list. */
  lists: [
    'literal',
    'named',
    'spread',
    'spread-call',
    'conditional',
    'environment',
    'looped',
    'mapped',
    'filtered',
    'concatenated',
    'object-values',
    'class-static',
  ],
  plugins: ['none', 'static', 'init', 'init-factory', 'called', 'variable', 'packaged', 'packaged-called', 'app-called', 'conditional'],
  providers: ['none', 'class', 'value', 'factory', 'async', 'alias', 'request-scope'],
  /** How a context member is used. */
  context: ['direct', 'destructured', 'alias', 'helper', 'helper-module', 'this-handed-on', 'computed', 'closure'],
  schemas: ['raw', 'object', 'constant', 'imported', 'environment', 'called', 'time', 'random', 'file', 'folder', 'extended'],
  /** What the custom variable decides beside schemas and lists. */
  environment: ['nothing', 'descriptions', 'auth', 'info', 'instructions', 'output'],
  modules: ['single', 'split', 'barrel', 'default-export', 'namespace', 'renamed'],
  classes: ['none', 'plain', 'abstract-base', 'generic-base', 'mixin', 'inherited-decorated'],
  owner: ['server', 'app-class', 'app-builder', 'both'],
} as const;

export type Dimension = keyof typeof dimensions;
export type ServerPlan = { readonly [D in Dimension]: (typeof dimensions)[D][number] } & {
  readonly seed: number;
  /** The same server with every raw shape written as `z.object` of it: both are one thing. */
  readonly restated?: true;
};

/**
 * The plan of a number: each dimension takes its values in turn, with steps that have no common factor with their count, so that a few
 * projects meet every value, and different pairs of them.
 */
export function planOf(index: number, seed: number): ServerPlan {
  const dice = new Dice(seed * 7919 + index);
  const valueAt = <T>(values: readonly T[], at: number): T => {
    // The first run through all values is in order; later ones are of chance.
    const found = index < values.length ? values[(index + at) % values.length] : dice.pick(values);
    if (found === undefined) throw new Error('a dimension without values');
    return found;
  };
  return {
    seed: seed * 7919 + index,
    decorators: valueAt(dimensions.decorators, 0),
    lists: valueAt(dimensions.lists, seed),
    plugins: valueAt(dimensions.plugins, seed + 1),
    providers: valueAt(dimensions.providers, seed + 2),
    context: valueAt(dimensions.context, seed + 3),
    schemas: valueAt(dimensions.schemas, seed + 4),
    environment: valueAt(dimensions.environment, seed + 5),
    modules: valueAt(dimensions.modules, seed),
    classes: valueAt(dimensions.classes, seed + 1),
    owner: valueAt(dimensions.owner, seed + 2),
  };
}
