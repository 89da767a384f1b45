import { canonicalText } from '../model/json.ts';

/** Places of two equal items of a list. */
export interface RepeatedItem {
  readonly i: number;
  readonly j: number;
}

/** The first two equal items as JSON Schema's `uniqueItems` has it, in one pass: comparing all with all would let a caller hold the process up. */
export function findRepeatedItem(items: readonly unknown[]): RepeatedItem | undefined {
  const places = new Map<unknown, number>();
  for (const [j, item] of items.entries()) {
    const key = keyOf(item);
    const i = places.get(key);
    if (i !== undefined) return { i, j };
    places.set(key, j);
  }
  return undefined;
}

/** Equal values have equal keys, others have not. A scalar is its own key: no text begins like that of an object. */
const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? `{${canonicalText(value)}` : typeof value === 'string' ? `"${value}` : value;
