import { isJsonObject, isJsonPrimitive, type JsonObject } from '../../model/index.ts';
import type { AuthoritiesOptions, AuthorityNames, AuthorityOperator, AuthorityPolicy, EntryAuthorities } from '../../define/authorities.ts';
import { absent, type CallerCompleter } from './caller-facts.ts';
import {
  all,
  allow,
  ask,
  type Denial,
  isDenial,
  not,
  open,
  operandOf,
  type Rule,
  type RuleContext,
  some,
  valueAt,
  type Verdict,
} from './rule-context.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import type { LiveEntry } from '../../entries/index.ts';
import { AuthorityDenied } from '../../errors/authority-denied.ts';
import type { Awaitable, Logger } from '../../std/index.ts';
import type { EntryGuard } from '../call/call-pipeline.ts';

export type PolicyRule = Rule<RuleContext>;
type Condition = NonNullable<NonNullable<AuthorityPolicy['attributes']>['conditions']>[number];
type Relationship = NonNullable<AuthorityPolicy['relationships']>[number];

/** A policy as a rule. `thorough` below `not`. Its shape was checked with the other options. */
function createRule(policy: AuthorityPolicy, options: AuthoritiesOptions, thorough = false): PolicyRule {
  const { allOf, anyOf, attributes, custom, guards = [], operator, permissions, relationships = [], roles } = policy;
  const inner = (item: AuthorityPolicy): PolicyRule => createRule(item, options, thorough);
  // Cheap checks come first: a caller without the role is refused before a database is asked.
  const rules: PolicyRule[] = [
    ...(roles === undefined ? [] : namesRules('roles', roles, options.scopeMapping?.roles)),
    ...(permissions === undefined ? [] : namesRules('permissions', permissions, options.scopeMapping?.permissions)),
    ...Object.entries(attributes?.match ?? {}).map(([path, value]) => conditionRule({ path, op: 'eq', value })),
    ...(attributes?.conditions ?? []).map(conditionRule),
    ...(allOf === undefined ? [] : [all(allOf.map(inner), thorough)]),
    ...(anyOf === undefined ? [] : [some(anyOf.map(inner), 'anyOf')]),
    ...(policy.not === undefined ? [] : [not(createRule(policy.not, options, true))]),
    ...guards.map(
      (guard): PolicyRule =>
        (ctx) =>
          ask(ctx, 'guards', guard),
    ),
    ...Object.entries(custom ?? {}).map(([name, value]): PolicyRule => {
      const evaluator = options.evaluators?.[name];
      return (ctx) => ask(ctx, `custom:${name}`, (view) => evaluator?.evaluate(value, view) ?? false);
    }),
    ...relationships.map((relationship) => relationshipRule(relationship, options)),
  ];
  return operator === 'OR' ? some(rules, 'operator') : all(rules, thorough);
}

/** A rule whose denial is explained by scopes that its profile is mapped to. */
const withScopes =
  (rule: PolicyRule, scopes: string | readonly string[] | undefined): PolicyRule =>
  async (ctx) => {
    const verdict = await rule(ctx);
    return isDenial(verdict) && scopes !== undefined ? explained(ctx, verdict, listOf(scopes)) : verdict;
  };

const listOf = (scopes: string | readonly string[]): readonly string[] => (typeof scopes === 'string' ? [scopes] : scopes);

/** Scopes that the caller has already would change nothing. */
function explained({ caller }: RuleContext, denial: Omit<Denial, 'scopes'>, scopes: readonly string[] | undefined): Denial {
  const { by, says, denial: text } = denial;
  return scopes === undefined || caller.auth.hasAllScopes(...scopes) ? { says, by, denial: text } : { says, by, denial: text, scopes };
}

type NamesKind = 'roles' | 'permissions';

function namesRules(
  kind: NamesKind,
  names: AuthorityNames,
  mapping: Readonly<Record<string, string | readonly string[]>> = {},
): PolicyRule[] {
  const scopesOf = (name: string): readonly string[] | undefined => {
    const scopes = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    return scopes === undefined ? undefined : listOf(scopes);
  };
  const rule =
    (wanted: readonly string[], every: boolean): PolicyRule =>
    (ctx) => {
      const held = ctx.caller[kind];
      const lacking = wanted.filter((name) => held?.includes(name) !== true);
      if (held !== undefined && (every ? lacking.length === 0 : lacking.length < wanted.length)) return allow;
      const mapped = lacking.map(scopesOf);
      const scopes = every
        ? mapped.includes(undefined)
          ? undefined
          : mapped.flatMap((list) => list ?? [])
        : mapped.find((list) => list !== undefined);
      const says = held === undefined ? 'missing' : 'deny';
      return explained(ctx, { says, by: kind, denial: `${kind}: needs ${every ? 'all' : 'one'} of ${wanted.join(', ')}` }, scopes);
    };
  return [...(names.all === undefined ? [] : [rule(names.all, true)]), ...(names.any === undefined ? [] : [rule(names.any, false)])];
}

function conditionRule({ op, path, value }: Condition): PolicyRule {
  const refusal = (says: Denial['says']): Verdict => ({ says, by: 'attributes', denial: `attributes: ${path} does not fit` });
  return (ctx) => {
    const left = valueAt(ctx, path);
    if (left === open) return open;
    if (op === 'exists') return (left !== absent) === (value !== false) ? allow : refusal('deny');
    const right = value === undefined ? absent : operandOf(ctx, value);
    if (right === open) return open;
    if (left === absent || right === absent) return refusal('missing');
    return comparisons[op](left, right) ? allow : refusal('deny');
  };
}

function relationshipRule({ resource, resourceId, type }: Relationship, { relationshipResolver }: AuthoritiesOptions): PolicyRule {
  const by = 'relationships';
  const refusal: Verdict = { says: 'missing', by, denial: `relationships: ${type} of ${resource} is required` };
  return (ctx) => {
    const id = operandOf(ctx, resourceId);
    if (id === open) return open;
    const { auth, user } = ctx.caller;
    const sub = user['userId'] ?? auth.user.sub;
    // An anonymous caller is related to nothing.
    if (auth.isAnonymous || relationshipResolver === undefined || typeof sub !== 'string') return refusal;
    if (typeof id !== 'string' && typeof id !== 'number') return refusal;
    return ask(ctx, by, (view) => relationshipResolver.check(type, resource, String(id), sub, view));
  };
}

/** Characters of a claim that an expression is tried on: what comes from outside must not make it run for long. */
const maxMatched = 1024;

type Compare = (left: unknown, right: unknown) => boolean;

const equal: Compare = (left, right) => isJsonPrimitive(left) && left === right;
const within: Compare = (left, right) => Array.isArray(right) && right.some((item) => equal(left, item));

/** Numbers with numbers, texts with texts (dates as ISO texts); anything else cannot be compared and does not hold. */
const ordered =
  (holds: (sign: number) => boolean): Compare =>
  (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return holds(left - right);
    return typeof left === 'string' && typeof right === 'string' && holds(left < right ? -1 : left > right ? 1 : 0);
  };

const texts =
  (holds: (left: string, right: string) => boolean): Compare =>
  (left, right) =>
    typeof left === 'string' && typeof right === 'string' && holds(left, right);

/** Every operator but `exists`, which looks at whether there is a value and not at the value. Values of the wrong type never hold. */
const comparisons: Readonly<Record<Exclude<AuthorityOperator, 'exists'>, Compare>> = {
  eq: equal,
  neq: (left, right) => isJsonPrimitive(left) && isJsonPrimitive(right) && left !== right,
  in: within,
  notIn: (left, right) => isJsonPrimitive(left) && Array.isArray(right) && !within(left, right),
  gt: ordered((sign) => sign > 0),
  gte: ordered((sign) => sign >= 0),
  lt: ordered((sign) => sign < 0),
  lte: ordered((sign) => sign <= 0),
  contains: (left, right) => (Array.isArray(left) ? within(right, left) : texts((whole, part) => whole.includes(part))(left, right)),
  startsWith: texts((whole, part) => whole.startsWith(part)),
  endsWith: texts((whole, part) => whole.endsWith(part)),
  matches: texts((whole, expression) => whole.length <= maxMatched && new RegExp(expression, 'u').test(whole)),
};

/** Guards the entries that carry `authorities`. Profiles and entries have been checked: every name leads somewhere. */
export function createAuthorities(options: AuthoritiesOptions, callers: CallerCompleter, logger: Logger): EntryGuard {
  const rules = new WeakMap<LiveEntry, PolicyRule>();
  const ruleOf = (live: LiveEntry): PolicyRule => {
    const known = rules.get(live) ?? entryRule(authoritiesOf(live), options);
    rules.set(live, known);
    return known;
  };
  const judge = (live: LiveEntry, auth: AuthContext, given: { input?: JsonObject | undefined; partial?: boolean }): Awaitable<Verdict> => {
    const caller = callers.factsOf(auth);
    if (caller === undefined) return { says: 'missing', by: 'caller', denial: 'the caller is not known' };
    const { kind: type, listedName: name } = live.model;
    return ruleOf(live)({ caller, entry: { type, name }, input: given.input, partial: given.partial === true, logger });
  };
  return {
    concerns: (live) => authoritiesOf(live) !== undefined,
    lists: async (live, { auth }) => !isDenial(await judge(live, auth, {})),
    admit: async (live, { auth, partial }) => {
      const verdict = await judge(live, auth, { input: partial, partial: true });
      if (isDenial(verdict)) throw denied(live, verdict);
      if (verdict.says === 'allow') return undefined;
      return async (input) => {
        const settled = await judge(live, auth, { input: isJsonObject(input) ? input : {} });
        if (settled.says !== 'allow') throw denied(live, settled);
      };
    },
  };
}

/** Checked with the other options. */
export const authoritiesOf = ({ declaration: { options } }: Pick<LiveEntry, 'declaration'>): EntryAuthorities | undefined =>
  options['authorities'] as EntryAuthorities | undefined;

function entryRule(authorities: EntryAuthorities | undefined, options: AuthoritiesOptions): PolicyRule {
  const { profiles = {}, scopeMapping: { profiles: scopes = {} } = {} } = options;
  const named = typeof authorities === 'string' ? [authorities] : authorities;
  if (!isNames(named)) return named === undefined ? refuseAll : createRule(named, options);
  return all(
    named.map((name) => {
      const policy = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
      return policy === undefined
        ? refuseAll
        : withScopes(createRule(policy, options), Object.hasOwn(scopes, name) ? scopes[name] : undefined);
    }),
    false,
  );
}

const isNames = (value: EntryAuthorities | undefined): value is readonly string[] => Array.isArray(value);

const refuseAll: PolicyRule = () => ({ says: 'deny', by: 'profile', denial: 'the profile is unknown' });

function denied({ model }: LiveEntry, verdict: Verdict): AuthorityDenied {
  const why = isDenial(verdict) ? verdict : { by: 'input', denial: 'the arguments do not say enough' };
  return new AuthorityDenied({ type: model.kind, name: model.listedName }, why);
}
