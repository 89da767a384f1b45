import type { HookViewer, PluginHost } from '@service/sdk/define';
import type { Awaitable, FlagAdapter, FlagCaller, FlagState } from './flag-adapter.ts';
import { defaults, type FeatureFlagOptions } from './flag-options.ts';

/** Milliseconds that a provider has for one flag, and for its start. */
const flagLimitMs = 1000;
const startLimitMs = 5000;
/** Sessions whose flags are kept; the longest unused goes first. */
const maxSessions = 10_000;

/** States of flags, by key. */
type Said = Map<string, Awaitable<FlagState>>;

interface Services extends Pick<PluginHost, 'logger' | 'now'> {
  readonly adapter: FlagAdapter;
}

/** Evaluates the flags of one plugin. It never throws: a failed evaluation gives the default value. */
export class Flags {
  readonly #adapter: FlagAdapter;
  readonly #logger: PluginHost['logger'];
  readonly #now: PluginHost['now'];
  readonly #options: FeatureFlagOptions;
  readonly #told = new Set<string>();
  /** States that a request keeps; they end with it. */
  #ofRequests = new WeakMap<object, Said>();
  readonly #ofSessions = new Map<string, { readonly said: Said; readonly endsAt: number }>();
  #isAway = false;

  constructor(options: FeatureFlagOptions, { adapter, logger, now }: Services) {
    this.#options = options;
    this.#adapter = adapter;
    this.#logger = logger;
    this.#now = now;
  }

  /** Whether a flag is on. @param otherwise value when the flag is unknown or unavailable */
  async isEnabled(viewer: HookViewer, key: string, otherwise?: boolean): Promise<boolean> {
    const { isEnabled, variant } = await this.state(viewer, key);
    if (isEnabled === undefined && variant !== undefined)
      this.#warnOnce(`type ${key}`, `flag "${key}" is not a boolean: its default value applies`);
    return isEnabled ?? otherwise ?? this.#options.defaultValue ?? defaults.defaultValue;
  }

  /** State of a flag for a caller; empty when the flag is unknown or unavailable. */
  state(viewer: HookViewer, key: string): Awaitable<FlagState> {
    const said = this.#saidTo(viewer);
    const known = said?.get(key);
    if (known !== undefined) return known;
    const state = this.#ask(viewer, key);
    said?.set(key, state);
    return state;
  }

  /** Clears the cached states. */
  forget(): void {
    this.#ofRequests = new WeakMap();
    this.#ofSessions.clear();
  }

  /** Waits for the provider, but not for ever. */
  async start(importModule: (name: string) => Promise<unknown>): Promise<void> {
    try {
      await within(startLimitMs, this.#adapter.start?.(importModule));
    } catch (failure) {
      this.#away(failure);
    }
  }

  async #ask(viewer: HookViewer, key: string): Promise<FlagState> {
    try {
      const state = await within(flagLimitMs, this.#adapter.evaluate(key, this.#callerOf(viewer)));
      if (this.#isAway) this.#logger.info('the flag provider is available again');
      this.#isAway = false;
      if (state === undefined) this.#warnOnce(`key ${key}`, `unknown flag "${key}": its default value applies`);
      return state ?? {};
    } catch (failure) {
      this.#away(failure);
      return {};
    }
  }

  #away(failure: unknown): void {
    if (!this.#isAway) this.#logger.warn('the flag provider is unavailable: default values apply', { failure });
    this.#isAway = true;
  }

  #warnOnce(about: string, text: string): void {
    // Keys may come from the arguments of a call: what is remembered of them is bounded.
    if (this.#told.has(about) || this.#told.size >= 1000) return;
    this.#told.add(about);
    this.#logger.warn(text);
  }

  #callerOf(viewer: HookViewer): FlagCaller {
    const { attributesResolver, userIdResolver } = this.#options;
    const { auth, sessionId } = viewer;
    return {
      userId: userIdResolver === undefined ? (auth.isAnonymous ? undefined : auth.user.sub) : userIdResolver(viewer),
      sessionId,
      attributes: attributesResolver?.(viewer) ?? {},
    };
  }

  #saidTo(viewer: HookViewer): Said | undefined {
    const { cacheStrategy = defaults.cacheStrategy, cacheTtlMs = defaults.cacheTtlMs } = this.#options;
    if (cacheStrategy === 'none') return undefined;
    if (cacheStrategy === 'request' || viewer.sessionId === undefined) return this.#ofRequest(viewer.request);
    // Another person in the same session is another caller.
    const key = JSON.stringify([viewer.sessionId, viewer.principal]);
    const kept = this.#ofSessions.get(key);
    if (kept !== undefined && kept.endsAt > this.#now()) return kept.said;
    this.#ofSessions.delete(key);
    const said: Said = new Map();
    this.#ofSessions.set(key, { said, endsAt: this.#now() + cacheTtlMs });
    for (const oldest of this.#ofSessions.keys()) {
      if (this.#ofSessions.size <= maxSessions) break;
      this.#ofSessions.delete(oldest);
    }
    return said;
  }

  #ofRequest(request: HookViewer['request']): Said {
    const said = this.#ofRequests.get(request) ?? new Map<string, Awaitable<FlagState>>();
    this.#ofRequests.set(request, said);
    return said;
  }
}

/** @throws {Error} after so many milliseconds */
async function within<T>(milliseconds: number, work: Awaitable<T>): Promise<T> {
  if (!(work instanceof Promise)) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer after ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
