import type { AnyClass } from '../define/index.ts';

/** Arguments that a class completes: by `<arg>Completer`, or all of them by `getArgumentCompleter`. */
export function completedArguments(target: AnyClass | undefined, names: readonly string[]): readonly string[] | undefined {
  if (target === undefined) return undefined;
  const prototype: unknown = Reflect.get(target, 'prototype');
  if (typeof prototype !== 'object' || prototype === null) return undefined;
  const has = (method: string): boolean => typeof Reflect.get(prototype, method) === 'function';
  const completed = names.filter((name) => has(`${name}Completer`) || has('getArgumentCompleter'));
  return completed.length > 0 ? completed : undefined;
}
