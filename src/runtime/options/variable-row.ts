/** One variable as data: how it is read and what documentation says of it. */
export interface VariableRow<T> {
  readonly type: string;
  readonly meaning: string;
  /** Shown in the documentation when the default is not one value. */
  readonly defaultText: string;
  /** @throws {Error} whose message says what was expected */
  readonly parse: (text: string) => T;
  readonly fallback: T;
}

export const text = (meaning: string, fallback?: string): VariableRow<string | undefined> => ({
  type: 'text',
  meaning,
  defaultText: fallback ?? 'none',
  parse: (value) => value,
  fallback,
});

export const toggle = (meaning: string): VariableRow<boolean> => ({
  type: 'switch (1, true, on; 0, false, off)',
  meaning,
  defaultText: 'off',
  parse: (value) => {
    const word = value.toLowerCase();
    if (['1', 'true', 'on', 'yes'].includes(word)) return true;
    if (['0', 'false', 'off', 'no'].includes(word)) return false;
    throw new Error('expected 1, true, on, 0, false or off');
  },
  fallback: false,
});

export const integer = <T extends number | undefined>(
  meaning: string,
  range: { least: number; most: number; fallback: T },
): VariableRow<number | T> => ({
  type: `integer ${range.least}–${range.most}`,
  meaning,
  defaultText: range.fallback === undefined ? 'none' : String(range.fallback),
  parse: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= range.least && number <= range.most) return number;
    throw new Error(`expected an integer from ${range.least} to ${range.most}`);
  },
  fallback: range.fallback,
});

const list = (meaning: string): VariableRow<readonly string[] | undefined> => ({
  type: 'comma-separated list',
  meaning,
  defaultText: 'none',
  parse: (value) => {
    const items = value.split(',').map((item) => item.trim());
    const kept = items.filter((item) => item !== '');
    if (kept.length === 0) throw new Error('expected at least one item');
    return kept;
  },
  fallback: undefined,
});

export const oneOf = <const T extends string>(meaning: string, words: readonly T[], defaultText: string): VariableRow<T | undefined> => ({
  type: words.join(' | '),
  meaning,
  defaultText,
  parse: (value) => {
    const word = words.find((candidate) => candidate === value.toLowerCase());
    if (word === undefined) throw new Error(`expected one of ${words.join(', ')}`);
    return word;
  },
  fallback: undefined,
});

/** A list whose items have a form. */
export const checkedList = (
  meaning: string,
  problemOf: (item: string) => string | undefined,
): VariableRow<readonly string[] | undefined> => {
  const row = list(meaning);
  return {
    ...row,
    parse: (value) => {
      const items = row.parse(value) ?? [];
      const problem = items.map(problemOf).find((found) => found !== undefined);
      if (problem !== undefined) throw new Error(problem);
      return items;
    },
  };
};

/** A switch that knows whether it was set. */
export const decision = (meaning: string): VariableRow<boolean | undefined> => ({ ...toggle(meaning), fallback: undefined });
