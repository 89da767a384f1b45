import type { JsonObject } from '../model/index.ts';
import { isPlainObject, jsonObjectCopy } from './json-copy.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Options that have a place of their own in the model, or are lists of declarations. */
const placed: readonly string[] = [
  'info', 'instructions', 'apps', 'tools', 'resources', 'resourceTemplates', 'prompts', 'plugins', 'adapters', 'providers',
  'serve', 'http', 'transport', 'pagination', 'output', 'logging',
]; // prettier-ignore

/** The other options as plain data. */
export const otherOptions = (options: Fields): JsonObject =>
  jsonObjectCopy(Object.fromEntries(Object.entries(options).filter(([key]) => !placed.includes(key))));

/** Dotted paths of functions and classes among the options; lists of declarations are not options. */
export function livePaths(options: Fields, prefix: string): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (typeof value === 'function') return [prefix + key];
    if (Array.isArray(value))
      return prefix !== '' && value.some((item) => typeof item === 'function' || (isPlainObject(item) && livePaths(item, '').length > 0))
        ? [prefix + key]
        : [];
    return isPlainObject(value) ? livePaths(value, `${prefix}${key}.`) : [];
  });
}
