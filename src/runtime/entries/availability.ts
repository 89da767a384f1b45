import type { RuntimeEnvironment } from '../define/index.ts';
import type { AvailableWhen } from '../model/index.ts';

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

/** Both conditions at once: an entry is only where its app is. */
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
