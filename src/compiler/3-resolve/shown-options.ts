import { type Json, type PluginStoreModel, pluginStore } from '@service/sdk/model';
import type { ShownOptions } from '../model/shown-options.ts';
import type { StaticObject, StaticProperty, StaticValue } from '../model/declarations.ts';

/** Options that bring entries, or say who the server is: they are not what features are chosen by, or evaluation knows them better. */
const brought: ReadonlySet<string> = new Set([
  'info', 'instructions', 'apps', 'tools', 'resources', 'resourceTemplates', 'prompts', 'skills', 'plugins', 'adapters', 'providers',
]); // prettier-ignore

/** Combinations of alternatives beyond this are not made: each alternative then stands beside the first ones of the others. */
const maxCombinations = 128;

type Fields = Readonly<Record<string, unknown>>;

/** What the options of the server may be in all branches that the sources show; none where they show one. */
export function shownOptions(options: StaticValue): readonly ShownOptions[] {
  if (options.kind !== 'object') return [];
  const chosen = plainOptions(options).flatMap(({ name, value }) => (decidesAlternatives(value) ? [JSON.stringify(name)] : []));
  if (chosen.length === 0) return [];
  const when = `where ${chosen.join(' and ')} ${chosen.length === 1 ? 'decides' : 'decide'} so`;
  return combinationsOf(plainOptions(options)).map((one) => ({ options: one, when }));
}

/**
 * Stores of a plugin whose options have branches, beside those that evaluation finds: what each branch names, and whatever only the plugin
 * knows. None where there is one branch.
 */
export function shownStores(options: StaticValue | undefined): readonly PluginStoreModel[] {
  if (options === undefined || !decidesAlternatives(options)) return [];
  const named = valuesOf(options).flatMap((one) => pluginStore(JSON.parse(JSON.stringify(one ?? null)) as Json) ?? []);
  const kinds = new Map(named.map((store) => [JSON.stringify(store), store]));
  return [...kinds.values(), { kind: 'any' }];
}

/** Options of an adapter that have branches, in each of their combinations. Code is left out: a start runs it, and no `prepare` is given it. */
export function shownAdapterOptions(options: StaticValue | undefined): readonly Fields[] {
  const branching = options?.kind === 'object' ? options.properties.filter(({ value }) => decidesAlternatives(value) && isData(value)) : [];
  return branching.length === 0 ? [] : combinationsOf(branching);
}

const plainOptions = ({ properties }: StaticObject): readonly StaticProperty[] => properties.filter(({ name }) => !brought.has(name));

const partsOf = (value: StaticValue): readonly StaticValue[] => {
  if (value.kind === 'object') return value.properties.map((property) => property.value);
  if (value.kind === 'array') return [...value.items, ...(value.maybe ?? [])];
  return value.kind === 'one-of' ? value.values : [];
};

const decidesAlternatives = (value: StaticValue): boolean =>
  value.kind === 'one-of' || (value.kind === 'array' && value.maybe !== undefined) || partsOf(value).some(decidesAlternatives);

const isData = (value: StaticValue): boolean =>
  ['literal', 'one-of', 'object', 'array'].includes(value.kind) && partsOf(value).every(isData);

function combinationsOf(properties: readonly Pick<StaticProperty, 'name' | 'value'>[]): readonly Fields[] {
  const rows = properties.map(({ name, value }) => ({ name, values: valuesOf(value) }));
  if (rows.reduce((count, { values }) => count * values.length, 1) <= maxCombinations)
    return rows.reduce<readonly Fields[]>(
      (all, { name, values }) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
      [{}],
    );
  const first = Object.fromEntries(rows.map(({ name, values }) => [name, values[0]]));
  return rows.flatMap(({ name, values }) => values.map((value) => ({ ...first, [name]: value })));
}

/** Values in the place of what the sources show: what only a start knows is left out, or is an object of which nothing is known. */
function valuesOf(value: StaticValue): readonly unknown[] {
  switch (value.kind) {
    case 'literal':
      return [value.value];
    case 'one-of':
      return value.values.flatMap(valuesOf);
    case 'object':
      return combinationsOf(value.properties);
    case 'array':
      return (value.maybe === undefined ? [value.items] : [value.items, partsOf(value)]).flatMap((items) =>
        combinationsOf(items.map((item, at) => ({ name: String(at), value: item }))).map((one) =>
          Object.values(one).filter((item) => item !== undefined),
        ),
      );
    case 'function':
    case 'declaration':
    case 'class':
      return [(): void => undefined];
    case 'schema':
      return [{}];
    case 'unknown':
      return [value.isScalar === true ? undefined : {}];
    case 'environment':
      return [undefined];
  }
}
