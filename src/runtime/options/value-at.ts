import { memberOf } from '../std/index.ts';

/** The member at a dotted path of options as they were written; `undefined` where there is none. */
export function valueAt(options: unknown, path: string): unknown {
  let value = options;
  for (const key of path.split('.')) value = memberOf(value, key);
  return value;
}
