import type { JsonObject, ServerInfo } from '../model/index.ts';
import type { AuthContext } from './auth-context.ts';
import type { AuthOptions } from './auth-options.ts';
import type { AuthoritiesOptions } from './authorities.ts';
import type { LogRecord, LogFields } from '../std/logger.ts';
import type { LogTransportInterface } from './logging.ts';
import type { OutputOptions, OwnedLists } from './entry-metadata.ts';
import type { AnyClass } from './metadata.ts';
import type { ElicitationOptions, HealthOptions, MetricsOptions, ThrottleOptions } from './operations-options.ts';
import type { RedisOptions, SqliteOptions } from './store-options.ts';

export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly path: string;
  readonly handler: (request: Request, context: RouteContext) => Response | Promise<Response>;
  /** True: only callers that the MCP endpoint would serve. */
  readonly auth?: boolean;
}

export interface RouteContext {
  /** The caller; present with `auth: true`. */
  readonly auth?: AuthContext;
}

export interface HttpOptions {
  readonly port?: number;
  readonly entryPath?: string;
  readonly socketPath?: string;
  readonly cors?:
    | false
    | {
        readonly origin: boolean | string | readonly string[] | ((origin: string) => boolean | Promise<boolean>);
        readonly credentials?: boolean;
        readonly maxAge?: number;
      };
  /** Bytes, or text like `4mb`. */
  readonly bodyLimit?: number | string;
  readonly urlencodedLimit?: number | string;
  readonly routes?: readonly HttpRoute[];
  /** Not served by this version; a warning says so. */
  readonly security?: {
    readonly bindAddress?: string;
    readonly strict?: boolean;
    readonly dnsRebindingProtection?: {
      readonly enabled?: boolean;
      readonly allowedHosts?: readonly string[];
      readonly allowedOrigins?: readonly string[];
    };
  };
  readonly securityHeaders?: {
    readonly hsts?: string | false;
    readonly contentTypeOptions?: string | false;
    readonly frameOptions?: string | false;
    readonly custom?: Readonly<Record<string, string>>;
    readonly csp?: {
      readonly enabled?: boolean;
      readonly directives?: Readonly<Record<string, string | readonly string[]>>;
      readonly reportUri?: string;
      readonly reportOnly?: boolean;
    };
  };
}

/** A preset with some of its flags changed. */
export interface TransportProtocolOptions {
  readonly preset?: 'legacy' | 'modern' | 'stateless-api' | 'full';
  readonly sse?: boolean;
  readonly streamable?: boolean;
  readonly json?: boolean;
  readonly stateless?: boolean;
  readonly legacy?: boolean;
  readonly strictSession?: boolean;
}

export interface TransportOptions {
  readonly protocol?: 'legacy' | 'modern' | 'stateless-api' | 'full' | TransportProtocolOptions;
  readonly sessionMode?: 'stateful' | 'stateless';
  /** Store of sessions; false for memory. */
  readonly persistence?: false | { readonly redis?: RedisOptions; readonly sqlite?: SqliteOptions; readonly defaultTtlMs?: number };
  readonly distributedMode?: boolean | 'auto';
  readonly providerCaching?: boolean;
  /** Lets clients come back to a stream with `Last-Event-ID`. */
  readonly eventStore?: {
    readonly enabled?: boolean;
    readonly provider?: 'memory' | 'redis';
    readonly maxEvents?: number;
    readonly ttlMs?: number;
  };
  readonly platformDetection?: {
    readonly mappings?: readonly { readonly pattern: string; readonly platform: string }[];
    readonly customOnly?: boolean;
  };
}

/** Tool calls that go on in the background. */
export interface TaskOptions {
  /** False runs every call to its end before answering. */
  readonly enabled?: boolean;
  /** Milliseconds that a task and its result are kept; 3600000 when absent. */
  readonly defaultTtlMs?: number;
  /** Milliseconds; 86400000 when absent. */
  readonly maxTtlMs?: number;
  /** Milliseconds that clients are asked to leave between two looks; 2000 when absent. */
  readonly defaultPollIntervalMs?: number;
  /** Unfinished tasks that one caller may have; 16 when absent. */
  readonly maxConcurrentPerSession?: number;
  readonly runner?: 'in-process';
  /** Store of tasks; `redis` or `sqlite` of the server when both are absent, else memory. */
  readonly redis?: RedisOptions;
  readonly sqlite?: SqliteOptions;
  /** Prefix of keys in that store; `mcp:task:` when absent. */
  readonly keyPrefix?: string;
}

/** One place that log records go to. */
export type LogSinkOption =
  | 'console'
  | 'stdout'
  | { readonly type: 'console' | 'stdout' }
  | { readonly type: 'callback'; readonly callback: (record: LogRecord) => void | Promise<void> }
  | { readonly type: 'winston'; readonly logger: { log(level: string, message: string, fields: LogFields): unknown } }
  | {
      readonly type: 'pino';
      readonly logger: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (fields: LogFields, message: string) => unknown>>;
    }
  | {
      readonly type: 'otlp';
      /** Address of the collector's `/v1/logs`. */
      readonly endpoint: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** One JSON-RPC request that has been answered. */
export interface RequestLog {
  readonly requestId: string;
  readonly method: string;
  /** The component that failed, if any. */
  readonly component?: { readonly type: string; readonly key: string; readonly name: string };
  /** Protocol revision of the wire. */
  readonly revision: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** `failed` is a result with `isError`. */
  readonly outcome: 'ok' | 'failed' | 'error';
  /** Code of a JSON-RPC error. */
  readonly errorCode?: number;
  /** The caller, if known. */
  readonly subject?: string;
}

/** Logs, traces and metrics of requests and calls. */
export interface ObservabilityOptions {
  /** OpenTelemetry spans; false for none. */
  readonly tracing?:
    | boolean
    | {
        readonly httpSpans?: boolean;
        readonly executionSpans?: boolean;
        readonly hookSpans?: boolean;
        readonly fetchSpans?: boolean;
        readonly flowStageSpans?: boolean;
        readonly transportSpans?: boolean;
        readonly authSpans?: boolean;
        readonly oauthSpans?: boolean;
        readonly elicitationSpans?: boolean;
        /** One line at start. */
        readonly startupReport?: boolean;
      };
  /** True: records go to the console, as without it. */
  readonly logging?:
    | boolean
    | {
        /** Names of members whose value is a secret, beside those that always are. */
        readonly redactFields?: readonly string[];
        /** False leaves out stacks. */
        readonly includeStacks?: boolean;
        /** Destinations of records in place of the console. */
        readonly sinks?: readonly LogSinkOption[];
      };
  /** True: one line of the log for every JSON-RPC request. */
  readonly requestLogs?:
    | boolean
    | {
        /** Called after every JSON-RPC request, over every transport. */
        readonly onRequestComplete?: (request: RequestLog) => void | Promise<void>;
      };
}

/** Listing of the server in a public registry. */
export interface RegistryOptions {
  /** `<namespace>/<name>` in reverse-DNS form. */
  readonly name?: string;
  /** 1 to 100 characters. */
  readonly description?: string;
  readonly repository?: { readonly url: string; readonly source: 'github' | 'gitlab'; readonly subfolder?: string };
  /** Base64 of an Ed25519 key, or a whole record `v=MCPv1; …`. */
  readonly publicKey?: string;
  /** Name of a variable; `MCP_REGISTRY_PUBLIC_KEY` when absent. */
  readonly publicKeyEnv?: string;
  /** Serves `<entryPath>/server-card`. Default: true with a name; false also turns the catalog off. */
  readonly serverCard?: boolean;
  /** Serves `/.well-known/ai-catalog.json`. Default: true with a card. */
  readonly aiCatalog?: boolean;
}

/** Options of `@Service`. */
export interface ServerMetadata extends OwnedLists {
  readonly info: ServerInfo;
  readonly apps?: readonly AnyClass[];
  readonly instructions?: string;
  /** False decorates without starting anything. */
  readonly serve?: boolean;
  readonly http?: HttpOptions;
  readonly transport?: TransportOptions;
  readonly auth?: AuthOptions;
  readonly redis?: RedisOptions;
  /** Channels, where `redis` has none. */
  readonly pubsub?: RedisOptions;
  /** Name of this server in its stores, in place of its name and public address; servers that name the same one share all but sign-ins. */
  readonly storeNamespace?: string;
  readonly sqlite?: SqliteOptions;
  readonly logging?: {
    readonly level?: 'debug' | 'verbose' | 'info' | 'warn' | 'error' | 'off';
    readonly prefix?: string;
    /** Classes with `@LogTransport`. */
    readonly transports?: readonly (new () => LogTransportInterface)[];
    readonly enableConsole?: boolean;
  };
  readonly pagination?: {
    readonly tools?: { readonly mode?: 'auto' | boolean; readonly pageSize?: number; readonly autoThreshold?: number };
  };
  readonly elicitation?: ElicitationOptions;
  readonly tasks?: TaskOptions;
  readonly skillsConfig?: { readonly enabled?: boolean };
  readonly output?: OutputOptions & { readonly maxBytes?: number };
  readonly throttle?: ThrottleOptions;
  readonly health?: HealthOptions;
  readonly metrics?: MetricsOptions;
  readonly observability?: boolean | ObservabilityOptions;
  readonly authorities?: AuthoritiesOptions;
  /** Not served by this version, like `ui`; a warning says so. */
  readonly extApps?: false | { readonly enabled?: boolean; readonly hostCapabilities?: JsonObject };
  readonly ui?: { readonly cdnOverrides?: Readonly<Record<string, string>> };
  readonly splitByApp?: boolean;
  readonly registry?: RegistryOptions;
}
