import { inspect } from 'node:util';

/** What `expect.stringMatching(…)`, `expect.any(…)` and their kin are in jest and vitest: an expectation in the place of a value. */
export interface AsymmetricMatcher {
  asymmetricMatch(found: unknown): boolean;
  /** Its kind: `StringMatching`. */
  toString(): string;
}

export const isAsymmetric = (value: unknown): value is AsymmetricMatcher =>
  typeof value === 'object' && value !== null && 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';

/** Whether a value is the wanted one, or fits the expectation in its place. */
export const isWanted = (wanted: unknown, found: unknown): boolean =>
  isAsymmetric(wanted) ? wanted.asymmetricMatch(found) : Object.is(wanted, found);

/** The wanted value in messages: `add`, `StringMatching /^add/`. */
export function printWanted(wanted: string | number | AsymmetricMatcher): string {
  if (!isAsymmetric(wanted)) return String(wanted);
  const sample: unknown = Reflect.get(wanted, 'sample');
  return `${wanted.toString()}${sample === undefined ? '' : ` ${inspect(sample)}`}`;
}
