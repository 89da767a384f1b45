import { configInvalid } from '../../errors/index.ts';
import { createHttpHandler, identifyNobody } from '../../http/handler.ts';
import { createHealthRoutes } from '../../http/health.ts';
import { type HostCapabilities, resolveHttpSettings } from '../../http/http-settings.ts';
import { Router, type Route } from '../../http/router.ts';
import { createEndpoint } from '../../http/transports/streamable.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import type { Application, Mount } from './application.ts';
import { composeCore, type CoreOptions, onlyOne, within } from './compose-core.ts';
import type { Endpoint, Feature, Identify } from './feature.ts';

export type { Application } from './application.ts';

export interface ApplicationOptions extends Omit<CoreOptions, 'http' | 'standardMaxBytes'> {
  /** Where this part of a server with several endpoints is. */
  readonly mount?: Mount | undefined;
  /** How the host stands on the web. */
  readonly capabilities: HostCapabilities;
}

/** The composition root: a server is exactly the features and revisions given here. */
export function createApplication(options: ApplicationOptions): Application {
  const { capabilities, environment, logger, runtime } = options;
  const settled = options.features.reduce(
    (known, { settleHttp }) => settleHttp?.(known, runtime, environment) ?? known,
    resolveHttpSettings(runtime, environment, capabilities),
  );
  const http = options.mount?.(settled) ?? settled;
  const { connections, features, ...core } = composeCore({ ...options, http, standardMaxBytes: capabilities.standardMaxBytes });
  const readyRoute = onlyOne(features, 'readyRoute');
  const probes = [...features, ...connections].flatMap((part) => part.probes ?? []);
  const sessions = onlyOne(features, 'sessionTransport');
  const transport = { server: core.mcp, bodyLimit: http.bodyLimit, sessions };
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
    ...core,
    entryPath: settled.entryPath,
    http,
    handle,
    healthPaths: new Set(health.map(({ path }) => path)),
    identify,
    probes,
  };
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
