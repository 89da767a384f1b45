import type { Awaitable } from '../std/promises.ts';
import type { RedisOptions, StorageOptions } from './store-options.ts';

/** Key of a limit's counts; a function returns the name of a share. */
export type LimitPartition = 'global' | 'ip' | 'session' | 'userId' | ((call: LimitedCall) => string);

/** A call, as a limit sees it. */
export interface LimitedCall {
  /** Address of the caller; undefined without HTTP. */
  readonly clientIp: string | undefined;
  /** Id of the session; undefined where there is none. */
  readonly sessionId: string | undefined;
  /** Subject of a signed-in caller. */
  readonly userId: string | undefined;
  /** The tool of a call. */
  readonly tool: string | undefined;
}

/** How often. */
export interface RateLimitOptions {
  /** Most requests in a window. @requiredByRule */
  readonly maxRequests: number;
  /** Milliseconds of the sliding window. @default 60_000 */
  readonly windowMs?: number;
  /** Callers that share one count. @default 'global' */
  readonly partitionBy?: LimitPartition;
}

/** How many at once. */
export interface ConcurrencyOptions {
  /** Most at once. @requiredByRule */
  readonly maxConcurrent: number;
  /** Milliseconds that one more may wait; 0 refuses at once. @default 0 */
  readonly queueTimeoutMs?: number;
  /** Callers that share one count. @default 'global' */
  readonly partitionBy?: LimitPartition;
}

/** Limits of the whole server, and of tools that have none of their own. */
export interface ThrottleOptions {
  /** False turns every limit off. @default true */
  readonly enabled?: boolean;
  /**
   * Store that instances share.
   *
   * Several instances count together only with one.
   *
   * @default 'memory'
   * @rule storeTable
   * @unlisted
   */
  readonly storage?: StorageOptions;
  /** Prefix of keys in a shared store. @default 'mcp:guard:' */
  readonly keyPrefix?: string;
  /** Most requests over HTTP. @rule rate */
  readonly global?: RateLimitOptions;
  /** Most requests to the endpoint at once. @rule concurrency */
  readonly globalConcurrency?: ConcurrencyOptions;
  /** Most calls of each tool that names no rateLimit. @rule rate */
  readonly defaultRateLimit?: RateLimitOptions;
  /** Most calls at once of each tool that names no concurrency. @rule concurrency */
  readonly defaultConcurrency?: ConcurrencyOptions;
  /** Time limit of calls. */
  readonly defaultTimeout?: {
    /** Milliseconds that a call may take. @minimum 1 */
    readonly executeMs?: number;
  };
  /** Addresses that may call. */
  readonly ipFilter?: IpFilterOptions;
}

/** Addresses and CIDR blocks of IPv4 and IPv6. */
export interface IpFilterOptions {
  /**
   * Addresses or CIDR blocks that pass.
   * @rule block
   * @noEffect when throttle.ipFilter.defaultAction is absent or 'allow': every other address may call too, until
   * throttle.ipFilter.defaultAction is "deny"
   */
  readonly allowList?: readonly string[];
  /** Addresses or CIDR blocks that are refused; wins over allowList. @rule block */
  readonly denyList?: readonly string[];
  /** For addresses on neither list. @default 'allow' */
  readonly defaultAction?: 'allow' | 'deny';
  /** Has no effect of its own: SERVICE_TRUST_PROXY decides. @default false */
  readonly trustProxy?: boolean;
  /**
   * Has no effect of its own: SERVICE_TRUST_PROXY counts proxies.
   * @default 1
   * @minimum 1
   * @noEffect unless 1: SERVICE_TRUST_PROXY says how many proxies are trusted
   */
  readonly trustedProxyDepth?: number;
}

/** `/healthz` and `/readyz`. */
export interface HealthOptions {
  /** False serves no health checks. @default true */
  readonly enabled?: boolean;
  /**
   * Path of the liveness check.
   * @default '/healthz'
   * @rule entryPath
   */
  readonly healthzPath?: string;
  /**
   * Path of the readiness check.
   * @default '/readyz'
   * @rule entryPath
   */
  readonly readyzPath?: string;
  /**
   * Further probes of readiness: { name, check() }.
   * @rule probes
   * @example
   * const database: HealthProbe = { name: 'database', check: () => ({ status: 'healthy' }) };
   *
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, health: { probes: [database] } })
   * class Server {}
   */
  readonly probes?: readonly HealthProbe[];
  /** Show details of probes and of the place; off in production when absent. */
  readonly includeDetails?: boolean;
  /** Readiness. */
  readonly readyz?: {
    /** auto: where the server listens itself. @default 'auto' */
    readonly enabled?: boolean | 'auto';
    /**
     * Milliseconds that a probe may take.
     * @default 5000
     * @minimum 1
     */
    readonly timeoutMs?: number;
  };
}

/** One thing that a server needs to be ready. */
export interface HealthProbe {
  /** Name in the answer of the readiness check. */
  readonly name: string;
  /** Asks for the state; a failure counts as not ready. */
  check(): Awaitable<HealthProbeAnswer>;
}

/** Answer of a {@link HealthProbe}. */
export interface HealthProbeAnswer {
  /** `healthy` (or `ok`) and `degraded` are ready; everything else is not. */
  readonly status: string;
  /** Further facts, shown where `health.includeDetails` allows it. */
  readonly details?: unknown;
}

/** `/metrics`. */
export interface MetricsOptions {
  /** Serve metrics. @default false */
  readonly enabled?: boolean;
  /**
   * Path of the metrics.
   * @default '/metrics'
   * @rule entryPath
   */
  readonly path?: string;
  /** Form of the metrics. @default 'prometheus' */
  readonly format?: 'prometheus' | 'json';
  /**
   * Access to the metrics.
   *
   * `token`: the one in the variable that `tokenEnv` names.
   *
   * @default 'public'
   */
  readonly auth?:
    | 'public'
    | 'token'
    | {
        /** The token itself, from the environment. @secret */
        readonly token?: string | undefined;
      };
  /**
   * Variable that holds the token.
   * @default 'SERVICE_METRICS_TOKEN'
   * @rule variable
   */
  readonly tokenEnv?: string;
  /** Groups to serve: process, tools, resources, http, storage, skills, auth, sessions. @rule metricGroups */
  readonly include?: readonly ('process' | 'tools' | 'resources' | 'http' | 'storage' | 'skills' | 'auth' | 'sessions')[];
  /** Gauges of the process. */
  readonly process?: {
    /** Measure the lag of the event loop. @default true */
    readonly eventLoopLag?: boolean;
    /** Count open file descriptors. @default true */
    readonly fdCount?: boolean;
    /** Count active handles. @default true */
    readonly activeHandles?: boolean;
  };
}

/** Questions to the person behind the client. */
export interface ElicitationOptions {
  /** False refuses every question. @default true */
  readonly enabled?: boolean;
  /**
   * For clients that cannot ask: the model asks the person and answers with the tool sendElicitationResult.
   *
   * Answers of the model have `fromModel`; pages, yes-or-no forms, secrets and questions with `onlyPerson` are refused as without it.
   *
   * @default false
   */
  readonly fallbackTool?: boolean;
  /**
   * Store in which instances share which answers have been used; `redis` of the server when absent.
   * @rule redisTable
   * @unlisted
   */
  readonly redis?: RedisOptions;
}
