import { ServiceError } from '../errors/index.ts';
import type { CallFrame } from './call-frame.ts';
import type { AnyClass } from './metadata.ts';
import { tokenName, type Resolver, type Token } from './token.ts';

interface Construction {
  readonly resolver: Resolver;
  readonly frame: CallFrame | undefined;
}

/** Set only while a constructor runs, synchronously: JavaScript gives constructors no other way to know what they are built for. */
let construction: Construction | undefined;

/** Makes an object whose `inject`, in field initialisers and constructors, resolves from `within`. Part of every call: it makes no closure. */
export function constructWith(within: Construction, target: AnyClass, args: readonly unknown[]): unknown {
  const outer = construction;
  construction = within;
  try {
    return Reflect.construct(target, args);
  } finally {
    construction = outer;
  }
}

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
    throw new ServiceError('PROVIDER_NOT_AVAILABLE', `Provider "${tokenName(token)}" is not available: ${hint}`);
  }
  return construction.resolver.get(token);
}
