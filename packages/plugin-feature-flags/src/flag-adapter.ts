import type { Json } from '@service/sdk/model';

/** What a flag may stand for beside on and off. */
export type FlagValue = Json;

/** Who asks for a flag. */
export interface FlagCaller {
  /** The person; undefined for an anonymous caller. */
  readonly userId: string | undefined;
  /** Id of the session, over stdio of the connection; undefined where there is neither. */
  readonly sessionId: string | undefined;
  /** What `attributesResolver` says of the caller. */
  readonly attributes: Readonly<Record<string, FlagAttribute>>;
}

/** What providers can compare. */
export type FlagAttribute = string | number | boolean | readonly string[];

/** State of a flag for one caller. */
export interface FlagState {
  /** Undefined for a flag that is neither on nor off. */
  readonly isEnabled?: boolean | undefined;
  /** Value of the variant that the caller has. */
  readonly variant?: FlagValue | undefined;
}

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** Where flags come from. */
export interface FlagAdapter {
  /**
   * Before the first request; up to 5 seconds are waited for it. When it fails, default values apply until `evaluate` succeeds.
   * @param importModule a package that the adapter needs
   */
  start?(importModule: (name: string) => Promise<unknown>): Awaitable<void>;
  /** Current state of a flag; undefined for an unknown key. More than a second counts as a failure. */
  evaluate(key: string, caller: FlagCaller): Awaitable<FlagState | undefined>;
  /** Registers a listener for changes of any flag; called once. */
  onChange?(changed: () => void): void;
  /** When the server ends. */
  close?(): Awaitable<void>;
}

/** A flag as the option `flags` writes it. */
export type StaticFlag = boolean | string | number | { readonly enabled: boolean; readonly variant?: FlagValue };

/** Flags that a build knows. */
export const staticAdapter = (flags: Readonly<Record<string, StaticFlag>>): FlagAdapter => ({
  evaluate(key) {
    const flag = Object.hasOwn(flags, key) ? flags[key] : undefined;
    if (flag === undefined) return undefined;
    if (typeof flag === 'boolean') return { isEnabled: flag, variant: flag };
    return typeof flag === 'object' ? { isEnabled: flag.enabled, variant: flag.variant } : { variant: flag };
  },
});
