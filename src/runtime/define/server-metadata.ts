import type { JsonObject, ServerInfo } from '../model/index.ts';
import type { AuthContext } from './auth-context.ts';
import type { AuthOptions } from './auth-options.ts';
import type { AuthoritiesOptions } from './authorities.ts';
import type { LogRecord } from '../std/create-logger.ts';
import type { LogFields } from '../std/logger.ts';
import type { LogTransportInterface } from './log-transport.ts';
import type { OutputOptions, OwnedLists } from './entry-metadata.ts';

export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly path: string;
  readonly handler: (request: Request, context: RouteContext) => Response | Promise<Response>;
  /** True: only callers that the MCP endpoint would serve. */
  readonly auth?: boolean;
}

export interface RouteContext {
  /** Who calls; present with `auth: true`. */
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
  readonly hostFactory?: object;
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

export interface TransportOptions {
  readonly protocol?: 'legacy' | 'modern' | 'stateless-api' | 'full' | JsonObject;
  readonly sessionMode?: 'stateful' | 'stateless' | ((context: object) => 'stateful' | 'stateless');
  readonly persistence?: false | object;
  readonly distributedMode?: boolean | 'auto';
  readonly providerCaching?: boolean;
  /** Lets clients come back to a stream with `Last-Event-ID`. */
  readonly eventStore?: {
    readonly enabled?: boolean;
    readonly provider?: 'memory' | 'redis';
    readonly maxEvents?: number;
    readonly ttlMs?: number;
  };
  readonly platformDetection?: object;
}

/** Tool calls that go on in the background (supplement section 5.6). */
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
  /** Where tasks are kept; `redis` or `sqlite` of the server when both are absent, else memory. */
  readonly redis?: object;
  readonly sqlite?: object;
  /** Prefix of keys in that store; `mcp:task:` when absent. */
  readonly keyPrefix?: string;
}

/** One place that log records go to. */
export type LogSinkOption =
  | 'console'
  | 'stdout'
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
  /** What it was about, when that exists. */
  readonly component?: { readonly type: string; readonly key: string; readonly name: string };
  /** Protocol revision of the wire. */
  readonly revision: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** `failed` is a result with `isError`. */
  readonly outcome: 'ok' | 'failed' | 'error';
  /** Code of a JSON-RPC error. */
  readonly errorCode?: number;
  /** Who called, when that is known. */
  readonly subject?: string;
}

/** What is told of requests and calls (supplement section 5.10). */
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
  readonly logging?: {
    /** Names of members whose value is a secret, beside those that always are. */
    readonly redactFields?: readonly string[];
    /** False leaves out stacks. */
    readonly includeStacks?: boolean;
    /** Where records go in place of the console. */
    readonly sinks?: readonly LogSinkOption[];
  };
  readonly requestLogs?: {
    /** Called after every JSON-RPC request, over every transport. */
    readonly onRequestComplete?: (request: RequestLog) => void | Promise<void>;
  };
}

/** What `@Service` takes (supplement section 1.2). */
export interface ServerMetadata extends OwnedLists {
  readonly info: ServerInfo;
  readonly apps?: readonly unknown[];
  readonly instructions?: string;
  /** False decorates without starting anything. */
  readonly serve?: boolean;
  readonly http?: HttpOptions;
  readonly transport?: TransportOptions;
  readonly auth?: AuthOptions;
  readonly redis?: object;
  readonly pubsub?: object;
  readonly sqlite?: object;
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
  readonly elicitation?: object;
  readonly tasks?: TaskOptions;
  readonly jobs?: readonly unknown[] | object;
  readonly channels?: readonly unknown[] | object;
  readonly agents?: readonly unknown[];
  readonly skillsConfig?: { readonly enabled?: boolean };
  readonly extApps?: object;
  readonly ui?: object;
  readonly output?: OutputOptions;
  readonly throttle?: object;
  readonly health?: object;
  readonly metrics?: object;
  readonly observability?: boolean | ObservabilityOptions;
  readonly authorities?: AuthoritiesOptions;
  readonly loader?: object;
  readonly splitByApp?: boolean;
  readonly registry?: object;
}
