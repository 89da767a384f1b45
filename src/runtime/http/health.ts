import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import type { HostCapabilities } from './host-capabilities.ts';
import type { HealthOptions, HealthProbe } from '../define/operations-options.ts';
import type { Route } from './router.ts';

export interface HealthSources {
  readonly runtime: ServerRuntime;
  /** Of features: stores, remote apps. Those of the decorator are added. */
  readonly probes: readonly HealthProbe[];
  /** Of the feature `readiness`: a bundle that may need it has it. */
  readonly readyRoute: ReadyRoute | undefined;
}

export type ReadyRoute = (parts: HealthSources, options: HealthOptions) => Route;

/** Public health checks, as they are when the code says nothing about them. */
export function createHealthRoutes(parts: HealthSources, capabilities: HostCapabilities): readonly Route[] {
  const { readyRoute, runtime } = parts;
  const live = liveRoutes(['/healthz', '/health'], capabilities.health(runtime, showsDetails(runtime)));
  return readyRoute === undefined ? live : [...live, readyRoute(parts, {})];
}

/** Whoever asks ends servers that do not answer: no limit is a reason for that. */
export const liveRoutes = (paths: readonly string[], answer: () => HttpAnswer): readonly Route[] =>
  paths.map((path) => ({ method: 'GET', path, unlimited: true, answer }));

/** What a stranger may read of a production server is that it is there. */
export const showsDetails = ({ environment }: ServerRuntime): boolean => environment.env !== 'production';
