const megabyte = 1024 * 1024;

/** Apart from the others: the log of a start that fails needs it, and most bundles nothing else of them. */
export const standardLogLevel = 'info';

/** Defaults of options: the only copy. Rows refer to them, models are filled from them. */
export const defaults = {
  serve: true,
  httpPort: 3000,
  bodyLimitBytes: 4 * megabyte,
  strict: false,
  routeAuth: false,
  protocol: 'legacy',
  sessionMode: 'stateful',
  pageMode: 'auto',
  pageSize: 40,
  pageThreshold: 40,
  allowNonFinite: false,
  logLevel: standardLogLevel,
  visibility: 'public',
  pluginScope: 'app',
  providerScope: 'global',
  splitByApp: false,
  listTimeoutMs: 5000,
} as const;

/** Defaults of the server option `tasks`. */
export const taskDefaults = {
  ttlMs: 3_600_000,
  maxTtlMs: 86_400_000,
  pollIntervalMs: 2000,
  maxRunning: 16,
} as const;

/** Defaults of `observability.tracing`: what costs a span for each step within a call is off. */
export const tracingDefaults = {
  httpSpans: true,
  executionSpans: true,
  hookSpans: false,
  fetchSpans: true,
  flowStageSpans: false,
  transportSpans: false,
  authSpans: true,
  oauthSpans: true,
  elicitationSpans: true,
  startupReport: true,
} as const;

/** Defaults of `transport.eventStore`. */
export const eventStoreDefaults = { provider: 'memory', maxEvents: 10_000, ttlMs: 300_000 } as const;

/** Defaults of `redis` and `sqlite`. */
export const storageDefaults = {
  redisPort: 6379,
  keyPrefix: 'mcp:',
  sessionTtlMs: 3_600_000,
  ttlCleanupIntervalMs: 60_000,
  busyTimeoutMs: 5000,
} as const;

/** Defaults of `auth.cimd`; the size is the draft's own recommendation, which the option may raise. */
export const cimdDefaults = {
  defaultTtlMs: 3_600_000,
  maxTtlMs: 86_400_000,
  minTtlMs: 60_000,
  timeoutMs: 5000,
  maxBytes: 5120,
  maxRedirects: 5,
} as const;
