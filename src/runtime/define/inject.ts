import { ServiceError } from '../errors/index.ts';
import type { CallFrame } from './call-frame.ts';

/** A class whose instances a provider makes. */
export type ClassToken<T> = abstract new (...args: never[]) => T;

/** What a provider is asked for by: a class, a symbol, a string, or a typed token. */
export type Token<T = unknown> = ClassToken<T> | symbol | string | InjectionToken<T>;

/** A token that carries the type of what it stands for. */
export class InjectionToken<T> {
  /** Only for inference. */
  declare readonly type: T;
  readonly description: string;

  constructor(description: string) {
    this.description = description;
  }
}

/** Name of a token in messages. */
export function tokenName(token: unknown): string {
  if (typeof token === 'function') return token.name === '' ? 'anonymous class' : token.name;
  if (token instanceof InjectionToken) return token.description;
  return typeof token === 'string' ? token : typeof token === 'symbol' ? (token.description ?? 'symbol') : 'unknown token';
}

/** Looks providers up. */
export interface Resolver {
  get<T>(token: Token<T>): T;
  tryGet<T>(token: Token<T>): T | undefined;
}

interface Construction {
  readonly resolver: Resolver;
  readonly frame: CallFrame | undefined;
}

/** Set only while a constructor runs, synchronously: JavaScript gives constructors no other way to know what they are built for. */
let construction: Construction | undefined;

/** Runs `build` so that `inject` in field initialisers and constructors resolves from `resolver`. */
export function constructWith<T>(resolver: Resolver, frame: CallFrame | undefined, build: () => T): T {
  const outer = construction;
  construction = { resolver, frame };
  try {
    return build();
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
 * class Weather extends ToolContext {
 *   private readonly api = inject(WeatherApi);
 * }
 */
export function inject<T>(token: Token<T>): T {
  if (construction === undefined) {
    const hint = 'inject() works only in field initialisers and constructors; use this.get(token) in methods';
    throw new ServiceError('PROVIDER_NOT_AVAILABLE', `Provider "${tokenName(token)}" is not available: ${hint}`);
  }
  return construction.resolver.get(token);
}
