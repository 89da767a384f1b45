import type { AuthorityAnswer, AuthorityContext, AuthorityValue } from '../../define/authorities.ts';
import type { JsonObject } from '../../model/index.ts';
import { type Awaitable, isPromiseLike, type Logger } from '../../std/index.ts';
import { absent, type CallerFacts, readPath } from './caller-facts.ts';

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

/** One caller and one use of an entry. */
export interface RuleContext {
  readonly caller: CallerFacts;
  readonly entry: AuthorityContext['entry'];
  /** Undefined while there is no call: in lists, and before arguments were checked. */
  readonly input: JsonObject | undefined;
  /** More arguments are to come: what is not there yet is not missing. */
  readonly partial: boolean;
  readonly logger: Logger;
}

/** The value, `absent`, or `open` when only a call could tell. */
export function valueAt(ctx: RuleContext, path: string): unknown {
  const [root = '', ...rest] = path.split('.');
  const below = rest.join('.');
  if (below === '') return readPath(ctx.caller.auth.claims, path);
  if (root === 'input') return inputAt(ctx, below);
  return root === 'user' ? readPath(ctx.caller.user, below) : readPath(ctx.caller.auth.claims, root === 'claims' ? below : path);
}

function inputAt({ input, partial }: RuleContext, path: string): unknown {
  if (input === undefined) return open;
  const value = readPath(input, path);
  return value === absent && partial ? open : value;
}

/** The value that a rule is compared with. */
export function operandOf(ctx: RuleContext, value: AuthorityValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('fromInput' in value) return inputAt(ctx, value.fromInput);
  return 'fromClaims' in value ? readPath(ctx.caller.auth.claims, value.fromClaims) : value;
}

const noInput: JsonObject = Object.freeze({});

/** Context of the author's functions; records whether they read the arguments. */
class View implements AuthorityContext {
  readonly #ctx: RuleContext;
  askedForInput = false;

  constructor(ctx: RuleContext) {
    this.#ctx = ctx;
  }
  get auth(): AuthorityContext['auth'] {
    return this.#ctx.caller.auth;
  }
  get claims(): JsonObject {
    return this.auth.claims;
  }
  get entry(): AuthorityContext['entry'] {
    return this.#ctx.entry;
  }
  get logger(): Logger {
    return this.#ctx.logger;
  }
  get input(): JsonObject {
    this.askedForInput = true;
    return this.#ctx.input ?? noInput;
  }
}

/** Calls a function of the author. A failure denies: a lookup that is down must not admit a caller. */
export function ask(ctx: RuleContext, by: string, run: (view: AuthorityContext) => Awaitable<AuthorityAnswer>): Awaitable<Verdict> {
  const view = new View(ctx);
  const judge = (answer: unknown): Verdict => {
    const { denial = `${by} did not agree`, granted } =
      typeof answer === 'object' && answer !== null ? readAnswer(answer) : { granted: answer };
    if (view.askedForInput && ctx.input === undefined) return open;
    if (granted === true) return allow;
    return view.askedForInput && ctx.partial ? open : { says: 'deny', by, denial };
  };
  const fail = (failure: unknown): Verdict => {
    if (!view.askedForInput || ctx.input !== undefined)
      ctx.logger.error('a rule of authorities failed', { rule: by, entry: ctx.entry.name, failure });
    return judge({ granted: false });
  };
  try {
    const answer = run(view);
    return isPromiseLike(answer) ? answer.then(judge, fail) : judge(answer);
  } catch (failure) {
    return fail(failure);
  }
}

function readAnswer(answer: object): { granted: unknown; denial?: string } {
  const denial: unknown = Reflect.get(answer, 'denial');
  return { granted: Reflect.get(answer, 'granted'), ...(typeof denial === 'string' ? { denial } : {}) };
}
