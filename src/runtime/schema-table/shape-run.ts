import { placeIssues, takeIssues, type Run } from './issues.ts';
import { isObject, type KeyRule } from './keys.ts';

/**
 * A raw shape, as the run time checks it without a table: own keys only, since an inherited `constructor` is no argument, and unknown
 * keys are dropped.
 */
export function shapeRun(rules: readonly KeyRule[]): Run {
  return (value, state) => {
    const { issues } = state;
    if (!isObject(value)) {
      issues.push({ code: 'invalid_type', expected: 'object', input: value, message: 'Invalid input: expected object' });
      return value;
    }
    const result: Record<string, unknown> = {};
    for (const rule of rules) {
      const key = rule[0];
      const present = Object.hasOwn(value, key);
      const start = issues.length;
      const parsed = rule[1](present ? value[key] : undefined, state, start);
      if (issues.length > start) {
        if (present || rule[3] !== true) placeIssues(state, start, key);
        else takeIssues(state, start);
      } else if (present || parsed !== undefined) result[key] = parsed;
    }
    return result;
  };
}
