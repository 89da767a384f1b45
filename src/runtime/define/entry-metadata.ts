import type { ContentAnnotations, IconModel, Json, JsonObject, JsonSchema, AvailableWhen } from '../model/index.ts';
import type { AuthProviderReference } from './auth-provider.ts';
import type { AuthOptions } from './auth-options.ts';
import type { EntryAuthorities } from './authorities.ts';
import type { AuthProviderItem, PromptItem, ProviderItem, RegistrationItem, ResourceItem, SkillItem, ToolItem } from './list-items.ts';
import type { ListResources } from './listed-resources.ts';
import type { ConcurrencyOptions, RateLimitOptions } from './operations-options.ts';
import type { Token } from './token.ts';
import type { InputSchema, OutputSchema } from './schema-types.ts';

/** Environments in which an entry exists: each named axis must have one of the listed values. */
export interface AvailabilityOptions extends AvailableWhen {
  /** The old name of `os`. */
  readonly platform?: readonly string[];
}

// Plugins add their metadata fields by augmenting these four interfaces.
// oxlint-disable typescript/no-empty-object-type
declare global {
  interface ExtendServiceToolMetadata {}
  interface ExtendServiceResourceMetadata {}
  interface ExtendServiceResourceTemplateMetadata {}
  interface ExtendServicePromptMetadata {}
}
type GlobalTool = globalThis.ExtendServiceToolMetadata;
type GlobalResource = globalThis.ExtendServiceResourceMetadata;
type GlobalResourceTemplate = globalThis.ExtendServiceResourceTemplateMetadata;
type GlobalPrompt = globalThis.ExtendServicePromptMetadata;
export interface ExtendServiceToolMetadata extends GlobalTool {}
export interface ExtendServiceResourceMetadata extends GlobalResource {}
export interface ExtendServiceResourceTemplateMetadata extends GlobalResourceTemplate {}
export interface ExtendServicePromptMetadata extends GlobalPrompt {}
// oxlint-enable typescript/no-empty-object-type

/** A field that a plugin reads; the plugin's own type narrows it. */
export type PluginField = boolean | string | JsonObject;

/** Fields that every kind of entry has. */
interface EntryFields {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly IconModel[];
  readonly availableWhen?: AvailabilityOptions;
  /** Access rules (server option `authorities`): a profile, several, or a policy. */
  readonly authorities?: EntryAuthorities;
  /** Read by the feature-flag plugin; without it the server does not start. */
  readonly featureFlag?: PluginField;
  readonly _meta?: JsonObject;
}

interface ToolFields<S, O> extends EntryFields {
  readonly name: string;
  readonly id?: string;
  readonly inputSchema?: S;
  /** JSON Schema 2020-12, for entries made from API descriptions. */
  readonly rawInputSchema?: JsonSchema;
  readonly outputSchema?: O;
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
    readonly [extra: string]: Json | undefined;
  };
  readonly tags?: readonly string[];
  readonly visibility?: 'public' | 'hidden' | 'internal';
  readonly hideFromDiscovery?: boolean;
  readonly examples?: readonly { readonly description: string; readonly input: Json; readonly output?: Json }[];
  readonly timeout?: { readonly executeMs?: number };
  readonly execution?: {
    /** `optional`: a task for clients that understand tasks; `required`: other clients cannot call it. */
    readonly taskSupport?: 'required' | 'optional' | 'forbidden';
    /** `manual`: the call is answered in the usual way until the handler awaits `startTask()`. `call` when absent. */
    readonly taskStart?: 'call' | 'manual';
  };
  readonly output?: OutputOptions;
  readonly rateLimit?: RateLimitOptions;
  readonly concurrency?: ConcurrencyOptions;
  /** Credentials of the app that it needs. */
  readonly authProviders?: readonly AuthProviderReference[];
  /** Not served by this version; a warning says so. */
  readonly ui?: JsonObject;
  /** Read by the plugins of these names. */
  readonly cache?: PluginField;
  readonly approval?: PluginField;
  readonly codecall?: PluginField;
}

export interface OutputOptions {
  readonly allowNonFinite?: boolean;
  readonly schemaMode?: 'definition' | 'description' | 'both' | 'none';
  readonly schemaDescriptionFormat?: 'summary' | 'jsonSchema';
}

/** Options of `@Tool` and `tool()`. */
export type ToolMetadata<S extends InputSchema = InputSchema, O extends OutputSchema = OutputSchema> = ToolFields<S, O> &
  ExtendServiceToolMetadata;

interface ResourceFields extends EntryFields {
  readonly name: string;
  readonly mimeType?: string;
  readonly annotations?: ContentAnnotations;
}

/** Options of `@Resource` and `resource()`. */
export type ResourceMetadata = ResourceFields & { readonly uri: string; readonly size?: number } & ExtendServiceResourceMetadata;

/** Options of `@ResourceTemplate` and `resourceTemplate()`. */
export type ResourceTemplateMetadata<U extends string = string> = ResourceFields & {
  readonly uriTemplate: U;
  /** Lists resources of the template while the server runs. */
  readonly list?: ListResources;
  readonly timeout?: { readonly listMs?: number };
} & ExtendServiceResourceTemplateMetadata;

/** Variables of a URI template. */
export type TemplateParams<U extends string> = string extends U
  ? Record<string, string>
  : U extends `${string}{${infer V}}${infer Rest}`
    ? { [K in V extends `+${infer Name}` ? Name : V]: string } & TemplateParams<Rest>
    : unknown;

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

interface PromptFields<A> extends EntryFields {
  readonly name: string;
  readonly arguments?: A;
}

/** Options of `@Prompt` and `prompt()`. */
export type PromptMetadata<A extends readonly PromptArgument[] = readonly PromptArgument[]> = PromptFields<A> & ExtendServicePromptMetadata;

/** Arguments that a prompt's handler receives. */
export type PromptArgs<A extends readonly PromptArgument[]> = string extends A[number]['name']
  ? Record<string, string>
  : { [K in A[number] as K extends { readonly required: true } ? K['name'] : never]: string } & {
      [K in A[number] as K extends { readonly required: true } ? never : K['name']]?: string;
    };

/** Lists that an owner of entries adds to the server. */
export interface OwnedLists {
  readonly tools?: readonly ToolItem[];
  /** Templates too. */
  readonly resources?: readonly ResourceItem[];
  readonly resourceTemplates?: readonly ResourceItem[];
  readonly prompts?: readonly PromptItem[];
  readonly skills?: readonly SkillItem[];
  readonly providers?: readonly ProviderItem[];
  readonly plugins?: readonly RegistrationItem[];
  readonly adapters?: readonly RegistrationItem[];
}

export interface AppMetadata extends OwnedLists {
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
  readonly authProviders?: readonly AuthProviderItem[];
  /** Sign-in of its own endpoint (`standalone`, `splitByApp`). */
  readonly auth?: AuthOptions;
  readonly output?: OutputOptions;
  readonly standalone?: boolean | 'includeInParent';
  readonly availableWhen?: AvailabilityOptions;
}

export interface PluginMetadata extends OwnedLists {
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
  /** Tokens that the registering owner sees too. */
  readonly exports?: readonly Token[];
  /** `server` lets the hooks of an app's plugin reach every app. */
  readonly scope?: 'app' | 'server';
  readonly contextExtensions?: readonly ContextExtension[];
  /** Entry metadata fields that this plugin enforces; entries that carry one need such a plugin. */
  readonly enforces?: readonly string[];
}

/** A getter that a plugin adds to every context object. */
export interface ContextExtension {
  readonly property: string;
  readonly token: Token;
  readonly errorMessage?: string;
}

export interface AdapterMetadata {
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
}
