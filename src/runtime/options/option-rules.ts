import type { OptionFault } from './check-options.ts';
import { describeClass } from './describe-class.ts';
import { integerProblem, namedRules, type Rule } from './named-rules.ts';
import type { OptionOwner, OptionRow } from './option-row.ts';
import { optionRowsOf } from './option-rows.ts';
import { valueAt } from './value-at.ts';
import { isRecord } from '../std/index.ts';

/** Every rule that a decorator's argument breaks; types have been checked apart from this. */
export function checkOptionRules(owner: OptionOwner, options: Readonly<Record<string, unknown>>): readonly OptionFault[] {
  return rulesOf(owner).flatMap(({ path, rule }) => {
    const value = valueAt(options, path);
    const found = value === undefined ? undefined : rule(value);
    const problems = found === undefined ? [] : typeof found === 'string' ? [found] : found;
    return problems.map((problem) => ({
      kind: 'rule' as const,
      path,
      message: `"${path}": ${typeof problem === 'string' ? withGiven(problem, givenPart(withoutPath(problem, path), value)) : withGiven(...problem)}`,
    }));
  });
}

interface PathRule {
  readonly path: string;
  readonly rule: Rule;
}

const known = new Map<OptionOwner, readonly PathRule[]>();

/** The rules of what one decorator takes: many tools are checked by them while a server runs. */
function rulesOf(owner: OptionOwner): readonly PathRule[] {
  const rules =
    known.get(owner) ??
    optionRowsOf(owner).flatMap((row) => {
      const rule = ruleOf(row);
      return rule === undefined ? [] : [{ path: row.path, rule }];
    });
  known.set(owner, rules);
  return rules;
}

function ruleOf({ maximum, minimum, rule }: OptionRow): Rule | undefined {
  if (rule !== undefined) return namedRules[rule];
  if (minimum === undefined && maximum === undefined) return undefined;
  return (value) => (typeof value === 'number' ? integerProblem(value, minimum ?? Number.MIN_SAFE_INTEGER, maximum) : undefined);
}

/** Some problems name the option itself. */
const withoutPath = (problem: string, path: string): string => (problem.startsWith(`${path}.`) ? problem.slice(path.length + 1) : problem);

const withGiven = (problem: string, value: unknown): string =>
  problem.endsWith('.') ? `${problem} Got ${describeClass(value)}` : `${problem}; got ${describeClass(value)}`;

/* Problems begin with the part of the value that they are about: `item 2: `, `"name" ` or `"name": `, `member `. */
const steps = /^(?:item (\d+): |("(?:[^"\\]|\\.)*"):? |([A-Za-z][\w.-]*):? (?!and ))/;

/** The part of a value that a problem is about: what a message calls given. */
function givenPart(problem: string, value: unknown): unknown {
  const [start, item, name, member] = steps.exec(problem) ?? [];
  if (start === undefined) return value;
  const rest = problem.slice(start.length);
  if (item !== undefined) return Array.isArray(value) ? givenPart(rest, value[Number(item) - 1]) : value;
  const path = name === undefined ? (member ?? '').split('.') : [JSON.parse(name) as string];
  let part = value;
  for (const key of path) {
    if (!isRecord(part) || !Object.hasOwn(part, key)) return value;
    part = part[key];
  }
  return givenPart(rest, part);
}
