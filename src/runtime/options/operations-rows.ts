import { rowsOf, type OptionRow, type OptionType, type ShortRow } from './option-row.ts';

const partitions: readonly OptionType[] = [{ literals: ['global', 'ip', 'session', 'userId'] }, 'function'];

const rate = (path: string, sentence: string): readonly ShortRow[] => [
  [path, ['object'], sentence],
  [`${path}.maxRequests`, ['number'], 'Most requests in a window.'],
  [`${path}.windowMs`, ['number'], 'Milliseconds of the sliding window.', { default: 60_000 }],
  [`${path}.partitionBy`, partitions, 'Who shares a count.', { default: 'global' }],
];

const concurrency = (path: string, sentence: string): readonly ShortRow[] => [
  [path, ['object'], sentence],
  [`${path}.maxConcurrent`, ['number'], 'Most at once.'],
  [`${path}.queueTimeoutMs`, ['number'], 'Milliseconds that one more may wait; 0 refuses at once.', { default: 0 }],
  [`${path}.partitionBy`, partitions, 'Who shares a count.', { default: 'global' }],
];

/** Limits of one tool (supplement section 5.8). */
export const toolLimitRows: readonly ShortRow[] = [
  ...rate('rateLimit', 'Most calls in a window; replaces throttle.defaultRateLimit.'),
  ...concurrency('concurrency', 'Most calls at once; replaces throttle.defaultConcurrency.'),
];

/** `throttle`, `health` and `metrics` of `@Service` (supplement sections 5.8 and 5.9). */
export const operationsRows: readonly OptionRow[] = rowsOf('service', [
  ['throttle.enabled', ['boolean'], 'False turns every limit off.', { default: true }],
  ['throttle.storage', ['object'], 'Store that instances share.'],
  ['throttle.keyPrefix', ['string'], 'Prefix of keys in a shared store.', { default: 'mcp:guard:' }],
  ...rate('throttle.global', 'Most requests over HTTP.'),
  ...concurrency('throttle.globalConcurrency', 'Most requests to the endpoint at once.'),
  ...rate('throttle.defaultRateLimit', 'Most calls of each tool that names no rateLimit.'),
  ...concurrency('throttle.defaultConcurrency', 'Most calls at once of each tool that names no concurrency.'),
  ['throttle.defaultTimeout', ['object'], 'Time limit of calls.'],
  ['throttle.defaultTimeout.executeMs', ['number'], 'Milliseconds that a call may take.'],
  ['throttle.ipFilter', ['object'], 'Addresses that may call.'],
  ['throttle.ipFilter.allowList', ['strings'], 'Addresses or CIDR blocks that pass.'],
  ['throttle.ipFilter.denyList', ['strings'], 'Addresses or CIDR blocks that are refused; wins over allowList.'],
  ['throttle.ipFilter.defaultAction', [{ literals: ['allow', 'deny'] }], 'For addresses on neither list.', { default: 'allow' }],
  ['throttle.ipFilter.trustProxy', ['boolean'], 'Has no effect of its own: SERVICE_TRUST_PROXY decides.', { default: false }],
  ['throttle.ipFilter.trustedProxyDepth', ['number'], 'Has no effect of its own: SERVICE_TRUST_PROXY counts proxies.', { default: 1 }],
  ['health.enabled', ['boolean'], 'False serves no health checks.', { default: true }],
  ['health.healthzPath', ['string'], 'Path of the liveness check.', { default: '/healthz' }],
  ['health.readyzPath', ['string'], 'Path of the readiness check.', { default: '/readyz' }],
  ['health.probes', ['array'], 'Further probes of readiness: { name, check() }.'],
  ['health.includeDetails', ['boolean'], 'Show details of probes and of the place; off in production when absent.'],
  ['health.readyz', ['object'], 'Readiness.'],
  ['health.readyz.enabled', ['boolean', { literals: ['auto'] }], 'auto: where the server listens itself.', { default: 'auto' }],
  ['health.readyz.timeoutMs', ['number'], 'Milliseconds that a probe may take.', { default: 5000 }],
  ['metrics.enabled', ['boolean'], 'Serve metrics.', { default: false }],
  ['metrics.path', ['string'], 'Path of the metrics.', { default: '/metrics' }],
  ['metrics.format', [{ literals: ['prometheus', 'json'] }], 'Form of the metrics.', { default: 'prometheus' }],
  ['metrics.auth', [{ literals: ['public', 'token'] }, 'object'], 'Who may read them.', { default: 'public' }],
  ['metrics.auth.token', ['string'], 'The token itself, from the environment.', { secret: true }],
  ['metrics.tokenEnv', ['string'], 'Variable that holds the token.', { default: 'SERVICE_METRICS_TOKEN' }],
  ['metrics.include', ['strings'], 'Groups to serve: process, tools, resources, http, sessions.'],
  ['metrics.process', ['object'], 'Gauges of the process.'],
  ['metrics.process.eventLoopLag', ['boolean'], 'Measure the lag of the event loop.', { default: true }],
  ['metrics.process.fdCount', ['boolean'], 'Count open file descriptors.', { default: true }],
  ['metrics.process.activeHandles', ['boolean'], 'Count active handles.', { default: true }],
]);
