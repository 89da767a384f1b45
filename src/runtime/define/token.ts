/** A class whose instances a provider makes. */
export type ClassToken<T> = abstract new (...args: never[]) => T;

/** A class whose constructor is private: what its own static method makes is provided under it. */
interface PrivateClassToken<T> extends Function {
  /** Instances of the class. */
  readonly prototype: T;
}

/** Key of a provider: a class, a symbol, a string, or a typed token. @accepts any */
export type Token<T = unknown> = ClassToken<T> | PrivateClassToken<T> | symbol | string | InjectionToken<T>;

/**
 * A token that carries the type of what it stands for.
 *
 * @example
 * const apiUrl = new InjectionToken<string>('apiUrl');
 * const providers = [{ provide: apiUrl, useValue: 'https://api.example' }];
 */
export class InjectionToken<T> {
  /** Only for inference. */
  declare readonly type: T;
  /** Name in messages. */
  readonly description: string;

  constructor(description: string) {
    this.description = description;
  }
}

export const isToken = (value: unknown): value is Token =>
  typeof value === 'function' || typeof value === 'symbol' || typeof value === 'string' || value instanceof InjectionToken;

/** Name of a token in messages. */
export function tokenName(token: unknown): string {
  if (typeof token === 'function') return token.name === '' ? 'anonymous class' : token.name;
  if (token instanceof InjectionToken) return token.description;
  return typeof token === 'string' ? token : typeof token === 'symbol' ? (token.description ?? 'symbol') : 'unknown token';
}

/** Looks providers up. */
export interface Resolver {
  /**
   * The provider of this token.
   * @throws {ServiceError} when there is none
   */
  get<T>(token: Token<T>): T;
  /** The provider of this token, or undefined. */
  tryGet<T>(token: Token<T>): T | undefined;
}
