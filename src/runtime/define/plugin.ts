import type { Awaitable } from '../std/promises.ts';
import type { AdapterMetadata, PluginMetadata } from './owner-metadata.ts';
import type { PromptItem, Registration, ResourceItem, SkillItem, ToolItem } from './list-items.ts';
import { firstArgOf } from './inject.ts';
import type { ResolvedTokens } from './provider.ts';
import { closestName } from '../std/closest-name.ts';
import { declare, declaredAs, type AnyClass } from './metadata.ts';
import type { Token } from './token.ts';
import type { Logger } from '../std/logger.ts';
import type { PrepareIo } from './prepare.ts';
import { configInvalid, ServiceError } from '../errors/index.ts';
import type { RedisOptions, SqliteOptions, StorageOptions } from './store-options.ts';

/**
 * Declares a class as a plugin: providers, entries and hooks that several servers share.
 *
 * @example
 * \@Plugin({ name: 'timing' })
 * class Timing implements PluginHooks {
 *   async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
 *     const started = Date.now();
 *     try {
 *       return await next();
 *     } finally {
 *       call.logger.info('called', { tool: call.entry.name, ms: Date.now() - started });
 *     }
 *   }
 * }
 */
export function Plugin(metadata: PluginMetadata) {
  return (target: AnyClass, _context?: unknown): void => declare(target, { kind: 'plugin', options: { ...metadata }, target });
}

/**
 * Declares a class as an adapter: entries made from something else, an API description for example.
 *
 * @example
 * \@Adapter({ name: 'greetings' })
 * class Greetings extends DynamicAdapter<{ name: string; languages: readonly string[] }> {
 *   fetch() {
 *     return { tools: this.options.languages.map((language) => tool({ name: `greet-${language}`, description: 'Greets' })(() => language)) };
 *   }
 * }
 *
 * \@App({ name: 'hello', adapters: [Greetings.init({ name: 'greetings', languages: ['en', 'de'] })] })
 * class Hello {}
 */
export function Adapter(metadata: AdapterMetadata) {
  return (target: AnyClass, _context?: unknown): void => declare(target, { kind: 'adapter', options: { ...metadata }, target });
}

/** `init` with options that need providers: computed once at start. */
export interface InitFactory<Options, Tokens extends readonly Token[] = readonly Token[]> {
  /** Tokens of the factory's arguments, in their order. */
  readonly inject?: () => Tokens;
  /** Makes the options from what `inject` names. */
  readonly useFactory: (...args: ResolvedTokens<Tokens>) => Awaitable<Options>;
}

const isFactory = (value: unknown): value is InitFactory<unknown> =>
  typeof value === 'object' && value !== null && 'useFactory' in value && typeof value.useFactory === 'function';

function register(kind: 'plugin' | 'adapter', target: AnyClass, input: unknown): Registration {
  const declared = declaredAs(kind, target);
  if (declared === undefined)
    throw new ServiceError(
      'INVALID_DECORATOR_METADATA',
      `${target.name}.init(): the class needs @${kind === 'plugin' ? 'Plugin' : 'Adapter'}({ name })`,
    );
  const registration: Registration = Object.freeze({ registration: kind });
  const init = isFactory(input) ? { inject: input.inject ?? (() => []), useFactory: input.useFactory } : { options: input ?? {} };
  declare(registration, { ...declared, init });
  return registration;
}

/** The options of the object under construction, which the caller of `init` has typed. */
const givenOptions = <Options>(target: AnyClass): Options => (firstArgOf(target) ?? {}) as Options;

/**
 * Base class of plugins with options.
 *
 * @example
 * \@Plugin({ name: 'audit' })
 * class AuditPlugin extends DynamicPlugin<{ level: string }> implements PluginHooks {
 *   onStart(server: { logger: Logger }) {
 *     server.logger.info('auditing', { level: this.options.level });
 *   }
 * }
 *
 * \@App({ name: 'bank', plugins: [AuditPlugin.init({ level: 'all' })] })
 * class Bank {}
 */
export abstract class DynamicPlugin<Options = object> {
  /** Options that `init` got. */
  readonly options: Options;

  /** @param options as `init` got them where a subclass calls `super()` without any */
  constructor(options?: Options) {
    this.options = options ?? givenOptions<Options>(new.target);
  }

  /**
   * A registration with options, or with a factory of them that gets what `inject` names; without argument the same as the bare class.
   *
   * @example
   * \@Provider({ name: 'limits' })
   * class Limits {
   *   readonly slowMs = 200;
   * }
   * class Timing extends DynamicPlugin<{ slowMs: number }> {}
   * const timing = Timing.init({ inject: () => [Limits], useFactory: async ({ slowMs }) => ({ slowMs }) });
   */
  static init<Options, const Tokens extends readonly Token[] = readonly []>(
    this: abstract new (options: Options) => DynamicPlugin<Options>,
    options?: Options | InitFactory<Options, Tokens>,
  ): Registration {
    return register('plugin', this, options);
  }
}

/** Entries that an adapter made. */
export interface AdapterEntries {
  /** Tools that it made. */
  readonly tools?: readonly ToolItem[];
  /** Resources and templates that it made. */
  readonly resources?: readonly ResourceItem[];
  /** Prompts that it made. */
  readonly prompts?: readonly PromptItem[];
  /** Skills that it made. */
  readonly skills?: readonly SkillItem[];
}

/**
 * Puts the given entries in the place of all that an adapter has brought, or those of another `fetch()` when none are given. Settles when
 * clients see them, or when they were refused: then the log says why, and the entries of before stay.
 */
export type AdapterUpdate = (entries?: AdapterEntries) => Promise<void>;

/**
 * What makes the entries of an adapter. It has `fetch()`, or a static `prepare` and `entries(prepared)`, or all of them: then `fetch()` makes
 * what an update brings. Not members of the base class, so that no subclass has to write `override`.
 */
export interface AdapterMethods {
  /** Makes the entries, at build and at every start, where it must give the same. A build has no network: documents are for static `prepare`. */
  fetch?(): Awaitable<AdapterEntries>;

  /** Makes the entries of what static `prepare` returned, at build and at every start; it must give the same each time. */
  entries?(prepared: never): AdapterEntries;
}

/** Static members of an adapter's class. */
export interface AdapterStatics<Options> {
  /**
   * Makes of documents what `entries` needs. Runs at build, and at the start of a server that was not compiled; what it returns is JSON and a
   * constant of the bundle, which holds neither this method nor what only it imports.
   */
  prepare?(options: Options, io: PrepareIo): unknown;
  /**
   * Name of the option with which it looks for changes by itself; undefined with options that do not. A build refuses the option where nothing
   * runs between two requests. Without this method a class that has `onUpdate` or `startPolling` changes its entries with any options.
   */
  polls?(options: Options): string | undefined;
  /** Packages that it imports with these options, asked for at build and at each start: `startPolling` gets them. */
  modules?(options: Options): readonly string[];
}

/** What an adapter works with while it looks for changes. */
export interface AdapterHost {
  /**
   * A package that is in a bundle only with options that name it.
   * @param name in what `static modules(options)` returns
   * @throws {ServiceError} CONFIG_INVALID for a name that is not there
   */
  readonly module: (name: string) => Promise<unknown>;
}

/**
 * Base class of adapters, which have the methods of {@link AdapterMethods}.
 *
 * @example
 * \@Adapter({ name: 'forms' })
 * class Forms extends DynamicAdapter<{ name: string; file: string }> {
 *   static async prepare({ file }: { file: string }, io: PrepareIo) {
 *     const { bytes } = await io.read(file);
 *     return JSON.parse(new TextDecoder().decode(bytes));
 *   }
 *
 *   entries(names: readonly string[]) {
 *     return { tools: names.map((name) => tool({ name, description: 'Fills in a form' })(() => name)) };
 *   }
 * }
 */
export abstract class DynamicAdapter<Options extends { readonly name: string } = { readonly name: string }> {
  /** Options that `init` got. */
  readonly options: Options;

  /** @param options as `init` got them where a subclass calls `super()` without any */
  constructor(options?: Options) {
    this.options = options ?? givenOptions<Options>(new.target);
  }

  /** Gets a logger of its own before the first request. */
  setLogger?(logger: Logger): void;

  /** Gets what replaces its entries while the server runs; called once, when the server's stores are open and before the first request. */
  onUpdate?(update: AdapterUpdate): Awaitable<void>;

  /** Begins to look for changes, after `onUpdate`; awaited before the first request. */
  startPolling?(host: AdapterHost): Awaitable<void>;

  /** Ends what `startPolling` began, when the server closes. */
  stopPolling?(): Awaitable<void>;

  /**
   * A registration with options, or with a factory of them that gets what `inject` names: then `fetch()` makes the entries, at start alone, and
   * the name is that of `@Adapter`.
   *
   * @example
   * class Greetings extends DynamicAdapter<{ name: string; language: string }> {
   *   fetch = () => ({ tools: [tool({ name: 'greet', description: 'Greets' })(() => this.options.language)] });
   * }
   * const greetings = Greetings.init({ useFactory: async () => ({ name: 'greetings', language: process.env['LANG'] ?? 'en' }) });
   */
  static init<Options extends { readonly name: string }, const Tokens extends readonly Token[] = readonly []>(
    this: (abstract new (options: Options) => DynamicAdapter<Options> & AdapterMethods) & AdapterStatics<NoInfer<Options>>,
    options: Options | InitFactory<Options, Tokens>,
  ): Registration {
    return register('adapter', this, options);
  }
}

/**
 * The server's own store, for a plugin whose options say `global-store`.
 * @param pluginName for the message
 * @param serverConfig options of `@Service`
 * @throws {ServiceError} CONFIG_INVALID where the server has none
 * @example
 * const storage = getGlobalStoreConfig('notes', { redis: { url: 'redis://127.0.0.1:6379' } });
 */
export function getGlobalStoreConfig(pluginName: string, serverConfig: GlobalStores): Exclude<StorageOptions, 'memory'> {
  const { redis, sqlite } = serverConfig;
  if (redis !== undefined) return { redis };
  if (sqlite !== undefined) return { sqlite };
  throw configInvalid(globalStoreMissing(pluginName));
}

/** What `auto` stands for: the server's own store, or memory where it has none. */
export const resolveAuto = <Storage>(
  storage: Storage,
  { redis, sqlite }: { readonly [name: string]: unknown },
): Storage | 'global' | 'memory' => (storage !== 'auto' ? storage : redis === undefined && sqlite === undefined ? 'memory' : 'global');

export const globalStoreMissing = (pluginName: string): string =>
  `Plugin "${pluginName}" requires global "redis" configuration. Set redis of @Service, or give the plugin a store of its own`;

interface GlobalStores {
  readonly redis?: RedisOptions | undefined;
  readonly sqlite?: SqliteOptions | undefined;
}

/** What is wrong with the value of an option, in one phrase after "must be"; undefined for a good one. */
export type PluginOptionRule = (value: unknown) => string | undefined;

/**
 * Checks the options of a plugin, in its `static checkOptions(options)`, which runs at build, and at each start whose options the sources do not show.
 * @param plugin its name
 * @param options as `init` got them
 * @param rules for every option that there is; what has no rule is refused
 * @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line: `plugin "audit": "level": must be all or none`
 *
 * @example
 * class Audit extends DynamicPlugin<{ level?: string }> {
 *   static checkOptions(options: object) {
 *     checkPluginOptions('audit', options, { level: (value) => (value === 'all' || value === 'none' ? undefined : 'all or none') });
 *   }
 * }
 */
export function checkPluginOptions(plugin: string, options: object, rules: Readonly<Record<string, PluginOptionRule>>): void {
  checkOwnOptions(`plugin "${plugin}"`, options, rules);
}

/**
 * As {@link checkPluginOptions}, in the `static checkOptions(options)` of an adapter.
 * @param adapter its name
 * @param options as `init` got them
 * @param rules for every option that there is; what has no rule is refused
 * @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line
 *
 * @example
 * class Feeds extends DynamicAdapter<{ name: string; limit?: number }> {
 *   static checkOptions(options: object) {
 *     checkAdapterOptions('feeds', options, { limit: (value) => (Number(value) > 0 ? undefined : 'a number above 0') });
 *   }
 * }
 */
export function checkAdapterOptions(adapter: string, options: object, rules: Readonly<Record<string, PluginOptionRule>>): void {
  checkOwnOptions(`adapter "${adapter}"`, options, rules);
}

function checkOwnOptions(owner: string, options: object, rules: Readonly<Record<string, PluginOptionRule>>): void {
  const faults = Object.entries(options).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      const meant = closestName(name, Object.keys(rules));
      return [`${owner}: "${name}": is no option${meant === undefined ? '' : `; did you mean "${meant}"?`}`];
    }
    const expected = value === undefined ? undefined : rule(value);
    return expected === undefined ? [] : [`${owner}: "${name}": must be ${expected}`];
  });
  if (faults.length > 0) throw new ServiceError('INVALID_DECORATOR_METADATA', faults.join('\n'));
}
