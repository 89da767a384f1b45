import type { Awaitable } from '../../std/index.ts';

/**
 * What a rule says. `missing`: the caller's claims do not have what the rule looks at, which denies inside of `not` as well. `open`: it
 * depends on the arguments of a call that has not been made.
 */
export type Verdict = { readonly says: 'allow' } | { readonly says: 'open' } | Denial;

export interface Denial {
  readonly says: 'deny' | 'missing';
  /** The kind of rule. */
  readonly by: string;
  /** The missing fact, for people; never a value of a claim. */
  readonly denial: string;
  /** Scopes that would change the answer, when scopes would. */
  readonly scopes?: readonly string[];
}

export const allow: Verdict = { says: 'allow' };
export const open: Verdict = { says: 'open' };
export const isDenial = (verdict: Verdict): verdict is Denial => verdict.says === 'deny' || verdict.says === 'missing';

/** A rule at work, for one caller and one use of an entry. */
export type Rule<C> = (ctx: C) => Awaitable<Verdict>;

/**
 * Every rule must allow. A denial that scopes would change is followed by the others, so that no client is sent for scopes in vain.
 * `thorough` looks at every rule: below `not` what is missing must not hide behind what denies.
 */
export const all =
  <C>(rules: readonly Rule<C>[], thorough: boolean): Rule<C> =>
  async (ctx) => {
    const verdicts = await collect(rules, ctx, (verdict) => !thorough && isDenial(verdict) && verdict.scopes === undefined);
    return strictest(verdicts.filter(isDenial)) ?? (verdicts.some(({ says }) => says === 'open') ? open : allow);
  };

function strictest(denials: readonly Denial[]): Denial | undefined {
  const chosen = denials.find(({ says }) => says === 'missing') ?? denials.find(({ scopes }) => scopes === undefined) ?? denials[0];
  if (chosen === undefined) return undefined;
  const { by, denial, says } = chosen;
  const explained = denials.every(({ scopes }) => scopes !== undefined);
  return { says, by, denial, ...(explained ? { scopes: [...new Set(denials.flatMap(({ scopes = [] }) => scopes))] } : {}) };
}

/** One rule must allow. */
export const some =
  <C>(rules: readonly Rule<C>[], by: string): Rule<C> =>
  async (ctx) => {
    const verdicts = await collect(rules, ctx, ({ says }) => says === 'allow');
    if (verdicts.some(({ says }) => says === 'allow')) return allow;
    if (verdicts.some(({ says }) => says === 'open')) return open;
    const denials = verdicts.filter(isDenial);
    const scopes = denials.find((denial) => denial.scopes !== undefined)?.scopes;
    return {
      says: denials.some(({ says }) => says === 'missing') ? 'missing' : 'deny',
      by,
      denial: denials.map(({ denial }) => denial).join(', or ') || 'nothing is allowed',
      scopes,
    };
  };

/** The opposite; what cannot be decided stays so, and what is missing denies. */
export const not =
  <C>(rule: Rule<C>): Rule<C> =>
  async (ctx) => {
    const verdict = await rule(ctx);
    if (verdict.says === 'allow') return { says: 'deny', by: 'not', denial: 'the caller is excluded' };
    return verdict.says === 'deny' ? allow : verdict.says === 'missing' ? { says: 'missing', by: 'not', denial: verdict.denial } : open;
  };

/** Verdicts in order, until one settles the matter. */
async function collect<C>(rules: readonly Rule<C>[], ctx: C, settles: (verdict: Verdict) => boolean): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const rule of rules) {
    const verdict = await rule(ctx);
    verdicts.push(verdict);
    if (settles(verdict)) break;
  }
  return verdicts;
}
