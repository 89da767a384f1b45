import { constructWith, tokenName, type AnyClass, type CallFrame, type Resolver, type Token } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import { isPromiseLike, type Awaitable } from '../std/index.ts';
import { disposeAll } from './dispose.ts';
import { notRegistered } from './no-providers.ts';
import type { Container, ContainerInput, Owner, RequestView } from './providers.ts';
import { readProvider, type ProviderDefinition } from './provider-definition.ts';
import { createVisibility, type ExportedTokens, type Visibility } from './visibility.ts';

/** @throws {ServiceError} for a malformed provider */
export function createContainer(input: ContainerInput): Container {
  return new Providers(input);
}

/** A factory that is not done yet was needed by a constructor; start waits for it and builds again. */
class Pending {
  constructor(readonly promise: Promise<unknown>) {}
}

type Path = readonly ProviderDefinition[];

class Providers implements Container {
  #definitions: ProviderDefinition[];
  readonly #exports: readonly ExportedTokens[];
  #visibility: Visibility;
  readonly #globals = new Map<ProviderDefinition, unknown>();
  readonly #running = new Map<ProviderDefinition, Promise<unknown>>();

  constructor(input: ContainerInput) {
    this.#definitions = input.providers.map(({ item, owner }) => readProvider(item, owner));
    this.#exports = input.exports ?? [];
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
    if (definition.scope === 'context')
      throw new ServiceError('INVALID_DEPENDENCY_SCOPE', `"${definition.name}" exists only within a request`);
    return this.#startGlobal(definition, []);
  }

  view(owner: Owner): RequestView {
    return new View(this, owner);
  }

  async close(): Promise<void> {
    const built = [...this.#globals].filter(([definition]) => definition.make.form !== 'value').map(([, instance]) => instance);
    this.#globals.clear();
    await disposeAll(built);
  }

  find(owner: Owner, token: unknown): ProviderDefinition {
    const found = this.#visibility.find(owner, token);
    if (found !== undefined) return found;
    const hidden = this.#visibility.elsewhere(token);
    if (hidden === undefined) throw notRegistered(token);
    const place = hidden.owner.map(({ kind, id }) => `${kind} "${id}"`).join(' > ');
    throw new ServiceError('PROVIDER_NOT_AVAILABLE', `Provider "${tokenName(token)}" is not available: it belongs to ${place}`);
  }

  tryFind(owner: Owner, token: unknown): ProviderDefinition | undefined {
    return this.#visibility.find(owner, token);
  }

  /** Synchronous: from constructors and from `get`. */
  global(definition: ProviderDefinition, path: Path): unknown {
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
      (error: unknown) => Promise.reject(failed(definition, error)),
    );
    this.#running.set(definition, promise);
    return promise;
  }

  async #startGlobal(definition: ProviderDefinition, path: Path): Promise<unknown> {
    checkCycle(definition, path);
    if (definition.make.form === 'factory') {
      for (const token of definition.make.inject()) {
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
  build(definition: ProviderDefinition, path: Path, resolver: Resolver): unknown {
    checkCycle(definition, path);
    const { make } = definition;
    if (make.form === 'value') return make.value;
    try {
      if (make.form === 'class') return constructWith({ resolver, frame: undefined }, make.target, []);
      const args = make.inject().map((token) => resolver.get(token as Token));
      return make.build(args);
    } catch (error) {
      // Our own faults name the place already; only the author's are wrapped.
      if (error instanceof Pending || error instanceof ServiceError) throw error;
      throw failed(definition, error);
    }
  }

  #resolverFor(definition: ProviderDefinition, path: Path): Resolver {
    const inner = [...path, definition];
    const lookUp = (dependency: ProviderDefinition): unknown => {
      checkScope(definition, dependency);
      return this.global(dependency, inner);
    };
    return {
      get: <T>(token: Token<T>) => lookUp(this.find(definition.owner, token)) as T,
      tryGet: <T>(token: Token<T>) => {
        const found = this.tryFind(definition.owner, token);
        return found === undefined ? undefined : (lookUp(found) as T);
      },
    };
  }
}

class View implements RequestView {
  readonly #container: Providers;
  readonly #owner: Owner;
  #own: Map<ProviderDefinition, unknown> | undefined;

  constructor(container: Providers, owner: Owner) {
    this.#container = container;
    this.#owner = owner;
  }

  get<T>(token: Token<T>): T {
    return this.#instance(this.#container.find(this.#owner, token), []) as T;
  }

  tryGet<T>(token: Token<T>): T | undefined {
    const found = this.#container.tryFind(this.#owner, token);
    return found === undefined ? undefined : (this.#instance(found, []) as T);
  }

  construct(target: AnyClass, args: readonly unknown[], frame?: CallFrame): unknown {
    return constructWith({ resolver: this, frame }, target, args);
  }

  disposeAfter<R>(result: Awaitable<R>, failed: (failure: unknown) => void): Awaitable<R> {
    const dispose = (): void => {
      if (this.#own !== undefined) disposeAll([...this.#own.values()]).catch(failed);
    };
    if (isPromiseLike(result)) return result.finally(dispose);
    dispose();
    return result;
  }

  #instance(definition: ProviderDefinition, path: Path): unknown {
    if (definition.scope === 'global') return this.#global(definition);
    this.#own ??= new Map();
    if (this.#own.has(definition)) return this.#own.get(definition);
    const inner = [...path, definition];
    const look = (token: unknown): unknown => this.#instance(this.#container.find(definition.owner, token), inner);
    const instance = this.#container.build(definition, path, {
      get: <T>(token: Token<T>) => look(token) as T,
      tryGet: <T>(token: Token<T>) => (this.#container.tryFind(definition.owner, token) === undefined ? undefined : (look(token) as T)),
    });
    if (isPromiseLike(instance))
      throw new ServiceError(
        'PROVIDER_NOT_AVAILABLE',
        `Provider "${definition.name}" is not available: a CONTEXT provider cannot be asynchronous; make it GLOBAL`,
      );
    this.#own.set(definition, instance);
    return instance;
  }

  #global(definition: ProviderDefinition): unknown {
    try {
      return this.#container.global(definition, []);
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      throw new ServiceError('PROVIDER_NOT_AVAILABLE', `Provider "${definition.name}" is not available: it is not built yet`);
    }
  }
}

function checkCycle(definition: ProviderDefinition, path: Path): void {
  const start = path.indexOf(definition);
  if (start === -1) return;
  const names = [...path.slice(start), definition].map(({ name }) => name).join(' -> ');
  throw new ServiceError('DEPENDENCY_CYCLE', `Circular dependency detected: ${names}`);
}

function checkScope(asker: ProviderDefinition, dependency: ProviderDefinition): void {
  if (asker.scope === 'context' || dependency.scope === 'global') return;
  throw new ServiceError(
    'INVALID_DEPENDENCY_SCOPE',
    `GLOBAL provider "${asker.name}" asks for "${dependency.name}", which exists only within a request: make "${asker.name}" a CONTEXT provider`,
  );
}

const failed = (definition: ProviderDefinition, error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError(
        'PROVIDER_CONSTRUCTION_FAILED',
        `Provider "${definition.name}" could not be built: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
