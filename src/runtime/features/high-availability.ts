import { isProduction } from '../define/index.ts';
import { Heartbeats } from '../cluster/nodes/heartbeats.ts';
import { NodeWatch } from '../cluster/nodes/node-watch.ts';
import { SessionClaims } from '../cluster/nodes/session-claims.ts';
import { namesNode } from './nodes/affinity.ts';
import type { MetricsRegistry } from '../http/metrics/metrics-registry.ts';
import { defineFeature, type FeatureInput, type FeatureOutput } from './application/define-feature.ts';
import type { ClusterNode } from './sharing/sharing.ts';
import { beatRegularly } from './nodes/beat-regularly.ts';
import { connectNodes } from './nodes/connect-nodes.ts';
import { openClusterStore } from './nodes/cluster-store.ts';
import { readHaSettings } from './nodes/ha-settings.ts';
import { machineIdOf, type Machine } from './nodes/machine-id.ts';
import { ownSessions, type OwnedSessions } from './nodes/own-sessions.ts';

/** Where no machine has a name, and nothing can be kept on one. */
export const highAvailability = defineFeature('high-availability', (parts) => createHighAvailability(parts, {}));

/**
 * Several nodes behind one address (`transport.distributedMode`, or a distributed deployment): each gives signs of life, sessions of one
 * that is gone are taken over once, and every answer names the node that gave it.
 */
export function createHighAvailability(parts: FeatureInput<'high-availability'>, machine: Machine): FeatureOutput<'high-availability'> {
  const { environment, http, logger, runtime } = parts;
  if (!http.distributed) return {};
  const settings = readHaSettings(environment);
  const cluster = openClusterStore(parts, settings.SERVICE_HA_KEY_PREFIX);
  const nodeId = machineIdOf(machine, {
    given: settings.MACHINE_ID,
    path: settings.MACHINE_ID_PATH,
    deployment: environment.SERVICE_DEPLOYMENT_MODE,
    production: isProduction(runtime.environment),
  });
  const node = { nodeId, clock: runtime.now };
  const claims = new SessionClaims({ ...node, store: cluster.store('session:'), ttlMs: cluster.sessionTtlMs });
  let owned: OwnedSessions | undefined;
  const beats = new Heartbeats({
    ...node,
    store: cluster.store('heartbeat:'),
    names: cluster.store('nodes:'),
    startedAt: Math.round(performance.timeOrigin),
    ttlMs: settings.SERVICE_HA_HEARTBEAT_TTL_MS,
    sessionCount: () => owned?.count() ?? 0,
  });
  const graceMs = settings.SERVICE_HA_TAKEOVER_GRACE_MS;
  const watch = new NodeWatch({ nodeId, beats, claims, logger, graceMs, adopt: async (found) => owned?.adopt(found) });
  const clusterNode: ClusterNode = {
    connect: (instance) => connectNodes(parts, { instance, nodeId, beats, cluster }),
    own: (shared) => (owned = ownSessions(shared, { claims, cluster, parts })).shared,
  };
  const life = beatRegularly({ beats, watch, logger, settings, clock: runtime.now, hold: async () => owned?.hold() });
  const measureCluster = (registry: MetricsRegistry): void => {
    registry.gauge('service_ha_nodes', 'Nodes that give signs of life.', watch.counts.nodes);
    registry.gauge(
      'service_ha_sessions_taken_over',
      'Sessions of nodes that were gone, taken over since the start.',
      watch.counts.takenOver,
    );
    registry.gauge('service_ha_claim_conflicts', 'Sessions that another node was faster to take over.', watch.counts.conflicts);
  };
  const named = namesNode(nodeId, settings);
  return {
    provides: { clusterNode, measureCluster },
    probes: [{ name: 'ha', check: () => ({ status: life.status(), details: { nodeId, ...watch.counts } }) }],
    // Refusals before the endpoint included.
    aroundRequest:
      (inner, { entryPath }) =>
      async (exchange) =>
        exchange.path === entryPath ? named(exchange, await inner(exchange)) : inner(exchange),
    aroundEndpoint: async (caller, next) => {
      const answer = await next(caller);
      const { exchange } = caller;
      // Another way to the endpoint.
      if (exchange.path !== http.entryPath) return named(exchange, answer);
      const id = exchange.method === 'GET' && answer.status === 200 ? exchange.header('mcp-session-id') : undefined;
      // The stream is open by now: what keeps it from being known must not take it from its client.
      if (id !== undefined) await owned?.moved(id);
      return answer;
    },
    start: () => life.start(),
  };
}
