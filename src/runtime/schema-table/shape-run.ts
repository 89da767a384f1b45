import type { Run } from './issues.ts';
import { isObject, type KeyRule } from './keys.ts';
import { wrongType } from './leaves.ts';
import { takeKey } from './objects.ts';

/** A raw shape: `objectRun`, but of own keys only, since an inherited `constructor` is no argument. */
export function shapeRun(rules: readonly KeyRule[]): Run {
  const fail: Run = wrongType('object');
  return (value, state, from) => {
    if (!isObject(value)) return fail(value, state, from);
    const { issues } = state;
    const result: Record<string, unknown> = {};
    for (const rule of rules) {
      const key = rule[0];
      const present = Object.hasOwn(value, key);
      const start = issues.length;
      const parsed = rule[1](present ? value[key] : undefined, state, start);
      // Nearly every key: it was there and is right.
      if (present && parsed !== undefined && issues.length === start) result[key] = parsed;
      else takeKey(rule, parsed, { present, result, state, start });
    }
    return result;
  };
}
