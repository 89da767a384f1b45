import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import type { HostCapabilities } from './http-settings.ts';
import type { HealthOptions, HealthProbe } from '../define/operations-options.ts';
import type { Route } from './router.ts';

export interface HealthSources {
  readonly runtime: ServerRuntime;
  /** Probes of features: stores, remote apps. Those of the decorator are added. */
  readonly probes: readonly HealthProbe[];
  /** Brought by the feature `readiness`. */
  readonly readyRoute: ReadyRoute | undefined;
}

export type ReadyRoute = (parts: HealthSources, options: HealthOptions) => Route;

/** The health checks of a server without the option `health`. */
export function createHealthRoutes(parts: HealthSources, capabilities: HostCapabilities): readonly Route[] {
  const { readyRoute, runtime } = parts;
  const live = liveRoutes(['/healthz', '/health'], capabilities.health(runtime, showsDetails(runtime)));
  return readyRoute === undefined ? live : [...live, readyRoute(parts, {})];
}

/** Never rate limited: an orchestrator restarts a server whose health check fails. */
export const liveRoutes = (paths: readonly string[], answer: () => HttpAnswer): readonly Route[] =>
  paths.map((path) => ({ method: 'GET', path, unlimited: true, answer }));

/** In production strangers read only that the server is up. */
export const showsDetails = ({ environment }: ServerRuntime): boolean => environment.env !== 'production';
