import type { Awaitable } from '../std/promises.ts';
import type { RedisOptions, StorageOptions } from './store-options.ts';

/** Key of a limit's counts; a function returns the name of a share. */
export type LimitPartition = 'global' | 'ip' | 'session' | 'userId' | ((call: LimitedCall) => string);

/** A call, as a limit sees it. */
export interface LimitedCall {
  readonly clientIp: string | undefined;
  readonly sessionId: string | undefined;
  /** Subject of a signed-in caller. */
  readonly userId: string | undefined;
  /** The tool of a call. */
  readonly tool: string | undefined;
}

/** How often. */
export interface RateLimitOptions {
  readonly maxRequests: number;
  /** Milliseconds; 60000 when absent. */
  readonly windowMs?: number;
  /** `global` when absent. */
  readonly partitionBy?: LimitPartition;
}

/** How many at once. */
export interface ConcurrencyOptions {
  readonly maxConcurrent: number;
  /** Milliseconds that a call waits for its turn; 0 when absent: it is refused at once. */
  readonly queueTimeoutMs?: number;
  /** `global` when absent. */
  readonly partitionBy?: LimitPartition;
}

/** Limits of the whole server, and of tools that have none of their own. */
export interface ThrottleOptions {
  readonly enabled?: boolean;
  /** Store of the counts; several instances need one. */
  readonly storage?: StorageOptions;
  readonly keyPrefix?: string;
  /** Of all requests. */
  readonly global?: RateLimitOptions;
  readonly globalConcurrency?: ConcurrencyOptions;
  /** Of each tool without `rateLimit`. */
  readonly defaultRateLimit?: RateLimitOptions;
  readonly defaultConcurrency?: ConcurrencyOptions;
  readonly defaultTimeout?: { readonly executeMs?: number };
  readonly ipFilter?: IpFilterOptions;
}

/** Addresses and CIDR blocks of IPv4 and IPv6. */
export interface IpFilterOptions {
  readonly allowList?: readonly string[];
  readonly denyList?: readonly string[];
  /** The decision for addresses in neither list; `allow` when absent. */
  readonly defaultAction?: 'allow' | 'deny';
  readonly trustProxy?: boolean;
  readonly trustedProxyDepth?: number;
}

/** `/healthz` and `/readyz`. */
export interface HealthOptions {
  readonly enabled?: boolean;
  readonly healthzPath?: string;
  readonly readyzPath?: string;
  readonly probes?: readonly HealthProbe[];
  /** Off in production when absent. */
  readonly includeDetails?: boolean;
  readonly readyz?: {
    readonly enabled?: boolean | 'auto';
    /** Milliseconds of all probes together; 5000 when absent. */
    readonly timeoutMs?: number;
  };
}

/** One thing that a server needs to be ready. */
export interface HealthProbe {
  readonly name: string;
  check(): Awaitable<HealthProbeAnswer>;
}

export interface HealthProbeAnswer {
  /** `healthy` (or `ok`) and `degraded` are ready; everything else is not. */
  readonly status: string;
  readonly details?: unknown;
}

/** `/metrics`. */
export interface MetricsOptions {
  readonly enabled?: boolean;
  readonly path?: string;
  readonly format?: 'prometheus' | 'json';
  /** `token`: the one in the variable that `tokenEnv` names. */
  readonly auth?: 'public' | 'token' | { readonly token?: string | undefined };
  /** Name of a variable; `SERVICE_METRICS_TOKEN` when absent. */
  readonly tokenEnv?: string;
  readonly include?: readonly ('process' | 'tools' | 'resources' | 'http' | 'storage' | 'skills' | 'auth' | 'sessions')[];
  readonly process?: { readonly eventLoopLag?: boolean; readonly fdCount?: boolean; readonly activeHandles?: boolean };
}

/** Questions to the person behind the client. */
export interface ElicitationOptions {
  readonly enabled?: boolean;
  /**
   * Where a client cannot be asked, forms of tools are put to its model, which answers with the tool `sendElicitationResult`. Such answers
   * have `fromModel`; pages, yes-or-no forms, secrets and questions with `onlyPerson` are refused as without it.
   */
  readonly fallbackTool?: boolean;
  /** Store of the rounds of clients without sessions. */
  readonly redis?: RedisOptions;
}
