import type { ContentAnnotations, IconModel, Json, JsonObject, JsonSchema, AvailableWhen } from '../model/index.ts';
import type { AuthProviderReference } from './auth-provider.ts';
import type { EntryAuthorities } from './authorities.ts';
import type { ListResources } from './listed-resources.ts';
import type { ConcurrencyOptions, RateLimitOptions } from './operations-options.ts';
import type { InputSchema, OutputSchema } from './schema-types.ts';
import type { ToolUiOptions } from './tool-ui-options.ts';

/** Environments in which an entry exists: each named axis must have one of the listed values. */
export interface AvailabilityOptions extends AvailableWhen {
  /**
   * Values of platform under which it exists.
   *
   * The old name of `os`.
   */
  readonly platform?: readonly string[];
}

// Plugins add their metadata fields by augmenting these four interfaces.
// oxlint-disable typescript/no-empty-object-type
declare global {
  /** Fields that plugins add to `@Tool`: augment this interface. */
  interface ExtendServiceToolMetadata {}
  /** Fields that plugins add to `@Resource`: augment this interface. */
  interface ExtendServiceResourceMetadata {}
  /** Fields that plugins add to `@ResourceTemplate`: augment this interface. */
  interface ExtendServiceResourceTemplateMetadata {}
  /** Fields that plugins add to `@Prompt`: augment this interface. */
  interface ExtendServicePromptMetadata {}
}
type GlobalTool = globalThis.ExtendServiceToolMetadata;
type GlobalResource = globalThis.ExtendServiceResourceMetadata;
type GlobalResourceTemplate = globalThis.ExtendServiceResourceTemplateMetadata;
type GlobalPrompt = globalThis.ExtendServicePromptMetadata;
/** Fields that plugins add to `@Tool`. */
export interface ExtendServiceToolMetadata extends GlobalTool {}
/** Fields that plugins add to `@Resource`. */
export interface ExtendServiceResourceMetadata extends GlobalResource {}
/** Fields that plugins add to `@ResourceTemplate`. */
export interface ExtendServiceResourceTemplateMetadata extends GlobalResourceTemplate {}
/** Fields that plugins add to `@Prompt`. */
export interface ExtendServicePromptMetadata extends GlobalPrompt {}
// oxlint-enable typescript/no-empty-object-type

/** A field that a plugin reads; the plugin's own type narrows it. @accepts any */
export type PluginField = boolean | string | JsonObject;

/** Fields that every kind of entry has. */
interface EntryFields {
  /** Name for people. */
  readonly title?: string;
  /** Purpose; models choose by it. */
  readonly description?: string;
  /** Icons: { src, mimeType?, sizes?, theme? }. @rule icons */
  readonly icons?: readonly IconModel[];
  /**
   * Environments in which it exists: keys are joined with AND, values with OR.
   * @example
   * const kill = tool({ name: 'kill', availableWhen: { os: ['linux', 'darwin'], env: ['development'] } })(() => 'done');
   */
  readonly availableWhen?: AvailabilityOptions;
  /**
   * Access rules: callers that may use it.
   *
   * A profile of the server option `authorities`, several, or a policy.
   *
   * @rule entryAuthorities
   * @example
   * const erase = tool({ name: 'erase', authorities: { roles: { any: ['admin'] } } })(() => 'done');
   */
  readonly authorities?: EntryAuthorities;
  /**
   * Flag that gates it; needs the feature-flag plugin.
   *
   * Without that plugin the server does not start.
   */
  readonly featureFlag?: PluginField;
  /** Sent with the list item. */
  readonly _meta?: JsonObject;
}

interface ToolFields<S, O> extends EntryFields {
  /** Name that clients use. */
  readonly name: string;
  /** Id; the name when absent. */
  readonly id?: string;
  /**
   * A record of schemas, or an object schema.
   * @accepts schema
   * @example
   * const add = tool({ name: 'add', inputSchema: { a: z.number(), b: z.number() } })(({ a, b }) => a + b);
   */
  readonly inputSchema?: S;
  /**
   * JSON Schema 2020-12 of the arguments.
   *
   * For entries that are made from API descriptions.
   *
   * @noEffect when inputSchema is given: inputSchema describes and checks the arguments
   */
  readonly rawInputSchema?: JsonSchema;
  /**
   * Schema of the result.
   * @accepts schema or string or strings
   * @example
   * const sum = tool({ name: 'sum', outputSchema: z.object({ sum: z.number() }) })(() => ({ sum: 5 }));
   */
  readonly outputSchema?: O;
  /**
   * Hints: readOnlyHint, destructiveHint, idempotentHint, openWorldHint, title.
   * @example
   * const now = tool({ name: 'now', annotations: { readOnlyHint: true, openWorldHint: false } })(() => Date.now());
   */
  readonly annotations?: {
    /** Name for people. */
    readonly title?: string;
    /** The tool changes nothing. @default false */
    readonly readOnlyHint?: boolean;
    /** What it changes may be lost. @default true */
    readonly destructiveHint?: boolean;
    /** A repeated call changes nothing more. @default false */
    readonly idempotentHint?: boolean;
    /** It reaches systems outside of this server. @default true */
    readonly openWorldHint?: boolean;
    readonly [extra: string]: Json | undefined;
  };
  /** Words to find it by: `service inspect` prints them and plugins read them; clients do not get them. */
  readonly tags?: readonly string[];
  /**
   * hidden: not listed; internal: only for other entries.
   * @default 'public'
   * @example
   * const check = tool({ name: 'check', visibility: 'internal' })(() => 'ok');
   */
  readonly visibility?: 'public' | 'hidden' | 'internal';
  /**
   * Older spelling of visibility hidden.
   * @default false
   * @noEffect when visibility is given: visibility decides
   */
  readonly hideFromDiscovery?: boolean;
  /**
   * Calls to show: { description, input, output? }. `service inspect` prints them and plugins read them; clients do not get them.
   * @rule examples
   */
  readonly examples?: readonly {
    /** Purpose of the call. */
    readonly description: string;
    /** Arguments of the call. */
    readonly input: Json;
    /** Result of the call. */
    readonly output?: Json;
  }[];
  /**
   * Time limit.
   * @example
   * const slow = tool({ name: 'slow', timeout: { executeMs: 60_000 } })(() => 'done');
   */
  readonly timeout?: {
    /** Milliseconds a call may take. @minimum 1 */
    readonly executeMs?: number;
  };
  /**
   * Background running.
   * @example
   * const report = tool({ name: 'report', execution: { taskSupport: 'optional' } })(() => 'done');
   */
  readonly execution?: {
    /**
     * Whether a call may run as a task.
     *
     * `optional`: a task for clients that understand tasks; `required`: other clients cannot call it.
     *
     * @default 'forbidden'
     */
    readonly taskSupport?: 'required' | 'optional' | 'forbidden';
    /**
     * call: a task from the beginning; manual: from where the handler calls startTask().
     *
     * With `manual` the call is answered in the usual way until the handler awaits `startTask()`.
     *
     * @default 'call'
     * @noEffect unless 'call' when execution.taskSupport is absent or 'forbidden': no call of it runs as a task without
     * execution.taskSupport
     */
    readonly taskStart?: 'call' | 'manual';
  };
  /** How results are sent; the nearest wins. */
  readonly output?: OutputOptions;
  /**
   * Most calls in a window; replaces throttle.defaultRateLimit.
   * @rule rate
   * @example
   * const search = tool({ name: 'search', rateLimit: { maxRequests: 10, windowMs: 60_000, partitionBy: 'userId' } })(() => []);
   */
  readonly rateLimit?: RateLimitOptions;
  /**
   * Most calls at once; replaces throttle.defaultConcurrency.
   * @rule concurrency
   * @example
   * const render = tool({ name: 'render', concurrency: { maxConcurrent: 2, queueTimeoutMs: 5000 } })(() => 'done');
   */
  readonly concurrency?: ConcurrencyOptions;
  /** Credentials it needs. @rule authReferences */
  readonly authProviders?: readonly AuthProviderReference[];
  /**
   * Widget that hosts show with the result (MCP Apps).
   *
   * Clients without the extension get the result as it is.
   *
   * @example
   * const sky = tool({ name: 'sky', ui: { template: '<p data-text="output.sky"></p>' } })(() => ({ sky: 'clear' }));
   */
  readonly ui?: ToolUiOptions;
  /**
   * Results that repeated calls get from a store.
   *
   * Without `@service/plugin-cache` it does nothing.
   *
   * @example
   * const rate = tool({ name: 'rate', cache: { ttl: 60 } })(() => 1.08);
   */
  readonly cache?:
    | boolean
    | {
        /** Seconds that a result is kept; those of the plugin when absent. @minimum 1 */
        readonly ttl?: number;
        /** A hit begins the time again. @default false */
        readonly slideWindow?: boolean;
      };
  /**
   * Stops calls until they are approved.
   *
   * A server with it and without `@service/plugin-approval` does not start.
   *
   * @example
   * const pay = tool({ name: 'pay', approval: { approvalMessage: 'Pay an invoice?', riskLevel: 'high' } })(() => 'paid');
   */
  readonly approval?:
    | boolean
    | {
        /** False: calls need no approval. @default true */
        readonly required?: boolean;
        /** How far an approval reaches where who approves says nothing else. @default 'session' */
        readonly defaultScope?: 'session' | 'user' | 'time_limited' | 'tool_specific' | 'context_specific';
        /** How far an approval may reach; every scope when absent. */
        readonly allowedScopes?: readonly ('session' | 'user' | 'time_limited' | 'tool_specific' | 'context_specific')[];
        /** Milliseconds after which every approval of the tool ends. @minimum 1 */
        readonly maxTtlMs?: number;
        /** Each call needs an approval of its own. @default false */
        readonly alwaysPrompt?: boolean;
        /** Calls need no approval, whatever the other members say. @default false */
        readonly skipApproval?: boolean;
        /** Text for the approver. */
        readonly approvalMessage?: string;
        /** Kind of action, shown to the approver. */
        readonly category?: 'read' | 'write' | 'delete' | 'execute' | 'admin';
        /** Possible damage, shown to the approver. */
        readonly riskLevel?: 'low' | 'medium' | 'high' | 'critical';
        /** Contexts, as `contextResolver` of the plugin names them, in which calls need no approval. */
        readonly preApprovedContexts?: readonly {
          /** Kind, such as `repository`. */
          readonly type: string;
          /** Which of the kind. */
          readonly identifier: string;
        }[];
      };
  /**
   * Whether a model finds it by search and calls it from scripts; true and false decide that alone.
   *
   * Without `@service/plugin-codecall` it does nothing.
   *
   * @example
   * const rate = tool({ name: 'rate', codecall: { visibleInListTools: true, tags: ['currency'] } })(() => 1.08);
   */
  readonly codecall?:
    | boolean
    | {
        /** Whether clients list it beside the tools of the plugin; the mode of the plugin decides when absent. */
        readonly visibleInListTools?: boolean;
        /** Whether it is found and called by the tools of the plugin; the mode of the plugin decides when absent. */
        readonly enabledInCodeCall?: boolean;
        /** Group by which it is chosen in the place of its app. */
        readonly appId?: string;
        /** Origin, by which options of the plugin may choose it. */
        readonly source?: string;
        /** Further words to find it by. */
        readonly tags?: readonly string[];
      };
}

/** How results are sent and described (`output`). */
export interface OutputOptions {
  /** Let NaN and Infinity pass. @default false */
  readonly allowNonFinite?: boolean;
  /**
   * Form of the output schema in the tool list: definition, text of the description, both or none.
   * @default 'definition'
   * @noEffect unless 'definition': output schemas are listed as they are
   */
  readonly schemaMode?: 'definition' | 'description' | 'both' | 'none';
  /**
   * How a schema is described.
   * @default 'summary'
   * @noEffect unless 'summary': output schemas are listed as they are
   */
  readonly schemaDescriptionFormat?: 'summary' | 'jsonSchema';
}

/** Options of `@Tool` and `tool()`. */
export type ToolMetadata<S extends InputSchema = InputSchema, O extends OutputSchema = OutputSchema> = ToolFields<S, O> &
  ExtendServiceToolMetadata;

interface ResourceFields extends EntryFields {
  /** Name that clients use. */
  readonly name: string;
  /** Media type of the contents. */
  readonly mimeType?: string;
  /** audience, priority, lastModified. @unlisted */
  readonly annotations?: ContentAnnotations;
}

/** Options of `@Resource` and `resource()`. */
export type ResourceMetadata = ResourceFields & {
  /** URI with a scheme. */
  readonly uri: string;
  /** Bytes. */
  readonly size?: number;
} & ExtendServiceResourceMetadata;

/** Options of `@ResourceTemplate` and `resourceTemplate()`. */
export type ResourceTemplateMetadata<U extends string = string> = ResourceFields & {
  /**
   * RFC 6570 level 1 and {+x}, whose value may be an absolute path.
   * @accepts string
   * @example
   * const city = resourceTemplate({ name: 'city', uriTemplate: 'city://{name}' })((_uri, { name }) => `The city ${name}`);
   */
  readonly uriTemplate: U;
  /** Lists resources of the template while the server runs: list(ctx, cursor?) returns { resources, nextCursor? }. */
  readonly list?: ListResources;
  /** Time limit. */
  readonly timeout?: {
    /**
     * Milliseconds that one call of list may take.
     * @default 5000
     * @minimum 1
     */
    readonly listMs?: number;
  };
} & ExtendServiceResourceTemplateMetadata;

/** Variables of a URI template. */
export type TemplateParams<U extends string> = string extends U
  ? Record<string, string>
  : U extends `${string}{${infer V}}${infer Rest}`
    ? { [K in V extends `+${infer Name}` ? Name : V]: string } & TemplateParams<Rest>
    : unknown;

/** An argument of a prompt; its value is text. */
export interface PromptArgument {
  /** Name that clients use. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** Purpose of the argument. */
  readonly description?: string;
  /** Whether a call without it is refused. @default false */
  readonly required?: boolean;
}

interface PromptFields<A> extends EntryFields {
  /** Name that clients use. */
  readonly name: string;
  /**
   * Arguments: { name, title?, description?, required? }.
   * @rule arguments
   * @accepts array
   * @example
   * const greet = prompt({ name: 'greet', arguments: [{ name: 'person', required: true }] })(({ person }) => `Greet ${person}.`);
   */
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
