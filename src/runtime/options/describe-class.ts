/** Kind of a value, without the value: it may be a secret. */
export function describeClass(value: unknown): string {
  if (typeof value === 'string') return describeText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const { length } = Object.keys(value);
    return `an object with ${length} member${length === 1 ? '' : 's'}`;
  }
  if (value === undefined) return 'nothing';
  return value === null ? 'null' : `a ${typeof value}`;
}

/** A short number is none. */
export const describeText = (value: string): string => (/^-?\d{1,6}$/.test(value) ? value : `text of ${value.length} characters`);
