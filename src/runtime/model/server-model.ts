import type { TransportProtocol } from './transport-protocol.ts';
import type { Json, JsonObject, JsonSchema } from './json.ts';
import type { SkillDetails, SkillFileModel, SkillSources } from './skill-model.ts';
import type { PluginBinding } from './plugin-binding.ts';

/**
 * What a server is, as data. The one shape that compiler phases and run time share: `modelFromMetadata` makes it from decorators'
 * metadata, the compiler extends it with spans, modules and plan facts. JSON-serialisable; lists keep registration order.
 */
export interface ServerModel {
  readonly info: ServerInfo;
  readonly instructions?: string;
  /** Its own entries may come and go while the server runs. */
  readonly changes?: true;
  readonly apps: readonly AppModel[];
  /** Credentials that apps make, or tools take from the vault of their caller, as `<app>/<name>`; absent when there are none. */
  readonly authProviders?: readonly string[];
  /** Apps that ask for an endpoint, or for callers, of their own. */
  readonly scopes?: readonly AppScopeModel[];
  readonly tools: readonly ToolModel[];
  readonly resources: readonly ResourceModel[];
  readonly resourceTemplates: readonly ResourceTemplateModel[];
  readonly prompts: readonly PromptModel[];
  /** Absent when there are none. */
  readonly skills?: readonly SkillModel[];
  readonly plugins: readonly PluginModel[];
  readonly adapters: readonly AdapterModel[];
  readonly providers: readonly ProviderModel[];
  /** The server decorator's plain-data options (http, transport, pagination, …), defaults applied, functions left out. */
  readonly options: ServerOptionsModel;
}

/** Sent as `serverInfo`. */
export interface ServerInfo {
  /** Name of the server. */
  readonly name: string;
  /** Version of the server. */
  readonly version: string;
  /** Name for people. */
  readonly title?: string;
  /** Purpose of the server. */
  readonly description?: string;
  /** Page about the server. */
  readonly websiteUrl?: string;
  /** Icons: { src, mimeType?, sizes?, theme? }. @rule icons */
  readonly icons?: readonly IconModel[];
}

/** An icon of a server or an entry (SEP-973). */
export interface IconModel {
  /** https or data URL of the image. */
  readonly src: string;
  /** Media type of the image. */
  readonly mimeType?: string;
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  /** Background that it is made for. */
  readonly theme?: 'light' | 'dark';
}

/** One step of an owner chain; the chain of an entry reads from the server inwards. */
export interface OwnerModel {
  readonly kind: 'server' | 'app' | 'plugin' | 'adapter';
  readonly id: string;
}

/** `<kind>:<owner ids joined by "/">/<name>`, unique in a model; what spans, modules and facts are keyed by. */
export type EntryId = string;

interface EntryBase {
  readonly id: EntryId;
  /** The author's spelling. */
  readonly name: string;
  /** Name for clients: `name`, or `<owner>:<name>` when another owner uses the same name. */
  readonly listedName: string;
  readonly owner: readonly OwnerModel[];
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly IconModel[];
  readonly availableWhen?: AvailableWhen;
  readonly meta?: JsonObject;
  /** Its access rules without functions; present when `authorities` guards it. */
  readonly authorities?: Json;
  /** Metadata fields that plugins read (`cache`, `approval`, `featureFlag`, `codecall`, …); functions are left out. */
  readonly pluginFields?: JsonObject;
}

/** A tool, as the compiler described it. */
export interface ToolModel extends EntryBase {
  /** Kind of the entry. */
  readonly kind: 'tool';
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonSchema;
  /** Only when the output is described by a schema (not by a content literal such as `image`). */
  readonly outputSchema?: JsonSchema;
  /** How a returned value becomes a result. */
  readonly output: OutputShape;
  /** Hints for clients. */
  readonly annotations?: JsonObject;
  /** Words to find it by. */
  readonly tags?: readonly string[];
  /** Whether clients see it and may call it. */
  readonly visibility: 'public' | 'hidden' | 'internal';
  /** Calls to show. */
  readonly examples?: readonly { readonly description: string; readonly input: Json; readonly output?: Json }[];
  /** Milliseconds after which a running call is ended with `EXECUTION_TIMEOUT`. */
  readonly timeoutMs?: number;
  /** Whether a call may run as a task. */
  readonly taskSupport?: 'required' | 'optional' | 'forbidden';
  /** The handler says with `startTask()` where the task begins; absent: at the beginning. */
  readonly taskStart?: 'manual';
  /** Has a `rateLimit` or `concurrency` of its own. */
  readonly limited?: true;
  /** `output.allowNonFinite` of the tool, or of its app. */
  readonly nonFinite?: true;
  /** Options of its widget. */
  readonly ui?: JsonObject;
  /** How the arguments are described: `raw` JSON Schemas (adapters) are checked by a validator compiled at build. */
  readonly inputKind: 'none' | 'shape' | 'schema' | 'raw';
}

/** How a returned value becomes a result. */
export type OutputShape =
  | { readonly kind: 'any' }
  | { readonly kind: 'object' | 'array' | 'primitive' | 'date' }
  | { readonly kind: 'content'; readonly types: readonly ContentLiteral[]; readonly list: boolean };

export type ContentLiteral = 'string' | 'number' | 'boolean' | 'date' | 'image' | 'audio' | 'resource' | 'resource_link';

/** A resource, as the compiler described it. */
export interface ResourceModel extends EntryBase {
  /** Kind of the entry. */
  readonly kind: 'resource';
  /** URI of the resource. */
  readonly uri: string;
  /** Media type of the contents. */
  readonly mimeType?: string;
  /** Bytes of the contents. */
  readonly size?: number;
  /** Hints for clients. */
  readonly annotations?: JsonObject;
}

/** A resource template, as the compiler described it. */
export interface ResourceTemplateModel extends EntryBase {
  /** Kind of the entry. */
  readonly kind: 'resource-template';
  /** Template of its URIs, RFC 6570. */
  readonly uriTemplate: string;
  /** Media type of the contents. */
  readonly mimeType?: string;
  /** Hints for clients. */
  readonly annotations?: JsonObject;
  /** Its author lists resources while the server runs. */
  readonly lists?: true;
  /** Milliseconds of one such list. */
  readonly listTimeoutMs?: number;
  /** Template variables that the author completes. */
  readonly completes?: readonly string[];
}

/** A prompt, as the compiler described it. */
export interface PromptModel extends EntryBase {
  /** Kind of the entry. */
  readonly kind: 'prompt';
  /** Arguments of the prompt. */
  readonly arguments: readonly {
    /** Name that clients use. */
    readonly name: string;
    /** Name for people. */
    readonly title?: string;
    /** Purpose of the argument. */
    readonly description?: string;
    /** Whether a call without it is refused. */
    readonly required?: boolean;
  }[];
  /** Arguments that the author completes. */
  readonly completes?: readonly string[];
}

/** A skill: instructions for a model, with the files they speak of (SEP-2640). */
export interface SkillModel extends SkillDetails {
  /** Kind of the entry. */
  readonly kind: 'skill';
  /** Unique in a model. */
  readonly id: EntryId;
  /** The author's spelling. */
  readonly name: string;
  /** From the server inwards. */
  readonly owner: readonly OwnerModel[];
  /** Path of its directory below `skill://`; the name, after the owner's when another owner has a skill of that name. */
  readonly path: string;
  /** Id in searches and HTTP addresses. */
  readonly skillId: string;
  /** Where its files come from, relative to the project root; the build reads them. */
  readonly folder?: string;
  /** What the build reads of a skill that is written inline. */
  readonly reads?: SkillSources;
  /** Front matter of SKILL.md as JSON; empty until the folder was read. */
  readonly frontmatter: JsonObject;
  /** SKILL.md first; empty until the folder was read. */
  readonly files: readonly SkillFileModel[];
  /** Not listed, but readable. */
  readonly hidden?: true;
  /** Environments in which it exists. */
  readonly availableWhen?: AvailableWhen;
  /** Fields that plugins read (`featureFlag`). */
  readonly pluginFields?: JsonObject;
}

/** An entry of a server, as the compiler described it. */
export type EntryModel = ToolModel | ResourceModel | ResourceTemplateModel | PromptModel;

export interface AppModel {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** Endpoint and sign-in of an app beside those of the server. */
export interface AppScopeModel {
  readonly app: string;
  readonly standalone: boolean | 'includeInParent';
  /** Secrets and functions left out. */
  readonly auth?: JsonObject;
  /** Paths of functions in `auth`: `auth.authenticate`. */
  readonly live?: readonly string[];
}

export interface PluginModel {
  readonly id: string;
  readonly name: string;
  readonly owner: readonly OwnerModel[];
  readonly scope: 'app' | 'server';
  /** Entry metadata fields that this plugin enforces (`approval`, `featureFlag`). */
  readonly enforces?: readonly string[];
  /** Who or what decides, for each field that it enforces. */
  readonly deciders?: Readonly<Record<string, string>>;
  /** Place of its hooks among those of plugins with the same owner; 0 when absent. */
  readonly order?: number;
  /** Its options are computed of providers at start. */
  readonly computed?: true;
  /** Its hooks may ask the client. */
  readonly asks?: true;
  /** Its entries may change while the server runs. */
  readonly changes?: true;
  /** Its entries are listed as `<prefix>:<name>`. */
  readonly entryPrefix?: string;
  /** Names of the hooks that its class has. */
  readonly hooks?: readonly string[];
  /** Members that it adds to context objects. */
  readonly contextExtensions?: readonly string[];
  /** Methods of the protocol that it answers: `feed/refresh`. */
  readonly methods?: readonly string[];
  /** Addresses that it answers. */
  readonly routes?: readonly { readonly method: string; readonly path: string }[];
  /** Path of its own MCP endpoint, which its entries are served at. */
  readonly endpoint?: string;
  /** Paths of its pages for people who sign in. */
  readonly pages?: readonly string[];
  /** Where it keeps what it remembers. */
  readonly stores?: readonly PluginStoreModel[];
  /** Packages that it imports with these options. */
  readonly modules?: readonly string[];
  /** What it takes of the platform of a worker with these options. */
  readonly bindings?: readonly PluginBinding[];
  /** With these options it searches the tools of the server, of which the build makes an index. */
  readonly searchesTools?: true;
}

export type StoreKind = 'redis' | 'http-kv' | 'durable-object' | 'worker-kv' | 'filesystem' | 'sqlite' | 'auto';

/** A store of a plugin. `own`: the plugin opens it; `redis-client`: the project has connected it; `any`: its options are computed at start. */
export interface PluginStoreModel {
  readonly kind: StoreKind | 'memory' | 'redis-client' | 'own' | 'any';
  /** Of a worker. */
  readonly binding?: string;
}

export interface AdapterModel {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly owner: readonly OwnerModel[];
  /** Its entries may change while the server runs. */
  readonly changes?: true;
  /** Its options are computed of providers at start, and its entries made then. */
  readonly computed?: true;
  /** Name of the option with which it looks for changes by itself. */
  readonly polls?: string;
  /** Packages that it imports with these options. */
  readonly modules?: readonly string[];
}

/** Whether entries may come and go while the server runs. */
export const mayChange = ({ adapters, changes: own, plugins }: Pick<ServerModel, 'adapters' | 'changes' | 'plugins'>): boolean =>
  own === true || [...adapters, ...plugins].some(({ changes }) => changes === true);

export interface ProviderModel {
  readonly name: string;
  readonly scope: 'global' | 'context';
  readonly form: 'class' | 'value' | 'factory';
  readonly owner: readonly OwnerModel[];
}

/** Keys AND, values OR; an empty array matches nothing. */
export interface AvailableWhen {
  /** Values of os under which it exists. */
  readonly os?: readonly string[];
  /** Values of runtime under which it exists. */
  readonly runtime?: readonly string[];
  /** Values of deployment under which it exists. */
  readonly deployment?: readonly string[];
  /** Values of provider under which it exists. */
  readonly provider?: readonly string[];
  /** Values of target under which it exists. */
  readonly target?: readonly string[];
  /** Values of surface under which it exists. */
  readonly surface?: readonly string[];
  /** Values of env under which it exists. */
  readonly env?: readonly string[];
}

export interface ServerOptionsModel {
  readonly serve: boolean;
  readonly http: HttpOptionsModel;
  readonly transport: TransportOptionsModel;
  readonly pagination: { readonly tools: { readonly mode: 'auto' | boolean; readonly pageSize: number; readonly autoThreshold: number } };
  readonly output: { readonly allowNonFinite: boolean; readonly maxBytes?: number };
  readonly logging: LoggingModel;
  /** Names of decorator options that hold functions or classes (kept by reference, never in the model). */
  readonly live: readonly string[];
  /** Every further plain-data option, as written. */
  readonly rest: JsonObject;
}

/** `logging` and `observability.logging`; what is absent is at its default. */
export interface LoggingModel {
  readonly level: 'debug' | 'verbose' | 'info' | 'warn' | 'error' | 'off';
  /** The level is written in code: `SERVICE_LOG_LEVEL` does not change it. */
  readonly levelInCode?: true;
  readonly prefix?: string;
  readonly console?: false;
  /** Present when a feature brings sinks. */
  readonly further?: true;
  /** In lower case. */
  readonly redactFields?: readonly string[];
  /** False: no member named `stack`. */
  readonly stacks?: false;
}

export interface HttpOptionsModel {
  readonly port?: number;
  readonly entryPath?: string;
  readonly socketPath?: string;
  readonly bodyLimit: number;
  readonly urlencodedLimit: number;
  readonly cors?: JsonObject | false;
  readonly security: {
    readonly bindAddress?: string;
    readonly strict: boolean;
    readonly dnsRebindingProtection: {
      readonly enabled?: boolean;
      readonly allowedHosts?: readonly string[];
      readonly allowedOrigins?: readonly string[];
    };
  };
  readonly securityHeaders?: JsonObject;
  readonly routes: readonly { readonly method: string; readonly path: string; readonly auth: boolean }[];
}

export interface TransportOptionsModel extends TransportProtocol {
  /** Present when instances of this server stand behind one address; `auto`: where the deployment says so. */
  readonly distributedMode?: true | 'auto';
  /** Where sessions are kept when `redis` and `sqlite` of the server are not what is meant; false: in memory. Without secrets. */
  readonly persistence?: JsonObject | false;
  /** Present when streams can be resumed. */
  readonly eventStore?: EventStoreOptionsModel;
}

export interface EventStoreOptionsModel {
  readonly provider: 'memory' | 'redis';
  /** Maximum over all sessions. */
  readonly maxEvents: number;
  /** Milliseconds that an event is kept. */
  readonly ttlMs: number;
}

/** Schemas of a tool that depend on the environment: those of the build may differ from those where the bundle runs. */
export interface OpenSchemas {
  readonly input?: true;
  readonly output?: true;
}
