import { besides, Marks, type Check, type Known } from './run.ts';

/** Levels of references within one another: JSON of a request is not that deep, so beyond it a schema refers to itself for the same value. */
const maxDepth = 1000;
/** References for one value: where answers cannot be remembered, a caller could double the work with each level of a tree. */
const maxSteps = 1_000_000;

/** A reference that ends, whatever the schema and the value are. */
export function bounded(check: Check): Check {
  return (value, run, marks) => {
    if (run.depth === maxDepth || run.steps === maxSteps) return run.fail('takes too many references to check');
    run.depth++;
    run.steps++;
    const holds = check(value, run, marks);
    run.depth--;
    return holds;
  };
}

/**
 * Looks at each object once: of a recursive `oneOf` every option may refer to the same definition, which would double the work with each
 * level.
 * @param mayRemember false where the answer depends on more than the value
 */
export function once(check: Check, mayRemember: () => boolean): Check {
  const asOther = besides(check);
  return (value, run, marks) => {
    if (typeof value !== 'object' || value === null || !mayRemember()) return asOther(value, run, marks);
    let found = run.known.get(check);
    if (found === undefined) run.known.set(check, (found = new Map<object, Known>()));
    let known = found.get(value);
    if (known === undefined || (marks !== undefined && known.marks === undefined && known.problems === undefined)) {
      const before = run.problems.length;
      const own = marks && new Marks();
      const holds = check(value, run, own);
      known = { problems: holds ? undefined : run.problems.slice(before), marks: own };
      found.set(value, known);
    } else if (known.problems !== undefined) run.repeat(known.problems);
    if (known.problems !== undefined) return false;
    if (known.marks !== undefined) marks?.add(known.marks);
    return true;
  };
}
