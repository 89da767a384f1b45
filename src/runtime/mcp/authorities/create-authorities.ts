import { isJsonObject } from '../../model/index.ts';
import type { AuthoritiesOptions, EntryAuthorities } from '../../define/authorities.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import type { LiveEntry } from '../../entries/index.ts';
import { AuthorityDenied } from '../../errors/authority-denied.ts';
import type { JsonObject } from '../../model/index.ts';
import type { Awaitable, Logger } from '../../std/index.ts';
import type { EntryGuard } from '../call/call-pipeline.ts';
import type { CallerCompleter } from './caller-facts.ts';
import { createRule, withScopes, type PolicyRule } from './create-rule.ts';
import { all, isDenial, type Verdict } from './verdict.ts';

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
