import type { CallFrame, Resolver, Token } from '../define/index.ts';
import { providerError, type ServiceError } from '../errors/index.ts';
import { isPromiseLike, type Awaitable } from '../std/index.ts';
import type { Owner, RequestView } from './no-providers.ts';
import { disposeAll, Pending, type ProviderDefinition, type ProviderPath, constructionFailed } from './provider-definition.ts';

/** The container, as a view uses it. */
interface Source {
  find(owner: Owner, token: unknown): ProviderDefinition;
  tryFind(owner: Owner, token: unknown): ProviderDefinition | undefined;
  builtIn(token: unknown, call: CallFrame | undefined): unknown;
  awaitedBy(owner: Owner): readonly ProviderDefinition[];
  global(definition: ProviderDefinition, path: ProviderPath): unknown;
  build(definition: ProviderDefinition, path: ProviderPath, resolver: Resolver): unknown;
}

/** The requester: an entry, or a provider under construction for it. */
interface Asker {
  readonly owner: Owner;
  readonly path: ProviderPath;
}

/** The providers of one request. */
export class View implements RequestView {
  readonly #container: Source;
  readonly #asker: Asker;
  readonly #call: CallFrame | undefined;
  #own: Map<ProviderDefinition, unknown> | undefined;
  #awaited: AwaitedProviders | undefined;

  constructor(container: Source, owner: Owner, call: CallFrame | undefined) {
    this.#container = container;
    this.#asker = { owner, path: [] };
    this.#call = call;
  }

  get<T>(token: Token<T>): T {
    return this.#get(this.#asker, token) as T;
  }

  tryGet<T>(token: Token<T>): T | undefined {
    return this.#tryGet(this.#asker, token) as T | undefined;
  }

  prepare(): Promise<void> | undefined {
    const definitions = this.#container.awaitedBy(this.#asker.owner);
    if (definitions.length === 0) return undefined;
    this.#awaited = new AwaitedProviders((definition, path) => this.#build(definition, path));
    return this.#awaited.buildAll(definitions);
  }

  disposeAfter<R>(result: Awaitable<R>, failed: (failure: unknown) => void): Awaitable<R> {
    const dispose = (): void => {
      const built = [...(this.#awaited?.end() ?? []), ...(this.#own?.values() ?? [])];
      if (built.length > 0) disposeAll(built).catch(failed);
    };
    if (isPromiseLike(result)) return result.finally(dispose);
    dispose();
    return result;
  }

  #get(asker: Asker, token: unknown): unknown {
    return this.#tryGet(asker, token) ?? this.#instance(this.#container.find(asker.owner, token), asker.path);
  }

  #tryGet({ owner, path }: Asker, token: unknown): unknown {
    const found = this.#container.tryFind(owner, token);
    return found === undefined ? this.#container.builtIn(token, this.#call) : this.#instance(found, path);
  }

  #instance(definition: ProviderDefinition, path: ProviderPath): unknown {
    if (definition.scope === 'global') return this.#global(definition);
    if (definition.isAwaited) return this.#awaitedInstance(definition, path);
    this.#own ??= new Map();
    if (this.#own.has(definition)) return this.#own.get(definition);
    const instance = this.#build(definition, path);
    if (isPromiseLike(instance))
      throw unavailable(definition, 'its factory returned a promise: declare it with AsyncProvider, or as an async function');
    this.#own.set(definition, instance);
    return instance;
  }

  #awaitedInstance(definition: ProviderDefinition, path: ProviderPath): unknown {
    if (this.#awaited === undefined) throw unavailable(definition, 'it is built for calls of tools, resources and prompts alone');
    return this.#awaited.instanceOf(definition, path);
  }

  #build(definition: ProviderDefinition, path: ProviderPath): unknown {
    const asker = { owner: definition.owner, path: [...path, definition] };
    return this.#container.build(definition, path, {
      get: <T>(token: Token<T>) => this.#get(asker, token) as T,
      tryGet: <T>(token: Token<T>) => this.#tryGet(asker, token) as T | undefined,
    });
  }

  #global(definition: ProviderDefinition): unknown {
    try {
      return this.#container.global(definition, []);
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      throw unavailable(definition, 'it is not built yet');
    }
  }
}

const unavailable = (definition: ProviderDefinition, reason: string): ServiceError =>
  providerError('PROVIDER_NOT_AVAILABLE', `Provider "${definition.name}" is not available: ${reason}`);

type Outcome = { readonly instance: unknown } | { readonly failure: unknown };

/** Builds one provider of a call. @throws {Pending} while it needs another that is not done */
type Build = (definition: ProviderDefinition, path: ProviderPath) => unknown;

/**
 * The CONTEXT providers of one call whose factories are asynchronous, built before its handler. A failure is kept for the code that asks for that
 * provider: an entry that does not use it works.
 */
class AwaitedProviders {
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
