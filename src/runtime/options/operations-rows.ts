import { tracingDefaults } from './defaults.ts';
import { rowsOf, type OptionRow, type OptionType, type ShortRow } from './option-row.ts';

const partitions: readonly OptionType[] = [{ literals: ['global', 'ip', 'session', 'userId'] }, 'function'];

const rate = (path: string): readonly ShortRow[] => [
  [path, ['object']],
  [`${path}.maxRequests`, ['number']],
  [`${path}.windowMs`, ['number'], { default: 60_000 }],
  [`${path}.partitionBy`, partitions, { default: 'global' }],
];

const concurrency = (path: string): readonly ShortRow[] => [
  [path, ['object']],
  [`${path}.maxConcurrent`, ['number']],
  [`${path}.queueTimeoutMs`, ['number'], { default: 0 }],
  [`${path}.partitionBy`, partitions, { default: 'global' }],
];

/** Limits of one tool. */
export const toolLimitRows: readonly ShortRow[] = [...rate('rateLimit'), ...concurrency('concurrency')];

const tracingRows: readonly ShortRow[] = Object.entries(tracingDefaults).map(([name, value]) => [
  `observability.tracing.${name}`,
  ['boolean'],
  { default: value },
]);

/** `throttle`, `health`, `metrics` and `observability` of `@Service`. */
export const operationsRows: readonly OptionRow[] = rowsOf('service', [
  ['throttle.enabled', ['boolean'], { default: true }],
  ['throttle.storage', [{ literals: ['memory'] }, 'object'], { default: 'memory' }],
  ['throttle.keyPrefix', ['string'], { default: 'mcp:guard:' }],
  ...rate('throttle.global'),
  ...concurrency('throttle.globalConcurrency'),
  ...rate('throttle.defaultRateLimit'),
  ...concurrency('throttle.defaultConcurrency'),
  ['throttle.defaultTimeout', ['object']],
  ['throttle.defaultTimeout.executeMs', ['number']],
  ['throttle.ipFilter', ['object']],
  ['throttle.ipFilter.allowList', ['strings']],
  ['throttle.ipFilter.denyList', ['strings']],
  ['throttle.ipFilter.defaultAction', [{ literals: ['allow', 'deny'] }], { default: 'allow' }],
  ['throttle.ipFilter.trustProxy', ['boolean'], { default: false }],
  ['throttle.ipFilter.trustedProxyDepth', ['number'], { default: 1 }],
  ['health.enabled', ['boolean'], { default: true }],
  ['health.healthzPath', ['string'], { default: '/healthz' }],
  ['health.readyzPath', ['string'], { default: '/readyz' }],
  ['health.probes', ['array']],
  ['health.includeDetails', ['boolean']],
  ['health.readyz', ['object']],
  ['health.readyz.enabled', ['boolean', { literals: ['auto'] }], { default: 'auto' }],
  ['health.readyz.timeoutMs', ['number'], { default: 5000 }],
  ['metrics.enabled', ['boolean'], { default: false }],
  ['metrics.path', ['string'], { default: '/metrics' }],
  ['metrics.format', [{ literals: ['prometheus', 'json'] }], { default: 'prometheus' }],
  ['metrics.auth', [{ literals: ['public', 'token'] }, 'object'], { default: 'public' }],
  ['metrics.auth.token', ['string'], { secret: true }],
  ['metrics.tokenEnv', ['string'], { default: 'SERVICE_METRICS_TOKEN' }],
  ['metrics.include', ['strings']],
  ['metrics.process', ['object']],
  ['metrics.process.eventLoopLag', ['boolean'], { default: true }],
  ['metrics.process.fdCount', ['boolean'], { default: true }],
  ['metrics.process.activeHandles', ['boolean'], { default: true }],
  ['observability', ['boolean', 'object']],
  ['observability.tracing', ['boolean', 'object']],
  ...tracingRows,
  ['observability.logging', ['boolean', 'object']],
  ['observability.logging.redactFields', ['strings']],
  ['observability.logging.includeStacks', ['boolean'], { default: true }],
  ['observability.logging.sinks', ['array']],
  ['observability.requestLogs', ['boolean', 'object']],
  ['observability.requestLogs.onRequestComplete', ['function']],
]);
