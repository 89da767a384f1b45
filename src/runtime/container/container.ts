import { CallToken, constructWith, tokenName, type CallFrame, type Resolver, type Token } from '../define/index.ts';
import { providerError, ServiceError } from '../errors/index.ts';
import { isPromiseLike, type Logger } from '../std/index.ts';
import {
  constructionFailed,
  createVisibility,
  disposeAll,
  type ExportedTokens,
  Pending,
  type ProviderDefinition,
  type ProviderPath,
  readProvider,
  type Visibility,
} from './provider-definition.ts';
import { notRegistered, type Container, type ContainerInput, type Owner, type RequestView } from './no-providers.ts';
import { View } from './view.ts';

/** @throws {ServiceError} for a malformed provider */
export function createContainer(input: ContainerInput): Container {
  return new ProviderContainer(input);
}

class ProviderContainer implements Container {
  #definitions: ProviderDefinition[];
  readonly #exports: readonly ExportedTokens[];
  readonly #logger: Logger | undefined;
  #visibility: Visibility;
  readonly #globals = new Map<ProviderDefinition, unknown>();
  readonly #running = new Map<ProviderDefinition, Promise<unknown>>();

  constructor(input: ContainerInput) {
    this.#definitions = input.providers.map(({ item, owner }) => readProvider(item, owner));
    this.#exports = input.exports ?? [];
    this.#logger = input.logger;
    this.#visibility = createVisibility(this.#definitions, this.#exports);
  }

  register(providers: ContainerInput['providers']): void {
    this.#definitions = [...this.#definitions, ...providers.map(({ item, owner }) => readProvider(item, owner))];
    this.#visibility = createVisibility(this.#definitions, this.#exports);
  }

  async start(): Promise<void> {
    for (const definition of this.#definitions) if (definition.scope === 'global') await this.#startGlobal(definition, []);
  }

  async resolve(owner: Owner, token: unknown): Promise<unknown> {
    const definition = this.find(owner, token);
    if (definition.scope === 'context') throw outsideRequest(token);
    return this.#startGlobal(definition, []);
  }

  view(owner: Owner, call?: CallFrame): RequestView {
    return new View(this, owner, call);
  }

  async close(): Promise<void> {
    const built = [...this.#globals].filter(([definition]) => definition.make.form !== 'value').map(([, instance]) => instance);
    this.#globals.clear();
    await disposeAll(built);
  }

  find(owner: Owner, token: unknown): ProviderDefinition {
    const found = this.#visibility.find(owner, token);
    if (found !== undefined) return found;
    if (token instanceof CallToken) throw outsideRequest(token);
    const hidden = this.#visibility.elsewhere(token);
    if (hidden === undefined) throw notRegistered(token);
    const place = hidden.owner.map(({ kind, id }) => `${kind} "${id}"`).join(' > ');
    throw providerError('PROVIDER_NOT_AVAILABLE', `Provider "${tokenName(token)}" is not available: it belongs to ${place}`);
  }

  tryFind(owner: Owner, token: unknown): ProviderDefinition | undefined {
    return this.#visibility.find(owner, token);
  }

  /** A value of the runtime for a token without a provider. */
  builtIn(token: unknown, call?: CallFrame): unknown {
    return token instanceof CallToken ? token.read({ call, logger: this.#logger }) : undefined;
  }

  /** Providers that the handlers of an owner wait for. */
  awaitedBy(owner: Owner): readonly ProviderDefinition[] {
    return this.#definitions.filter((definition) => definition.isAwaited && this.#visibility.reaches(owner, definition));
  }

  /** Synchronous: from constructors and from `get`. */
  global(definition: ProviderDefinition, path: ProviderPath): unknown {
    if (this.#globals.has(definition)) return this.#globals.get(definition);
    const running = this.#running.get(definition);
    if (running !== undefined) throw new Pending(running);
    const instance = this.build(definition, path, this.#resolverFor(definition, path));
    if (!isPromiseLike(instance)) return this.#keep(definition, instance);
    throw new Pending(this.#track(definition, instance));
  }

  #keep(definition: ProviderDefinition, instance: unknown): unknown {
    this.#globals.set(definition, instance);
    return instance;
  }

  #track(definition: ProviderDefinition, instance: PromiseLike<unknown>): Promise<unknown> {
    const promise = Promise.resolve(instance).then(
      (value) => this.#keep(definition, value),
      (error: unknown) => Promise.reject(constructionFailed(definition, error)),
    );
    this.#running.set(definition, promise);
    return promise;
  }

  async #startGlobal(definition: ProviderDefinition, path: ProviderPath): Promise<unknown> {
    checkCycle(definition, path);
    if (definition.make.form === 'factory') {
      for (const token of definition.make.inject()) {
        if (this.tryFind(definition.owner, token) === undefined && this.builtIn(token) !== undefined) continue;
        const dependency = this.find(definition.owner, token);
        checkScope(definition, dependency);
        await this.#startGlobal(dependency, [...path, definition]);
      }
    }
    for (;;) {
      try {
        return await this.global(definition, path);
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
        await error.promise;
      }
    }
  }

  /** Builds one instance; `resolver` is what its constructor and its inject list see. */
  build(definition: ProviderDefinition, path: ProviderPath, resolver: Resolver): unknown {
    checkCycle(definition, path);
    const { make } = definition;
    if (make.form === 'value') return make.value;
    try {
      if (make.form === 'class') return constructWith({ resolver }, make.target, []);
      const args = make.inject().map((token) => resolver.get(token as Token));
      return make.build(args);
    } catch (error) {
      // Our own faults name the place already; only the author's are wrapped.
      if (error instanceof Pending || error instanceof ServiceError) throw error;
      throw constructionFailed(definition, error);
    }
  }

  #resolverFor(definition: ProviderDefinition, path: ProviderPath): Resolver {
    const inner = [...path, definition];
    const lookUp = (dependency: ProviderDefinition): unknown => {
      checkScope(definition, dependency);
      return this.global(dependency, inner);
    };
    const tryGet = (token: unknown): unknown => {
      const found = this.tryFind(definition.owner, token);
      return found === undefined ? this.builtIn(token) : lookUp(found);
    };
    return {
      get: <T>(token: Token<T>) => (tryGet(token) ?? lookUp(this.find(definition.owner, token))) as T,
      tryGet: <T>(token: Token<T>) => tryGet(token) as T | undefined,
    };
  }
}

function checkCycle(definition: ProviderDefinition, path: ProviderPath): void {
  const start = path.indexOf(definition);
  if (start === -1) return;
  const names = [...path.slice(start), definition].map(({ name }) => name).join(' -> ');
  throw providerError('DEPENDENCY_CYCLE', `Circular dependency detected: ${names}`);
}

function checkScope(asker: ProviderDefinition, dependency: ProviderDefinition): void {
  if (asker.scope === 'context' || dependency.scope === 'global') return;
  throw new ServiceError(
    'INVALID_DEPENDENCY_SCOPE',
    `GLOBAL provider "${asker.name}" asks for "${dependency.name}", which exists only within a request: make "${asker.name}" a CONTEXT provider`,
  );
}

const outsideRequest = (token: unknown): ServiceError =>
  new ServiceError('INVALID_DEPENDENCY_SCOPE', `"${tokenName(token)}" exists only within a request`);
