import { type Awaitable, isPromiseLike, type Logger } from '../std/index.ts';
import {
  constructionFailed,
  disposeAll,
  type ExportedTokens,
  Pending,
  type ProviderDefinition,
  type ProviderPath,
} from './provider-definition.ts';
import { type CallFrame, type Resolver, tokenName } from '../define/index.ts';
import type { OwnerModel } from '../model/index.ts';
import { providerError, type ServiceError } from '../errors/index.ts';

type Outcome = { readonly instance: unknown } | { readonly failure: unknown };

/** Builds one provider of a call. @throws {Pending} while it needs another that is not done */
type Build = (definition: ProviderDefinition, path: ProviderPath) => unknown;

/**
 * The CONTEXT providers of one call whose factories are asynchronous, built before its handler. A failure is kept for the code that asks for that
 * provider: an entry that does not use it works.
 */
export class AwaitedProviders {
  readonly #build: Build;
  readonly #outcomes = new Map<ProviderDefinition, Outcome>();
  readonly #running = new Map<ProviderDefinition, Promise<void>>();
  #isEnded = false;

  constructor(build: Build) {
    this.#build = build;
  }

  /** Builds them at the same time, where none needs another. Never rejects. */
  async buildAll(definitions: readonly ProviderDefinition[]): Promise<void> {
    await Promise.all(definitions.map((definition) => this.#settle(definition)));
  }

  /** @throws {Pending} while it is being built, and what its factory threw */
  instanceOf(definition: ProviderDefinition, path: ProviderPath): unknown {
    const known = this.#outcomes.get(definition);
    if (known !== undefined) return valueOf(known);
    const running = this.#running.get(definition);
    if (running !== undefined) throw new Pending(running);
    const outcome = this.#start(definition, path);
    this.#outcomes.set(definition, outcome);
    return valueOf(outcome);
  }

  /** Ends the call: returns the built instances; those still under construction are disposed when they are ready. */
  end(): readonly unknown[] {
    this.#isEnded = true;
    return [...this.#outcomes.values()].flatMap((outcome) => ('instance' in outcome ? [outcome.instance] : []));
  }

  /** @throws {Pending} for a promise */
  #start(definition: ProviderDefinition, path: ProviderPath): Outcome {
    let instance: unknown;
    try {
      instance = this.#build(definition, path);
    } catch (failure) {
      if (failure instanceof Pending) throw failure;
      return { failure };
    }
    if (!isPromiseLike(instance)) return { instance };
    const settled = this.#finish(definition, instance);
    this.#running.set(definition, settled);
    throw new Pending(settled);
  }

  async #finish(definition: ProviderDefinition, building: PromiseLike<unknown>): Promise<void> {
    try {
      const instance = await building;
      this.#outcomes.set(definition, { instance });
      // The result was sent while this was built. A failing disposal has no call left to report it to.
      if (this.#isEnded) await disposeAll([instance]).catch(() => undefined);
    } catch (failure) {
      this.#outcomes.set(definition, { failure: constructionFailed(definition, failure) });
    }
  }

  async #settle(definition: ProviderDefinition): Promise<void> {
    while (!this.#isEnded) {
      try {
        this.instanceOf(definition, []);
        return;
      } catch (failure) {
        // Other failures are kept for the code that injects the provider.
        if (!(failure instanceof Pending)) return;
        await failure.promise;
      }
    }
  }
}

function valueOf(outcome: Outcome): unknown {
  if ('failure' in outcome) throw outcome.failure;
  return outcome.instance;
}

export type Owner = readonly OwnerModel[];

export interface ContainerInput {
  readonly providers: readonly { readonly item: unknown; readonly owner: Owner }[];
  readonly exports?: readonly ExportedTokens[];
  /** Logger of the server. */
  readonly logger?: Logger;
}

/** Providers as one request sees them: the global ones and its own instances of the others. */
export interface RequestView extends Resolver {
  /** Builds the providers that a handler waits for; undefined when there are none. Absent where there are no providers at all. */
  prepare?(Awaited: typeof AwaitedProviders): Promise<void> | undefined;
  /** Disposes the request's instances once its result is there; awaits nothing when there are none. Absent where no request has instances. */
  disposeAfter?<R>(result: Awaitable<R>, failed: (failure: unknown) => void): Awaitable<R>;
}

export interface Container {
  /** True on a server without providers: no call has anything to dispose. */
  readonly isEmpty?: true;
  /** Adds providers that were unknown when the container was made; before `start`. */
  register(providers: ContainerInput['providers']): void;
  /** Builds every global provider, asynchronous factories included, so that a failure stops the start and not the first call. */
  start(): Promise<void>;
  /** A global provider, at start. */
  resolve(owner: Owner, token: unknown): Promise<unknown>;
  /** @param call the call that asks, if one does */
  view(owner: Owner, call?: CallFrame): RequestView;
  /** Disposes every instance, last built first. */
  close(): Promise<void>;
}

export const notRegistered = (token: unknown): ServiceError =>
  providerError('PROVIDER_NOT_REGISTERED', `Provider "${tokenName(token)}" is not registered: add it to "providers"`);

/** The view of a server without providers: every lookup fails. */
const view: RequestView = {
  get: (token) => {
    throw notRegistered(token);
  },
  tryGet: () => undefined,
};

/** The container of a server without providers, plugins and adapters. */
export const noProviders: Container = {
  isEmpty: true,
  register: () => undefined,
  start: async () => undefined,
  resolve: async (_owner, token) => {
    throw notRegistered(token);
  },
  view: () => view,
  close: async () => undefined,
};
