const units: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40, pb: 2 ** 50 };
const sizeText = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|tb|pb)$/i;

/** Fixed text for a size that cannot be read. */
export const byteSizeProblem = 'Body limit must be a byte count or unit-suffixed string (e.g. "4mb", "500kb", 1048576).';

/** Bytes of `4mb`, `500kb` or a number; `undefined` for anything else. */
export function parseByteSize(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  const [, amount, unit] = (typeof value === 'string' ? sizeText.exec(value.trim()) : null) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  const bytes = Math.floor(Number(amount) * (units[unit.toLowerCase()] ?? Number.NaN));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
