import { isRecord } from '../std/index.ts';
import type { Run } from './issues.ts';

/** Meaning of an absent key: it stays absent, or gets a default. */
export type AbsentInput = 'optional' | 'defaulted';

/** How one key is treated: its schema, what its absence means, and whether the parsed key may be absent too. */
export type KeyRule = readonly [key: string, run: Run, absent?: AbsentInput | undefined, absentOut?: boolean];

export type Input = Readonly<Record<PropertyKey, unknown>>;

export const isObject = (value: unknown): value is Input => isRecord(value);

/** Made by `{}` or without a prototype, in any realm. */
export function isPlainObject(value: unknown): value is Input {
  if (!isObject(value)) return false;
  const { constructor } = value;
  if (typeof constructor !== 'function') return true;
  const prototype: unknown = constructor.prototype;
  return isObject(prototype) && Object.hasOwn(prototype, 'isPrototypeOf');
}
