import type { RuntimeEnvironment } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { AvailableWhen, EntryModel } from '../model/index.ts';

type Axis = keyof AvailableWhen;

const axes: readonly Axis[] = ['os', 'runtime', 'deployment', 'provider', 'target', 'surface', 'env'];

/** `platform` is the old name of `os`. */
export function readAvailableWhen(value: unknown): AvailableWhen | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  const read = axes.flatMap((axis) => {
    const list = given.get(axis) ?? (axis === 'os' ? given.get('platform') : undefined);
    return Array.isArray(list) ? [[axis, list.filter((item) => typeof item === 'string')] as const] : [];
  });
  return Object.fromEntries(read);
}

/** Both conditions at once: an entry exists only where its app does. */
export function joinAvailability(outer: AvailableWhen | undefined, inner: AvailableWhen | undefined): AvailableWhen | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner;
  const joined = axes.flatMap((axis) => {
    const [left, right] = [outer[axis], inner[axis]];
    const values = left !== undefined && right !== undefined ? left.filter((value) => right.includes(value)) : (left ?? right);
    return values === undefined ? [] : [[axis, values] as const];
  });
  return Object.fromEntries(joined);
}

/** Axes on which an entry does not exist here; empty when it does. An empty list of values matches nothing. */
export function missingAxes(condition: AvailableWhen | undefined, environment: RuntimeEnvironment): readonly string[] {
  if (condition === undefined) return [];
  return axes.filter((axis) => {
    const wanted = condition[axis];
    const actual = environment[axis];
    return wanted !== undefined && (actual === undefined || !wanted.includes(actual));
  });
}

/**
 * A function that refuses an entry which does not exist here; undefined for one that does.
 * @throws {ServiceError} (from the returned function) ENTRY_UNAVAILABLE with the axes of `availableWhen` that do not match
 */
export function refusalOf({ availableWhen, kind, listedName }: EntryModel, environment: RuntimeEnvironment): (() => never) | undefined {
  const missing = missingAxes(availableWhen, environment);
  if (missing.length === 0) return undefined;
  return () => {
    throw new ServiceError('ENTRY_UNAVAILABLE', `${kind} "${listedName}" is not available here (${missing.join(', ')})`, {
      data: { entryType: kind, entry: listedName, missingAxes: missing },
    });
  };
}
