import { providerError } from '../errors/index.ts';
import type { CallFrame } from './call-frame.ts';
import type { AnyClass } from './metadata.ts';
import { tokenName, type Resolver, type Token } from './token.ts';

/** Context in which an object is built: a running call, or a resolver outside of calls. */
type Construction =
  | { readonly frame: CallFrame; readonly resolver?: undefined }
  | { readonly frame?: undefined; readonly resolver: Resolver };

/** Set only while a constructor runs, synchronously: JavaScript gives constructors no other way to know what they are built for. */
let construction: Construction | undefined;
/** Set for as long: what a base class finds when a subclass calls `super()` with nothing. */
let constructionTarget: AnyClass | undefined;
let constructionArgs: readonly unknown[] = [];

/** Makes an object whose `inject`, in field initialisers and constructors, resolves from `within`. Part of every call: it makes no closure. */
export function constructWith(within: Construction, target: AnyClass, args: readonly unknown[]): object {
  const outer = construction;
  construction = within;
  try {
    return construct(target, args);
  } finally {
    construction = outer;
  }
}

/** Makes an object that injects nothing; its base class may ask for {@link firstArgOf}. */
export function construct(target: AnyClass, args: readonly unknown[]): object {
  const outerTarget = constructionTarget;
  const outerArgs = constructionArgs;
  constructionTarget = target;
  constructionArgs = args;
  try {
    return Reflect.construct(target, args) as object;
  } finally {
    constructionTarget = outerTarget;
    constructionArgs = outerArgs;
  }
}

/** First constructor argument of the object under construction; undefined for an object that other code constructs meanwhile. */
export const firstArgOf = (target: AnyClass): unknown => (constructionTarget === target ? constructionArgs[0] : undefined);

/** The call that the object under construction belongs to. */
export const frameUnderConstruction = (): CallFrame | undefined => construction?.frame;

/**
 * The provider of a token, in a field initialiser or a constructor of anything that the container builds.
 * @throws {ServiceError} PROVIDER_NOT_AVAILABLE outside a construction
 *
 * @example
 * \@Provider({ name: 'weather-api' })
 * class WeatherApi {
 *   temperature = 20;
 * }
 *
 * \@Tool({ name: 'weather', description: 'Tells the temperature' })
 * class Weather extends ToolContext {
 *   private readonly api = inject(WeatherApi);
 *
 *   execute(_input: {}) {
 *     return this.api.temperature;
 *   }
 * }
 */
export function inject<T>(token: Token<T>): T {
  if (construction === undefined) {
    const hint = 'inject() works only in field initialisers and constructors; use this.get(token) in methods';
    throw providerError('PROVIDER_NOT_AVAILABLE', `Provider "${tokenName(token)}" is not available: ${hint}`);
  }
  return (construction.resolver ?? construction.frame.resolver).get(token);
}
