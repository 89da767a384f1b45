import { configInvalid, ServiceError } from '../../errors/index.ts';
import { createHttpHandler, identifyNobody } from '../../http/handler.ts';
import { createHealthRoutes } from '../../http/health.ts';
import { type HostCapabilities, resolveHttpSettings } from '../../http/http-settings.ts';
import { Router, type Route } from '../../http/router.ts';
import { createEndpoint } from '../../http/transports/streamable.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import { noExtensions } from '../../mcp/capabilities.ts';
import { createMcpServer } from '../../mcp/mcp-server.ts';
import type { AroundCall, Revision } from '../../mcp/protocol.ts';
import type { Environment } from '../../options/env.ts';
import { Announcement, takeAll, type Logger, type LogSink } from '../../std/index.ts';
import type { ApplicationCore } from './application-core.ts';
import type { Application, Mount } from './application.ts';
import type { Core } from './extend.ts';
import type { Connections, Endpoint, Feature, FeatureFactory, Identify, NamedFeature, Surroundings } from './feature.ts';

export type { Application } from './application.ts';

export interface ApplicationOptions {
  readonly runtime: ServerRuntime;
  readonly revisions: readonly Revision[];
  readonly features: readonly FeatureFactory[];
  readonly environment: Environment;
  readonly logger: Logger;
  readonly addSink?: (sink: LogSink) => void;
  /** Where this part of a server with several endpoints is. */
  readonly mount?: Mount | undefined;
  /** How the host stands on the web. */
  readonly capabilities: HostCapabilities;
}

/** The composition root: a server is exactly the features and revisions given here. */
export function createApplication(options: ApplicationOptions): Application {
  const { capabilities, environment, logger, revisions, runtime } = options;
  const { standardMaxBytes } = capabilities;
  const draining = new Announcement();
  const extensions = noExtensions();
  const mcp = createMcpServer({ runtime, revisions, extensions, draining, standardMaxBytes });
  const settled = options.features.reduce(
    (known, { settleHttp }) => settleHttp?.(known, runtime, environment) ?? known,
    resolveHttpSettings(runtime, environment, capabilities),
  );
  const http = options.mount?.(settled) ?? settled;
  const parts: ApplicationCore = { runtime, mcp, http, environment, logger, addSink: options.addSink };
  const features = createFeatures(options.features, parts);
  extendCore(features, { extensions, pipeline: runtime.pipeline });
  for (const { checkFeatures } of features) checkFeatures?.(features);
  const connections = features.flatMap((feature) => feature.connections ?? []);
  const readyRoute = onlyOne(features, 'readyRoute');
  const probes = [...features, ...connections].flatMap((part) => part.probes ?? []);
  const sessions = onlyOne(features, 'sessionTransport');
  const transport = { server: mcp, bodyLimit: http.bodyLimit, sessions };
  const healthRoutes = onlyOne(features, 'healthRoutes') ?? createHealthRoutes;
  const health = healthRoutes({ runtime, readyRoute, probes }, capabilities);
  const router = createRouter(features, health, http.entryPath);
  const site = { router, entryPath: http.entryPath };
  const identify = surroundIdentify(features, runtime);
  const handle = createHttpHandler({
    settings: http,
    logger,
    router,
    identify,
    endpoint: surroundEndpoint(features, createEndpoint(transport)),
    surroundRequest: (handler) => within(features, handler, ({ request }, inner) => request?.(inner, site)),
    surroundRoutes: (handler) => within(features, handler, ({ routes }, inner) => routes?.(inner, site)),
    guardedPaths: new Set(features.flatMap((feature) => feature.guardedPaths ?? [])),
    answerUnknown: capabilities.answerUnknown(http.entryPath),
  });
  return {
    runtime,
    mcp,
    entryPath: settled.entryPath,
    http,
    logger,
    handle,
    healthPaths: new Set(health.map(({ path }) => path)),
    identify,
    probes,
    handshakeProtocol: onlyOne(features, 'handshakeProtocol'),
    drain: () => draining.make(),
    ...createLifecycle({ features, connections, runtime }),
  };
}

/** What features add to the protocol and to calls, before the first request. */
function extendCore(features: readonly NamedFeature[], core: Core): void {
  const { extensions, pipeline } = core;
  for (const { around, extend, name } of features) {
    extend?.(core, name);
    around?.use?.(pipeline);
    if (around?.tool !== undefined) pipeline.toolGuards.push(around.tool);
  }
  extensions.aroundCall = within<AroundCall | undefined>(
    features,
    undefined,
    ({ method: around }, inner) =>
      around && ((call, method, next) => around(call, method, (given) => (inner === undefined ? next(given) : inner(given, method, next)))),
  );
}

/** @throws {ServiceError} CONFIG_INVALID when two features, a feature and a health check, or one of them and the endpoint answer the same */
function createRouter(features: readonly Feature[], health: readonly Route[], entryPath: string): Router {
  const routes = [...health, ...surroundRoutes(features)];
  const seen = new Set<string>();
  for (const { method, path } of routes) {
    const name = `${method} ${path}`;
    if (seen.has(name) || path === entryPath) {
      const problem = `${name} is served twice (the MCP endpoint is at ${entryPath}): give one of the two another path`;
      throw configInvalid(problem);
    }
    seen.add(name);
  }
  return new Router(routes, entryPath);
}

interface Running {
  readonly features: readonly Feature[];
  readonly connections: readonly Connections[];
  readonly runtime: ServerRuntime;
}

function createLifecycle({ connections, features, runtime }: Running): Pick<Application, 'start' | 'close'> {
  const stops: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  // What cannot be ended must not keep the rest from its end.
  const disconnect = connections.map((connection) => () => connection.close());
  const closeAll = (): Promise<void> => takeAll([...stops.reverse(), () => runtime.close(), ...disconnect]);
  return {
    start: async () => {
      try {
        for (const connection of connections) await connection.open();
        for (const feature of features) {
          const stop = await feature.start?.();
          if (stop !== undefined) stops.push(stop);
        }
      } catch (failure) {
        // The host retries with a new application: connections, names and what runs must not stay.
        await (closing ??= closeAll());
        throw failure;
      }
    },
    close: () => (closing ??= closeAll()),
  };
}

/** What at most one feature brings. */
const onlyOne = <Member extends keyof Feature>(features: readonly Feature[], member: Member): Feature[Member] =>
  features.find((feature) => feature[member] !== undefined)?.[member];

/** A handler within what features put around it, the first feature outermost. */
const within = <Handler>(
  features: readonly Feature[],
  handler: Handler,
  put: (around: Surroundings, inner: Handler) => Handler | undefined,
): Handler => features.reduceRight((inner, { around = {} }) => put(around, inner) ?? inner, handler);

const surroundIdentify = (features: readonly Feature[], { declared }: ServerRuntime): Identify =>
  within(
    features,
    identifyNobody(declared.auth !== undefined),
    ({ identify }, next) => identify && ((exchange) => identify(exchange, next)),
  );

const surroundEndpoint = (features: readonly Feature[], endpoint: Endpoint): Endpoint =>
  within(features, endpoint, ({ endpoint: around }, next) => around && ((caller) => around(caller, next)));

/** The features' routes; those that are another way to the endpoint within what stands before the endpoint: no limit has a side door. */
function surroundRoutes(features: readonly Feature[]): readonly Route[] {
  return features.flatMap(({ routes = [] }) => routes).map((route) => surroundRoute(features, route));
}

function surroundRoute(features: readonly Feature[], route: Route): Route {
  const { asEndpoint } = route;
  if (asEndpoint === undefined) return route;
  const answer = surroundEndpoint(features, ({ auth, exchange }) => route.answer(exchange, auth));
  return {
    ...route,
    answer: (exchange, auth) =>
      auth === undefined ? route.answer(exchange) : answer({ exchange, auth, sessionId: asEndpoint.sessionOf(exchange) }),
  };
}

/**
 * Makes every feature. What is configured badly for one is told together with what is for the others: an operator mends all of it at once.
 * @throws {ServiceError} the failure of one; CONFIG_INVALID with one fault a line of several
 */
export function createFeatures(factories: readonly FeatureFactory[], parts: ApplicationCore): readonly NamedFeature[] {
  const failures: ServiceError[] = [];
  const features: NamedFeature[] = [];
  const services: Record<string, unknown> = {};
  const lists: Record<string, unknown[]> = {};
  for (const factory of factories) {
    try {
      const feature = factory.create({ ...parts, ...services, ...lists });
      Object.assign(services, feature.provides);
      for (const [list, item] of Object.entries(feature.contributes ?? {})) (lists[list] ??= []).push(item);
      features.push({ ...feature, name: factory.name });
    } catch (failure) {
      if (failure instanceof ServiceError) failures.push(failure);
      // After a refusal it may be the lack of that feature which fails here.
      else if (failures.length === 0) throw failure;
    }
  }
  const [first, ...others] = failures;
  if (first === undefined) return features;
  const faults = [...new Set(failures.map(({ message }) => message))];
  if (others.length === 0 || faults.length === 1) throw first;
  throw new ServiceError('CONFIG_INVALID', faults.join('\n'), { status: 500, expose: failures.every(({ expose }) => expose) });
}
