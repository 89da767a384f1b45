import type { AuthOptions } from './auth-options.ts';
import type { AvailabilityOptions, OutputOptions } from './entry-metadata.ts';
import type { AuthProviderItem, PromptItem, ProviderItem, RegistrationItem, ResourceItem, SkillItem, ToolItem } from './list-items.ts';
import type { Token } from './token.ts';

/** Lists that an owner of entries adds to the server. */
export interface OwnedLists {
  /**
   * Tools.
   * @example
   * const add = tool({ name: 'add', inputSchema: { a: z.number(), b: z.number() } })(({ a, b }) => a + b);
   *
   * \@App({ name: 'sums', tools: [add] })
   * class Sums {}
   */
  readonly tools?: readonly ToolItem[];
  /** Resources and templates. */
  readonly resources?: readonly ResourceItem[];
  /** Resource templates. */
  readonly resourceTemplates?: readonly ResourceItem[];
  /** Prompts. */
  readonly prompts?: readonly PromptItem[];
  /** Skills. */
  readonly skills?: readonly SkillItem[];
  /**
   * Providers.
   * @example
   * \@Provider({ name: 'clock' })
   * class Clock {}
   *
   * \@App({ name: 'times', providers: [Clock, { provide: 'zone', useValue: 'UTC' }] })
   * class Times {}
   */
  readonly providers?: readonly ProviderItem[];
  /** Plugins. */
  readonly plugins?: readonly RegistrationItem[];
  /** Adapters. */
  readonly adapters?: readonly RegistrationItem[];
}

/** Options of `@App`. */
export interface AppMetadata extends OwnedLists {
  /** Id; the kebab-case name when absent. */
  readonly id?: string;
  /** Name. */
  readonly name: string;
  /** Purpose. */
  readonly description?: string;
  /** Credentials of the app. @rule authProviders */
  readonly authProviders?: readonly AuthProviderItem[];
  /**
   * Own auth options.
   *
   * They count at its own endpoint: `standalone`, `splitByApp`.
   *
   * @rule auth
   * @unlisted
   */
  readonly auth?: AuthOptions;
  /** How results are sent; the nearest wins. */
  readonly output?: OutputOptions;
  /** A server of its own. @default false */
  readonly standalone?: boolean | 'includeInParent';
  /** Environments in which it exists: keys are joined with AND, values with OR. */
  readonly availableWhen?: AvailabilityOptions;
}

/** Options of `@Plugin`. */
export interface PluginMetadata extends OwnedLists {
  /** Id; the kebab-case name when absent. */
  readonly id?: string;
  /** Name. */
  readonly name: string;
  /** Purpose. */
  readonly description?: string;
  /** Tokens that the registering owner sees too. */
  readonly exports?: readonly Token[];
  /**
   * How far its hooks reach.
   *
   * `server` lets the hooks of an app's plugin reach every app.
   *
   * @default 'app'
   */
  readonly scope?: 'app' | 'server';
  /** Getters on context objects: { property, token?, errorMessage? }. */
  readonly contextExtensions?: readonly ContextExtension[];
  /**
   * Entry fields that it enforces.
   *
   * Entries that have such a field need a plugin that enforces it.
   */
  readonly enforces?: readonly string[];
  /**
   * Place of its hooks among those of other plugins with the same owner.
   *
   * Lower numbers are further out; plugins of one number stand in the order of their list.
   *
   * @default 0
   */
  readonly order?: number;
  /**
   * Its hooks ask the client (`call.elicit`).
   *
   * @default false
   */
  readonly asks?: boolean;
  /**
   * Its entries change while the server runs (`host.replaceOwner`).
   *
   * @default false
   */
  readonly changes?: boolean;
  /**
   * Prefix of its entries' names.
   *
   * They are always listed as `<prefix>:<name>`.
   */
  readonly entryPrefix?: string;
}

/** A getter that a plugin adds to every context object. */
export interface ContextExtension {
  /** Name of the getter. */
  readonly property: string;
  /** Provider that the getter returns; absent: what `contextMember` of the plugin makes. */
  readonly token?: Token;
  /** Text of the error where the plugin does not reach the entry, or the provider is not registered. */
  readonly errorMessage?: string;
}

/** Options of `@Adapter`. */
export interface AdapterMetadata {
  /** Id; the kebab-case name when absent. */
  readonly id?: string;
  /** Name. */
  readonly name: string;
  /** Purpose. */
  readonly description?: string;
}
