import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { HttpPresence } from './presence.ts';
import type { Probe } from './readiness.ts';
import type { Route } from './router.ts';

export interface HealthParts {
  readonly runtime: ServerRuntime;
  /** Of features: stores, remote apps. Those of the decorator are added. */
  readonly probes: readonly Probe[];
  /** Of the feature `readiness`: a bundle that may need it has it. */
  readonly readyRoute: ReadyRoute | undefined;
}

export type ReadyRoute = (parts: HealthParts, options: HealthOptions) => Route;

/** The option `health`, checked before. */
export interface HealthOptions {
  readonly enabled?: boolean;
  readonly healthzPath?: string;
  readonly readyzPath?: string;
  /** `enabled: 'auto'`: whatever the host family's standard is. */
  readonly readyz?: { readonly enabled?: boolean | 'auto'; readonly timeoutMs?: number };
  readonly includeDetails?: boolean;
  readonly probes?: unknown;
}

/** Public health checks (supplement section 5.9). Whoever asks ends servers that do not answer: no limit is a reason for that. */
export function createHealthRoutes(parts: HealthParts, presence: HttpPresence): readonly Route[] {
  const { runtime, readyRoute } = parts;
  const options = healthOptionsOf(runtime.declared['health']);
  if (options.enabled === false) return [];
  const answer = presence.health(runtime, includesDetails(options, runtime));
  const live = [...new Set([options.healthzPath ?? '/healthz', '/health'])].map((path) => ({
    method: 'GET',
    path,
    unlimited: true,
    answer,
  }));
  const enabled = options.readyz?.enabled ?? 'auto';
  const ready = enabled === 'auto' ? presence.listen !== undefined : enabled;
  return ready && readyRoute !== undefined ? [...live, readyRoute(parts, options)] : live;
}

/** What a stranger may read of a production server is that it is there. */
export const includesDetails = ({ includeDetails }: HealthOptions, { environment }: ServerRuntime): boolean =>
  includeDetails ?? environment.env !== 'production';

const isGiven = (value: unknown): value is HealthOptions => typeof value === 'object' && value !== null;
const healthOptionsOf = (value: unknown): HealthOptions => (isGiven(value) ? value : {});
