import { unservedRows } from './generated.ts';
import type { OptionCondition, OptionOwner, UnservedRow } from './option-row.ts';
import { valueAt } from './value-at.ts';

/** An option that this version accepts by shape and does not serve. Its tag goes with the change that serves it. */
export interface LaterOption extends UnservedRow {
  /** Whether it has no use beside the other options; absent: never. */
  readonly when?: (valueOf: ValueOf) => boolean;
}

/** The value at a path of the same options; `notKnown` for one that only the start knows. */
export type ValueOf = (path: string) => unknown;

/** Stands for a value that is there, or may be there, and cannot be read from the sources: no condition holds for it. */
export const notKnown: unique symbol = Symbol('not known');

function holds([path, test, values]: OptionCondition, valueOf: ValueOf): boolean {
  const value = valueOf(path);
  switch (test) {
    case 'is':
      return values.includes(value);
    case 'is not':
      return !values.includes(value);
    case 'is given':
      return value !== undefined && value !== notKnown;
    case 'is empty':
      return value === undefined || (Array.isArray(value) && value.length === 0);
  }
}

function laterOption(row: UnservedRow): LaterOption {
  const { conditions } = row;
  return conditions === undefined ? row : { ...row, when: (valueOf) => conditions.every((condition) => holds(condition, valueOf)) };
}

/** Every such option: guards are refused, the rest is warned about. Sign-in of an app has those of the server's. */
export const laterOptions: readonly LaterOption[] = unservedRows.flatMap((row) => {
  const option = laterOption(row);
  return row.owner === 'service' && row.path.startsWith('auth.') ? [option, { ...option, owner: 'app' as const }] : [option];
});

/** Options of one decorator that this version does not serve. */
export function unservedOptions(owner: OptionOwner, options: unknown): readonly LaterOption[] {
  return laterOptions.filter((row) => {
    if (row.owner !== owner || row.when?.((path) => valueAt(options, path)) === false) return false;
    const value = valueAt(options, row.path);
    return value !== undefined && !row.neutral.includes(value) && !(Array.isArray(value) && value.length === 0);
  });
}

/** The refusal, in the words of both the compiler and the start. */
export const refusalOf = ({ path, instead }: LaterOption): string =>
  `"${path}" is not served by this version: without it ${instead}, so remove it or use a version that serves it`;

/** What a warning says of it: an option that others turn off is served. */
export const noEffectOf = ({ instead, when }: Pick<LaterOption, 'instead' | 'when'>): string =>
  `has no effect${when === undefined ? ' in this version' : ' here'}: ${instead}`;

/** The warning, in the words of both. */
export const warningOf = (option: LaterOption): string => `"${option.path}" ${noEffectOf(option)}`;
