import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import { answerJson, answerJsonText } from '../web/json-answer.ts';
import type { Probe } from './readiness.ts';
import type { Route } from './router.ts';

export interface HealthParts {
  readonly runtime: ServerRuntime;
  /** Of features: stores, remote apps. Those of the decorator are added. */
  readonly probes: readonly Probe[];
  /** Of the feature `readiness`. */
  readonly readyRoute: ReadyRoute | undefined;
}

export type ReadyRoute = (parts: HealthParts, options: HealthOptions) => Route;

export interface HealthOptions {
  readonly enabled: boolean;
  readonly healthzPath: string;
  readonly readyzPath: string;
  /** Undefined: whatever the host family's standard is. */
  readonly readyz: boolean | undefined;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly includeDetails: boolean;
}

const fresh = { 'cache-control': 'no-store' } as const;
const standardTimeoutMs = 5000;
/** Whoever asks ends servers that do not answer: neither many clients nor a store of limits that is away are a reason for that. */
const unlimited = true;

/** Public health checks of a host that listens (supplement section 5.9). */
export function createHealthRoutes(parts: HealthParts): readonly Route[] {
  const options = readHealthOptions(parts.runtime);
  if (!options.enabled) return [];
  const { environment, model, now } = parts.runtime;
  const { name, version } = model.info;
  const { os, runtime, deployment, env } = environment;
  const started = now();
  const place = options.includeDetails ? { runtime: { platform: os, runtime, deployment, env } } : {};
  const answer = () =>
    answerJson(200, { status: 'ok', server: { name, version }, ...place, uptime: Math.floor((now() - started) / 1000) }, fresh);
  const live = [...new Set([options.healthzPath, '/health'])].map((path) => ({ method: 'GET', path, unlimited, answer }));
  return options.readyz === false ? live : withReadiness(live, parts, options);
}

/** Health of a host that is handed requests (document 2): a fixed answer without checks, and readiness only when it was asked for. */
export function createFetchHealthRoutes(parts: HealthParts): readonly Route[] {
  const options = readHealthOptions(parts.runtime);
  if (!options.enabled) return [];
  const { name, version } = parts.runtime.model.info;
  const answer = answerJsonText(200, JSON.stringify({ status: 'ok', server: { name, version }, transport: 'web-fetch' }), fresh);
  const live = [...new Set([options.healthzPath, '/health'])].map((path) => ({ method: 'GET', path, unlimited, answer: () => answer }));
  return options.readyz === true ? withReadiness(live, parts, options) : live;
}

/** A bundle that may need it has it: the plan sees the option, or that it is decided at start. */
const withReadiness = (live: readonly Route[], parts: HealthParts, options: HealthOptions): readonly Route[] =>
  parts.readyRoute === undefined ? live : [...live, parts.readyRoute(parts, options)];

function readHealthOptions(runtime: ServerRuntime): HealthOptions {
  const health = recordAt(runtime.declared, 'health');
  const readyz = recordAt(health, 'readyz');
  const text = (value: unknown, standard: string): string => (typeof value === 'string' ? value : standard);
  return {
    enabled: health['enabled'] !== false,
    healthzPath: text(health['healthzPath'], '/healthz'),
    readyzPath: text(health['readyzPath'], '/readyz'),
    readyz: typeof readyz['enabled'] === 'boolean' ? readyz['enabled'] : undefined,
    timeoutMs: typeof readyz['timeoutMs'] === 'number' ? readyz['timeoutMs'] : standardTimeoutMs,
    // What a stranger may read of a production server is that it is there.
    includeDetails: typeof health['includeDetails'] === 'boolean' ? health['includeDetails'] : runtime.environment.env !== 'production',
  };
}

export function recordAt(record: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = record[key];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
