import { isProduction } from '../define/index.ts';
import { Heartbeats } from '../cluster/nodes/heartbeats.ts';
import { NodeWatch } from '../cluster/nodes/node-watch.ts';
import { SessionClaims } from '../cluster/nodes/session-claims.ts';
import type { MetricsRegistry } from '../http/metrics/metrics-registry.ts';
import { defineFeature, type FeatureInput, type FeatureOutput } from './application/define-feature.ts';
import type { ClusterNode } from './sharing/sharing.ts';
import { type ClusterStore, openClusterStore } from './nodes/cluster-store.ts';
import { type HaSettings, readHaSettings } from './nodes/ha-settings.ts';
import { ownSessions, type OwnedSessions } from './nodes/own-sessions.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import { readNodeMessage, type SentNodeMessage } from '../cluster/nodes/node-messages.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { serverIdentity } from '../storage/server-identity.ts';
import { createInstances, type Instances } from './sharing/instances.ts';
import { randomId, type Clock, type Logger } from '../std/index.ts';

/** What a platform knows of the machine that it runs on. */
interface Machine {
  /** Undefined where machines have no names. */
  readonly hostName?: (() => string) | undefined;
  /** The id that the file has, else the given one, which is in the file from then on. */
  readonly keepId?: ((made: string, path: string | undefined) => string) | undefined;
}

interface MachineIdInput {
  /** `MACHINE_ID`. */
  readonly given: string | undefined;
  /** `MACHINE_ID_PATH`. */
  readonly path: string | undefined;
  /** `SERVICE_DEPLOYMENT_MODE`. */
  readonly deployment: string | undefined;
  readonly production: boolean;
}

/**
 * What this machine is called among the nodes of a server: as told; by its host name in a distributed deployment and in
 * production; anew each time where machines come and go; else by a file, so that a restart on a developer's computer changes nothing.
 */
export function machineIdOf({ hostName, keepId }: Machine, { deployment, given, path, production }: MachineIdInput): string {
  if (given !== undefined) return given;
  if (deployment === 'serverless') return randomId();
  if (deployment !== 'distributed' && !production && keepId !== undefined) return keepId(randomId(), path);
  return hostName === undefined ? randomId() : nameOf(hostName());
}

/** Plain, whatever the system lets a machine be called. */
const nameOf = (hostName: string): string => hostName.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 128) || randomId();

interface NodeConnection {
  /** Unique for this process: a process receives its own messages and drops them. */
  readonly instance: string;
  readonly nodeId: string;
  readonly beats: Heartbeats;
  readonly cluster: ClusterStore;
}

/** Connects the nodes by a channel for each (`notify:<node>`). A notice is sent to every node. */
function connectNodes(parts: ApplicationCore, { beats, cluster, instance, nodeId: ownId }: NodeConnection): Instances {
  const { logger, runtime } = parts;
  const { bus, prefix } = cluster;
  const server = serverIdentity(parts);
  const channelOf = (nodeId: string): string => `${prefix}notify:${nodeId}`;
  // One after the other, so that notices keep their order.
  let sending = Promise.resolve();
  return createInstances(runtime.changes, {
    send: (news) => {
      const message: SentNodeMessage = { from: instance, server, news };
      sending = sending
        // Its own channel too: another process may, by mistake, have the same name.
        .then(async () => Promise.all((await beats.nodes()).map((nodeId) => bus.publish(channelOf(nodeId), JSON.stringify(message)))))
        .then(
          () => undefined,
          (failure: unknown) => logger.warn('the other nodes could not be told', { news: news.kind, failure }),
        );
    },
    listen: (hear) =>
      bus.subscribe(channelOf(ownId), (text) => {
        const told = readNodeMessage(text);
        if (told !== undefined && told.from !== instance && told.server === server) hear(told.news);
      }),
  });
}

type CookieSettings = Pick<HaSettings, 'SERVICE_AFFINITY_COOKIE' | 'SERVICE_AFFINITY_COOKIE_DOMAIN' | 'SERVICE_AFFINITY_COOKIE_SAME_SITE'>;

const sameSiteWords = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

/**
 * Names the node in an answer, for load balancers that send a client where it was before. Nothing here reads the cookie or the header of a
 * request: who forges one reaches another node, which serves the same sessions.
 */
function namesNode(nodeId: string, settings: CookieSettings): (exchange: HttpExchange, answer: HttpAnswer) => HttpAnswer {
  const {
    SERVICE_AFFINITY_COOKIE: name = '__service_node',
    SERVICE_AFFINITY_COOKIE_DOMAIN: domain,
    SERVICE_AFFINITY_COOKIE_SAME_SITE: sameSite = 'lax',
  } = settings;
  const plain = `${name}=${nodeId}; Path=/; HttpOnly; SameSite=${sameSiteWords[sameSite]}${domain === undefined ? '' : `; Domain=${domain}`}`;
  const secure = `${plain}; Secure`;
  return (exchange, answer) => {
    // Browsers drop a cookie for other sites that is not Secure.
    const cookie = exchange.secure || sameSite === 'none' ? secure : plain;
    const others = answer.headers['set-cookie'];
    const headers = {
      ...answer.headers,
      'x-service-machine-id': nodeId,
      'set-cookie': others === undefined ? cookie : [cookie].concat(others),
    };
    return { ...answer, headers };
  };
}

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
    around: {
      // Refusals before the endpoint included.
      request:
        (inner, { entryPath }) =>
        async (exchange) =>
          exchange.path === entryPath ? named(exchange, await inner(exchange)) : inner(exchange),
      endpoint: async (caller, next) => {
        const answer = await next(caller);
        const { exchange } = caller;
        // Another way to the endpoint.
        if (exchange.path !== http.entryPath) return named(exchange, answer);
        const id = exchange.method === 'GET' && answer.status === 200 ? exchange.header('mcp-session-id') : undefined;
        // The stream is open by now: what keeps it from being known must not take it from its client.
        if (id !== undefined) await owned?.moved(id);
        return answer;
      },
    },
    start: () => life.start(),
  };
}

interface BeatOptions {
  readonly beats: Heartbeats;
  readonly watch: NodeWatch;
  readonly logger: Logger;
  readonly settings: Pick<HaSettings, 'SERVICE_HA_HEARTBEAT_INTERVAL_MS' | 'SERVICE_HA_HEARTBEAT_TTL_MS'>;
  readonly clock: Clock;
  /** Says again whose the sessions with a stream here are. */
  readonly hold: () => Promise<void>;
}

interface NodeLife {
  /** For readiness: `degraded` while another process has the same name, `unhealthy` once others take this node for gone. */
  status(): 'healthy' | 'degraded' | 'unhealthy';
  /** @throws {StorageConnectionError} when the first sign of life cannot be given */
  start(): Promise<() => Promise<void>>;
}

/** Signs of life of this node, and a look at the others after each. */
function beatRegularly({ beats, clock, hold, logger, settings, watch }: BeatOptions): NodeLife {
  let [beatenAt, shared, running] = [0, false, false];
  const beat = async (): Promise<void> => {
    const found = await beats.beat();
    beatenAt = clock();
    if (found === 'not alone' && !shared)
      logger.error('another process has the same machine id: set MACHINE_ID to a name of its own for each instance');
    shared = found === 'not alone';
    if (found === 'lapsed') {
      // Then the store was away, or this process: signs of others may have ended with it, and come back before the next look.
      await hold();
      return;
    }
    await watch.look();
  };
  const beatAgain = (): void => {
    if (running) return;
    running = true;
    beat()
      .catch((failure: unknown) => logger.warn('no sign of life could be given to the other nodes', { failure }))
      .finally(() => (running = false));
  };
  return {
    status: () => (clock() - beatenAt > settings.SERVICE_HA_HEARTBEAT_TTL_MS ? 'unhealthy' : shared ? 'degraded' : 'healthy'),
    start: async () => {
      await beat();
      const timer = setInterval(beatAgain, settings.SERVICE_HA_HEARTBEAT_INTERVAL_MS);
      // A platform without processes has numbers here, and nothing to hold open.
      if (typeof timer === 'object') timer.unref();
      return async () => {
        clearInterval(timer);
        watch.stop();
        await beats.leave().catch((failure: unknown) => logger.warn('the other nodes could not be told of the end', { failure }));
      };
    },
  };
}
