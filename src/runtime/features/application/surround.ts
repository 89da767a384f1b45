import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { Route } from '../../http/router.ts';
import type { Endpoint, Feature, Identifying } from './feature.ts';

/** The endpoint within what features put around it, the first feature outermost. */
export function surroundEndpoint(features: readonly Feature[], endpoint: Endpoint): Endpoint {
  let inner = endpoint;
  for (const { aroundEndpoint } of features.toReversed()) {
    const next = inner;
    if (aroundEndpoint !== undefined) inner = (caller) => aroundEndpoint(caller, next);
  }
  return inner;
}

/** The features' routes; those that are another way to the endpoint within what stands before the endpoint: no limit has a side door. */
export function surroundRoutes(features: readonly Feature[]): readonly Route[] {
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
 * Without a feature that authenticates callers all are anonymous: the server was declared without `auth`. One that was declared with it and has
 * no guard was built without it, and refuses every caller.
 */
export function identifyNobody(_features: readonly Feature[], declaresAuth: boolean): Identifying {
  if (declaresAuth) return { identify: () => Promise.reject(new Error('auth was not there when the server was built: build it again')) };
  const anonymous = { auth: anonymousCaller };
  return { identify: () => anonymous };
}
