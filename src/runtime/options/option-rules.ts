import type { OptionFault } from './check-options.ts';
import { describeClass } from './describe-class.ts';
import { givenPart } from './given-part.ts';
import { integerProblem, namedRules, type Rule } from './named-rules.ts';
import type { OptionOwner, OptionRow } from './option-row.ts';
import { optionRowsOf } from './option-rows.ts';
import { valueAt } from './value-at.ts';

/** Every rule that a decorator's argument breaks; types have been checked apart from this. */
export function checkOptionRules(owner: OptionOwner, options: Readonly<Record<string, unknown>>): readonly OptionFault[] {
  return optionRowsOf(owner).flatMap((row) => {
    const { path } = row;
    const value = valueAt(options, path);
    const found = value === undefined ? undefined : ruleOf(row)?.(value);
    const problems = found === undefined ? [] : typeof found === 'string' ? [found] : found;
    return problems.map((problem) => ({
      kind: 'rule' as const,
      path,
      message: `"${path}": ${typeof problem === 'string' ? withGiven(problem, givenPart(withoutPath(problem, path), value)) : withGiven(...problem)}`,
    }));
  });
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
