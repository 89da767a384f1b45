import type { Json, JsonObject, ProviderCredential, ToolContext } from '@service/sdk/define';

type Awaitable<T> = T | Promise<T>;

/** Options of {@link OpenapiAdapter.init}. */
export interface OpenapiOptions {
  /** Name of the adapter, unique in its class: `<name>:<tool>` is listed where two adapters have a tool of one name. */
  readonly name: string;
  /**
   * Address that requests go to, with its base path; the first server of the description when absent. Needed where that is no whole URL. A
   * variable may decide it where the server starts.
   */
  readonly baseUrl?: string;
  /** The description: a path within the project, or the parsed document. The latter stays in the bundle. */
  readonly spec?: string | object;
  /** The description: an address of http or https, read by `service build --refresh` and kept in `service.lock/`. */
  readonly url?: string;
  /** Values of variables of the server's address; defaults of the description when absent. */
  readonly serverVariables?: Readonly<Record<string, string>>;
  /** Headers of every request to `baseUrl`. @secret */
  readonly additionalHeaders?: Readonly<Record<string, string>>;
  /** Changes the headers of a request: sets some in place, or returns others. */
  readonly headersMapper?: (ctx: ToolContext, headers: Headers, operation: OpenapiOperation) => Awaitable<Headers | undefined | void>;
  /** Changes the body before it is written: returns the one to send. */
  readonly bodyMapper?: (ctx: ToolContext, body: Json | undefined, operation: OpenapiOperation) => Awaitable<Json | undefined>;
  /** Gives the credentials of a call. */
  readonly securityResolver?: (ctx: ToolContext, operation: OpenapiOperation) => Awaitable<OpenapiCredentials | undefined>;
  /** Credentials by security scheme: the name of an entry of `authProviders` of the app or of the caller's vault, or a function. */
  readonly authProviderMapper?: Readonly<Record<string, AuthProviderMapping>>;
  /** Credentials that are the same for every caller. @secret */
  readonly staticAuth?: OpenapiCredentials;
  /** Security schemes whose credential is an argument of the tools. @default [] */
  readonly securitySchemesInInput?: readonly string[];
  /** How documents are read. */
  readonly loadOptions?: { readonly refResolution?: ReferenceResolution };
  /** Which operations become tools. */
  readonly generateOptions?: GenerateOptions;
  /** Arguments that the server gives instead of the model. */
  readonly inputTransforms?: Transforms<InputTransform>;
  /** Changes the tools that were made. */
  readonly toolTransforms?: Transforms<ToolTransform>;
  /** Changes the schemas that were made. */
  readonly schemaTransforms?: { readonly input?: Transforms<SchemaTransform>; readonly output?: Transforms<SchemaTransform> };
  /** Changes arguments before a request, and data after an answer. */
  readonly dataTransforms?: {
    readonly preToolTransforms?: Transforms<DataTransform>;
    readonly postToolTransforms?: Transforms<DataTransform>;
  };
  /** Description of a tool: summary, description, both, or both with method, path and tags. @default 'summaryOnly' */
  readonly descriptionMode?: DescriptionMode;
  /** Whether tools say what they answer. */
  readonly outputSchema?: OutputSchemaOptions;
  /** Milliseconds that a request may take, its answer included. @default 30_000 */
  readonly requestTimeoutMs?: number;
  /** Bytes that the body of a request may have. @default 10_485_760 */
  readonly maxRequestSize?: number;
  /** Bytes that an answer may have. @default 10_485_760 */
  readonly maxResponseSize?: number;
  /** Tokens, of four characters each, that a result may have: longer lists and texts are cut. @default 20_000 */
  readonly maxResultTokens?: number;
  /** Looks for another description at `url` while the server runs; on Node alone. */
  readonly polling?: PollingOptions;
}

/** How a running server looks for another description. Its tools are put in the place of those that there are, and clients are told. */
export interface PollingOptions {
  /** @default false */
  readonly enabled?: boolean;
  /** Milliseconds between two looks. @default 60_000 */
  readonly intervalMs?: number;
  /** Milliseconds that a document may take to arrive. @default 10_000 */
  readonly fetchTimeoutMs?: number;
  /** By what a change is seen: `hash` compares contents, `etag` the entity tag where there is one, and `auto` asks with the tag and compares contents. @default 'auto' */
  readonly changeDetection?: 'auto' | 'etag' | 'hash';
  /** How often, and after how many milliseconds, a look that failed is repeated before the next one. */
  readonly retry?: {
    /** @default 3 */
    readonly maxRetries?: number;
    /** @default 1000 */
    readonly initialDelayMs?: number;
    /** @default 10_000 */
    readonly maxDelayMs?: number;
    /** @default 2 */
    readonly backoffMultiplier?: number;
  };
  /** Looks in a row that fail before the log says that the description cannot be read. @default 3 */
  readonly unhealthyThreshold?: number;
  /** Headers of requests for the description, by `service build --refresh` too; only its own host gets them. @secret */
  readonly headers?: Readonly<Record<string, string>>;
  /** @default true */
  readonly followRedirects?: boolean;
}

/** Of an operation's summary and description, what describes its tool. */
export type DescriptionMode = 'summaryOnly' | 'descriptionOnly' | 'combined' | 'full';

/** An operation, for functions of the options. */
export interface OpenapiOperation {
  /** Name of the tool. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly tags: readonly string[];
}

/** An operation as the description has it, for `filterFn`. */
export interface DescribedOperation extends OpenapiOperation {
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly deprecated: boolean;
}

/** Documents to which references of a description may lead. Files of the project may always be named by files of the project. */
export interface ReferenceResolution {
  /** Of other documents in the network. @default [] */
  readonly allowedProtocols?: readonly ('http' | 'https')[];
  /** Host names; any when absent. */
  readonly allowedHosts?: readonly string[];
  /** Host names that are refused. @default [] */
  readonly blockedHosts?: readonly string[];
  /**
   * Also documents of hosts that are not public, that of `url` among them, and requests where the public name of the API leads to a private
   * address.
   * @default false
   */
  readonly allowInternalIPs?: boolean;
}

/** Operations that become tools, and how. */
export interface GenerateOptions {
  /** Keeps the operations for which it is true. */
  readonly filterFn?: (operation: DescribedOperation) => boolean;
  /** Keeps these alone: operation ids, names of tools, or `GET /pets`, with `*` for any characters. */
  readonly includeOperations?: readonly string[];
  /** Leaves these out, written in the same way. @default [] */
  readonly excludeOperations?: readonly string[];
  /** Tokens, of four characters each, that all tools may have in the list: the most useful are kept. */
  readonly maxTokens?: number;
  /** Says what a `format` means with patterns and limits, which clients check. @default false */
  readonly resolveFormats?: boolean;
  /** The same for formats of one's own: gets the schema and returns another. */
  readonly formatResolvers?: Readonly<Record<string, (schema: JsonObject) => JsonObject>>;
  /** The credentials of every security scheme are arguments of the tools. @default false */
  readonly includeSecurityInInput?: boolean;
}

/** Where the shape of answers is told. */
export interface OutputSchemaOptions {
  /** As `outputSchema` of the tool, as text of its description, both, or none. An answer that is not as described is an error with `definition` and `both`. @default 'none' */
  readonly mode?: 'definition' | 'description' | 'both' | 'none';
  /** How the text describes it. @default 'summary' */
  readonly descriptionFormat?: 'summary' | 'jsonSchema';
  /** Describes it instead. */
  readonly descriptionFormatter?: (schema: JsonObject) => string;
}

/** Things for all operations, for some by name of their tool, and for each by a function, in this order. */
export interface Transforms<T> {
  readonly global?: readonly T[];
  readonly perTool?: Readonly<Record<string, readonly T[]>>;
  readonly generator?: (operation: OpenapiOperation) => readonly T[];
}

/** An argument that the server gives instead of the model. */
export interface InputTransform {
  /** Name of the argument; it is no part of the schema any more. */
  readonly inputKey: string;
  /** Gives its value; undefined leaves it out. */
  readonly inject: (ctx: ToolContext, operation: OpenapiOperation) => Awaitable<Json | undefined>;
}

/** Fields of the tool that replace those made of the description; a function gets the tool and returns such fields. */
export type ToolTransform = ToolFields | ((tool: ToolFields, operation: OpenapiOperation) => ToolFields);

/** Fields of a tool, as `tool()` takes them. */
export interface ToolFields {
  readonly name?: string;
  readonly description?: string;
  readonly title?: string;
  readonly annotations?: JsonObject;
  readonly tags?: readonly string[];
  readonly hideFromDiscovery?: boolean;
  readonly cache?: Json;
  readonly codecall?: Json;
  readonly examples?: Json;
}

/** Changes the schema of arguments. */
export type SchemaTransform = (schema: JsonObject, operation: OpenapiOperation) => JsonObject;

/** Changes arguments before the request, or data of the answer. */
export type DataTransform = (ctx: ToolContext, data: Json | undefined, operation: OpenapiOperation) => Awaitable<Json | undefined>;

/** Entry of the vault that holds the credential of a security scheme, or a function that gives one. */
export type AuthProviderMapping =
  | string
  | { readonly provider: string; readonly scopes?: readonly string[] }
  | ((ctx: ToolContext, operation: OpenapiOperation) => Awaitable<ProviderCredential | string | undefined>);

/** Credentials for what the description asks. */
export interface OpenapiCredentials {
  /** Token of schemes of type `http` with `bearer`. */
  readonly jwt?: string | undefined;
  /** Key of schemes of type `apiKey`. */
  readonly apiKey?: string | undefined;
  /** Keys of schemes of type `apiKey`, by their names. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Of schemes of type `http` with `basic`. */
  readonly basic?: { readonly username: string; readonly password: string };
  /** Token of schemes of type `oauth2` and `openIdConnect`. */
  readonly oauth2Token?: string | undefined;
  /** Further headers. */
  readonly customHeaders?: Readonly<Record<string, string>>;
}

export const defaults = {
  descriptionMode: 'summaryOnly',
  requestTimeoutMs: 30_000,
  maxRequestSize: 10_485_760,
  maxResponseSize: 10_485_760,
  maxResultTokens: 20_000,
  polling: {
    enabled: false,
    intervalMs: 60_000,
    fetchTimeoutMs: 10_000,
    changeDetection: 'auto',
    retry: { maxRetries: 3, initialDelayMs: 1000, maxDelayMs: 10_000, backoffMultiplier: 2 },
    unhealthyThreshold: 3,
    headers: {},
    followRedirects: true,
  },
} as const;

/** A token of a model has about four characters of JSON. */
export const charactersOfToken = 4;
