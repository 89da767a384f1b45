import type { CallFrame, Resolver, Token } from '../define/index.ts';
import { providerError, type ServiceError } from '../errors/index.ts';
import { isPromiseLike, type Awaitable } from '../std/index.ts';
import { AwaitedProviders } from './awaited-providers.ts';
import type { Owner, RequestView } from './no-providers.ts';
import { disposeAll, Pending, type ProviderDefinition, type ProviderPath } from './provider-definition.ts';

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
