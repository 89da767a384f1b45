import type { ContentBlock, Json } from '../../model/index.ts';
import { ServiceError } from '../../errors/index.ts';

/** A tool's value that its output does not allow, or that JSON cannot say. */
export const invalidOutput = (what: string): ServiceError => new ServiceError('INVALID_OUTPUT', `Tool output validation failed (${what})`);

export const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

interface Walk {
  readonly allowNonFinite: boolean;
  /** Objects around the one at hand, outermost first: few, so that looking through them costs less than a set. */
  readonly open: object[];
}

/**
 * JSON-safe copy of a value: dates as ISO text, bigints as text, what JSON cannot say left out.
 * @throws {ServiceError} INVALID_OUTPUT for NaN, Infinity (unless allowed: `null` then) and cycles
 */
export function toJson(value: unknown, allowNonFinite: boolean): Json | undefined {
  return copy(value, '', { allowNonFinite, open: [] });
}

function copy(value: unknown, path: string, walk: Walk): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      if (walk.allowNonFinite) return null;
      throw invalidOutput(`non-finite-number at ${path === '' ? '$' : path}: ${value}`);
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : copyObject(value, path, walk);
    default:
      return undefined;
  }
}

function copyObject(value: object, path: string, walk: Walk): Json | undefined {
  if (walk.open.includes(value)) throw invalidOutput(`cycle at ${path}`);
  walk.open.push(value);
  const copied = copyOpen(value, path, walk);
  walk.open.pop();
  return copied;
}

function copyOpen(value: object, path: string, walk: Walk): Json | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(Reflect.apply(value.toJSON, value, []), path, walk);
  if (Array.isArray(value)) return value.map((item: unknown, index) => copy(item, `${path}[${index}]`, walk) ?? null);
  const result: { [key: string]: Json | undefined } = {};
  for (const [key, item] of Object.entries(value)) {
    const json = copy(item, path === '' ? key : `${path}.${key}`, walk);
    if (json === undefined) continue;
    if (key === '__proto__') Object.defineProperty(result, key, { value: json, enumerable: true, writable: true, configurable: true });
    else result[key] = json;
  }
  return result;
}
