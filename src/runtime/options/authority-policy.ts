import { isRecord, itemProblems, textsOf } from '../std/index.ts';
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && item !== '');

const operators = ['eq', 'neq', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith', 'endsWith', 'exists', 'matches'];

/** Members of a policy and what is wrong with their values. */
const members: Readonly<Record<string, (value: unknown) => readonly string[]>> = {
  roles: namesProblems,
  permissions: namesProblems,
  attributes: attributeProblems,
  relationships: listOf(relationshipProblem),
  custom: (value) => (isRecord(value) && Object.keys(value).length > 0 ? [] : ['expected { <evaluator>: value }']),
  guards: listOf((guard) => (typeof guard === 'function' ? undefined : 'expected a function')),
  operator: (value) => (value === 'AND' || value === 'OR' ? [] : ['expected AND or OR']),
  not: policyProblems,
  anyOf: policiesProblems,
  allOf: policiesProblems,
};

/** Problems of `authorities` of an entry: a profile's name, names, or a policy. A misspelt rule must not admit every caller. */
export function entryAuthoritiesProblems(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? ['expected the name of a profile'] : [];
  if (Array.isArray(value)) return isTexts(value) ? [] : ['expected names of profiles, at least one'];
  return policyProblems(value);
}

/** Problems of `authorities.profiles`, each with the profile's name. */
export function profilesProblems(value: unknown): readonly string[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, policy]) =>
    policyProblems(policy).map((text) => `"${name}": ${text}`),
  );
}

/** Profiles that an entry names. */
export const namedProfiles = (authorities: unknown): readonly string[] => textsOf(authorities);

function policyProblems(value: unknown): readonly string[] {
  if (!isRecord(value)) return ['expected a policy: { roles, permissions, attributes, … }'];
  const given = Object.entries(value).filter(([, item]) => item !== undefined);
  if (!given.some(([name]) => name !== 'operator')) return ['a policy without rules would admit every caller'];
  return given.flatMap(([name, item]) => {
    const problemsOf = Object.hasOwn(members, name) ? members[name] : undefined;
    if (problemsOf === undefined) return [`unknown rule "${name}"; known are ${Object.keys(members).join(', ')}`];
    return problemsOf(item).map((text) => `${name}: ${text}`);
  });
}

function policiesProblems(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return ['expected a list of policies, at least one'];
  return value.flatMap((policy, at) => policyProblems(policy).map((text) => `item ${at + 1}: ${text}`));
}

function namesProblems(value: unknown): readonly string[] {
  const { all, any, ...others } = isRecord(value) ? value : {};
  const good = (all === undefined || isTexts(all)) && (any === undefined || isTexts(any)) && (all !== undefined || any !== undefined);
  return good && Object.keys(others).length === 0 ? [] : ['expected { all: [names] } or { any: [names] }'];
}

function listOf(problemOf: (item: unknown) => string | undefined): (value: unknown) => readonly string[] {
  return (value) => (Array.isArray(value) && value.length > 0 ? itemProblems(value, problemOf) : ['expected a list, at least of one']);
}

function attributeProblems(value: unknown): readonly string[] {
  const { match, conditions, ...others } = isRecord(value) ? value : {};
  const known = isRecord(value) && Object.keys(others).length === 0 && (match !== undefined || conditions !== undefined);
  if (!known) return ['expected { match } or { conditions }'];
  const matches = match === undefined || (isRecord(match) && Object.keys(match).length > 0) ? [] : ['match: expected { <path>: value }'];
  return [...matches, ...(conditions === undefined ? [] : listOf(conditionProblem)(conditions).map((text) => `conditions: ${text}`))];
}

function conditionProblem(condition: unknown): string | undefined {
  const { op, path, value } = isRecord(condition) ? condition : {};
  if (typeof path !== 'string' || path === '' || typeof op !== 'string' || !operators.includes(op))
    return `expected { path, op, value }, op one of ${operators.join(', ')}`;
  if (op === 'exists') return value === undefined || typeof value === 'boolean' ? undefined : 'exists takes true or false';
  if (value === undefined) return 'value is required';
  if ((op === 'in' || op === 'notIn') && !Array.isArray(value) && !isRecord(value)) return `${op} takes a list`;
  // An expression from a call or a token would be chosen by the caller.
  if (op === 'matches' && !isExpression(value)) return 'matches takes a regular expression written as a text';
  return undefined;
}

function isExpression(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function relationshipProblem(value: unknown): string | undefined {
  const { resource, resourceId, type } = isRecord(value) ? value : {};
  const hasId =
    typeof resourceId === 'string' || (isRecord(resourceId) && Object.values(resourceId).every((path) => typeof path === 'string'));
  return typeof type === 'string' && typeof resource === 'string' && hasId ? undefined : 'expected { type, resource, resourceId }';
}

/** Evaluators that a policy names, and whether it asks for relationships, nested policies included. */
export function usedNames(policy: unknown): { readonly evaluators: readonly string[]; readonly relationships: boolean } {
  if (!isRecord(policy)) return { evaluators: [], relationships: false };
  const nested = [
    policy['not'],
    ...['anyOf', 'allOf'].flatMap((name) => (Array.isArray(policy[name]) ? (policy[name] as readonly unknown[]) : [])),
  ];
  const inner = nested.map(usedNames);
  return {
    evaluators: [...Object.keys(isRecord(policy['custom']) ? policy['custom'] : {}), ...inner.flatMap(({ evaluators }) => evaluators)],
    relationships: policy['relationships'] !== undefined || inner.some(({ relationships }) => relationships),
  };
}
