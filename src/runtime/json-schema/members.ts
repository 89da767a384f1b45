import { isRecord } from '../std/index.ts';
import { entriesIn, every, listIn, numberIn, patternIn, type Keyword } from './keyword.ts';
import { besides, type Check, type Marks, type Run } from './run.ts';

/** Keywords that look into lists. `unevaluatedItems` is the last of all. */
export const ofItems = {
  prefixItems: (argument, site) => {
    const checks = listIn(argument, site).map((schema, index) => site.child(schema, String(index)));
    return forList((items, run, marks) => {
      if (marks !== undefined) marks.items = Math.max(marks.items, checks.length);
      return every(checks.entries(), ([index, check]) => index >= items.length || run.within(check, items[index], index));
    });
  },
  items: (argument, site) => {
    const check = site.child(argument);
    const { prefixItems } = site.schema;
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return forList((items, run, marks) => {
      if (marks !== undefined) marks.items = items.length;
      let all = true;
      for (let index = first; index < items.length; index++) if (!run.within(check, items[index], index)) all = false;
      return all;
    });
  },
  contains: (argument, site) => {
    const check = site.child(argument);
    const { maxContains, minContains } = site.schema;
    const least = minContains === undefined ? 1 : numberIn(minContains, site);
    const most = maxContains === undefined ? Infinity : numberIn(maxContains, site);
    const message = `must contain at least ${least}${most === Infinity ? '' : ` and no more than ${most}`} valid item(s)`;
    return forList((items, run, marks) => {
      let found = 0;
      for (const [index, item] of items.entries())
        if (run.quietly(() => run.within(check, item, index))) {
          found++;
          marks?.places.add(index);
        }
      return (found >= least && found <= most) || run.fail(message);
    });
  },
  unevaluatedItems: (argument, site) => {
    const check = site.child(argument);
    return forList((items, run, marks) => {
      let all = true;
      for (let index = marks?.items ?? 0; index < items.length; index++)
        if (marks?.places.has(index) !== true && !run.within(check, items[index], index)) all = false;
      if (marks !== undefined) marks.items = items.length;
      return all;
    });
  },
} satisfies Readonly<Record<string, Keyword>>;

/** Keywords that look into objects. `unevaluatedProperties` is the last of all. */
export const ofProperties = {
  properties: (argument, site) => {
    const checks = entriesIn(argument, site).map(([name, schema]) => [name, site.child(schema, name)] as const);
    return forObject((object, run, marks) => {
      let all = true;
      for (const [name, check] of checks)
        if (Object.hasOwn(object, name)) {
          marks?.names.add(name);
          if (!run.within(check, object[name], name)) all = false;
        }
      return all;
    });
  },
  patternProperties: (argument, site) => {
    const checks = entriesIn(argument, site).map(([pattern, schema]) => [patternIn(pattern, site), site.child(schema, pattern)] as const);
    return forObject((object, run, marks) =>
      every(Object.keys(object), (name) =>
        every(checks, ([pattern, check]) => {
          if (!pattern.test(name)) return true;
          marks?.names.add(name);
          return run.within(check, object[name], name);
        }),
      ),
    );
  },
  additionalProperties: (argument, site) => {
    const { patternProperties = {}, properties = {} } = site.schema;
    const named = new Set(entriesIn(properties, site).map(([name]) => name));
    const patterns = entriesIn(patternProperties, site).map(([pattern]) => patternIn(pattern, site));
    const isExtra = (name: string): boolean => !named.has(name) && !patterns.some((pattern) => pattern.test(name));
    const rest = restOf(argument, 'additional', site.child(argument));
    return forObject((object, run, marks) => {
      const holds = every(Object.keys(object), (name) => !isExtra(name) || rest(object, name, run));
      if (marks !== undefined) marks.allNames = true;
      return holds;
    });
  },
  propertyNames: (argument, site) => {
    const check = site.child(argument);
    return forObject((object, run) =>
      every(Object.keys(object), (name) => check(name, run) || run.fail(`property name ${JSON.stringify(name)} must be valid`)),
    );
  },
  dependentSchemas: (argument, site) => {
    const checks = entriesIn(argument, site).map(([name, schema]) => [name, besides(site.child(schema, name))] as const);
    return forObject((object, run, marks) => every(checks, ([name, check]) => !Object.hasOwn(object, name) || check(object, run, marks)));
  },
  unevaluatedProperties: (argument, site) => {
    const rest = restOf(argument, 'unevaluated', site.child(argument));
    return forObject((object, run, marks) => {
      if (marks === undefined || marks.allNames) return true;
      const holds = every(Object.keys(object), (name) => marks.names.has(name) || rest(object, name, run));
      marks.allNames = true;
      return holds;
    });
  },
} satisfies Readonly<Record<string, Keyword>>;

type Fields = Readonly<Record<string, unknown>>;

/** `false` speaks of the object, since the member itself has nothing wrong with it. */
function restOf(argument: unknown, word: string, check: Check): (object: Fields, name: string, run: Run) => boolean {
  return (object, name, run) =>
    argument === false
      ? run.fail(`must NOT have ${word} properties: ${JSON.stringify(name.slice(0, 100))}`)
      : run.within(check, object[name], name);
}

const forList =
  (check: (items: readonly unknown[], run: Run, marks: Marks | undefined) => boolean): Check =>
  (value, run, marks) =>
    !Array.isArray(value) || check(value, run, marks);

export const forObject =
  (check: (object: Fields, run: Run, marks: Marks | undefined) => boolean): Check =>
  (value, run, marks) =>
    !isRecord(value) || check(value, run, marks);
