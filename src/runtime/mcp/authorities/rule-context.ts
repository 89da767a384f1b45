import type { AuthorityAnswer, AuthorityContext, AuthorityValue } from '../../define/authorities.ts';
import type { JsonObject } from '../../model/index.ts';
import { isPromiseLike, type Awaitable, type Logger } from '../../std/index.ts';
import type { CallerFacts } from './caller-facts.ts';
import { absent, readPath } from './read-path.ts';
import { allow, open, type Verdict } from './verdict.ts';

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
