import type { Awaitable } from '../std/promises.ts';
import type { ClassToken, Token } from './token.ts';
import { declare, type AnyClass } from './metadata.ts';

/** GLOBAL: one instance per server. CONTEXT: one per request. The other two are older spellings of CONTEXT. */
export const ProviderScope = { GLOBAL: 'global', CONTEXT: 'context', SESSION: 'context', REQUEST: 'context' } as const;
/** `global`: one instance per server; `context`: one per request. */
export type ProviderScopeName = 'global' | 'context';

/** Options of `@Provider`. */
export interface ProviderMetadata {
  /** Name. */
  readonly name: string;
  /** One per server, or one per request. @default 'global' */
  readonly scope?: ProviderScopeName;
  /** Purpose. */
  readonly description?: string;
}

/**
 * Declares a class as a provider; it is its own token.
 *
 * @example
 * \@Provider({ name: 'clock', scope: ProviderScope.GLOBAL })
 * class Clock {
 *   now() {
 *     return Date.now();
 *   }
 * }
 */
export function Provider(metadata: ProviderMetadata) {
  return (target: AnyClass, _context?: unknown): void => declare(target, { kind: 'provider', options: { ...metadata }, target });
}

interface ProviderBase<T> {
  /** Token under which it is looked up. */
  readonly provide: Token<T>;
  /** Name in messages. */
  readonly name?: string;
  /** One per server, or one per request. @default 'global' */
  readonly scope?: ProviderScopeName;
}

/** Forms of a provider beside the decorated class. */
export type ProviderRecord<T = unknown> =
  | (ProviderBase<T> & {
      /** Class whose instance is provided. */
      readonly useClass: ClassToken<T>;
    })
  | (ProviderBase<T> & {
      /** The provided value. */
      readonly useValue: T;
    })
  | (ProviderBase<T> & {
      /** Makes the value from what `inject` names. */
      readonly useFactory: (...args: never) => Awaitable<T>;
      /** Tokens of the factory's arguments, in their order. */
      readonly inject?: () => readonly Token[];
      /** What AsyncProvider sets: of the scope CONTEXT, it is built before the handler runs. */
      readonly awaited?: true;
    });

/** What the tokens of an inject list stand for. */
export type ResolvedTokens<I extends readonly Token[]> = { [K in keyof I]: I[K] extends Token<infer T> ? T : never };

/**
 * A provider from an asynchronous factory, whose parameters are typed by the inject list. The start waits for one of the scope GLOBAL, every call
 * for one of the scope CONTEXT: field initialisers and handlers get what it resolved to.
 *
 * @example
 * class Config {
 *   readonly url = 'data:,hello';
 * }
 * const greeting = new InjectionToken<string>('greeting');
 *
 * const providers = [
 *   { provide: Config, useValue: new Config() },
 *   AsyncProvider({
 *     provide: greeting,
 *     inject: () => [Config] as const,
 *     useFactory: async (config) => (await fetch(config.url)).text(),
 *   }),
 * ];
 */
export function AsyncProvider<T, const I extends readonly Token[] = readonly []>(
  record: ProviderBase<T> & {
    /** Tokens of the factory's arguments, in their order. */
    readonly inject?: () => I;
    /** Makes the value; the start or the call waits for it. */
    readonly useFactory: (...args: ResolvedTokens<I>) => Awaitable<T>;
  },
): ProviderRecord<T> {
  return { ...record, awaited: true };
}
