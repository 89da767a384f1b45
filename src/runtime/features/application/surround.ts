import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { Route } from '../../http/router.ts';
import type { Endpoint, Feature, Identify, RequestGuard } from './feature.ts';

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

/** As `surroundEndpoint`, for the step that names the caller. */
function surroundIdentify(features: readonly Feature[], identify: Identify): Identify {
  let inner = identify;
  for (const { aroundIdentify } of features.toReversed()) {
    const next = inner;
    if (aroundIdentify !== undefined) inner = (exchange) => aroundIdentify(exchange, next);
  }
  return inner;
}

/**
 * Without a guard that names the caller everybody is anonymous: the server was declared without `auth`. One that was declared with it and
 * has no guard all the same was built for something else, and lets nobody in.
 */
export const createIdentify = (features: readonly Feature[], declaresAuth: boolean): Identify =>
  surroundIdentify(
    features,
    identifyBy(
      features.flatMap((feature) => feature.requestGuards ?? []),
      declaresAuth,
    ),
  );

function identifyBy(guards: readonly RequestGuard[], declaresAuth: boolean): Identify {
  if (guards.length === 0) {
    if (declaresAuth) return () => Promise.reject(new Error('auth was not there when the server was built: build it again'));
    const anonymous = { auth: anonymousCaller };
    return () => anonymous;
  }
  return async (exchange) => {
    for (const guard of guards) {
      const verdict = await guard(exchange);
      if (verdict !== undefined) return verdict;
    }
    return { auth: anonymousCaller };
  };
}
