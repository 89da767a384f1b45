import type { Declaration } from '../define/index.ts';

/** The function by which a template lists its resources: an option, or a method of its class. */
export function listerOf({ options, target }: Declaration): ((...args: unknown[]) => unknown) | undefined {
  const given: unknown = options['list'] ?? (target === undefined ? undefined : Reflect.get(target.prototype as object, 'list'));
  return isFunction(given) ? given : undefined;
}

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
