import type { AuthContext } from '../define/auth-context.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import { andThen } from '../std/index.ts';

export interface Route {
  readonly method: string;
  /** Matched as received: nothing is decoded or normalised, except for the one slash that `Router.canonicalPath` drops. */
  readonly path: string;
  /** True: a route of `http.routes`, whose author decides what a trailing slash means. */
  readonly isCustom?: boolean;
  /** True: the caller is named, or refused, as at the endpoint before `answer` is called. */
  readonly needsCaller?: boolean;
  /** A second way to the endpoint: what features put before the endpoint stands before it too. */
  readonly asEndpoint?: { readonly sessionOf: (exchange: HttpExchange) => string | undefined };
  /**
   * Judges the origin of a request in place of `http.cors` and `allowedOrigins`: true accepts it whether or not it is listed.
   * No CORS header is added to the answers of this path.
   */
  readonly judgesOrigin?: JudgesOrigin;
  /** True: never answered with 429, so that rate limits cannot block sign-in. */
  readonly unlimited?: boolean;
  readonly answer: (exchange: HttpExchange, caller?: AuthContext) => HttpAnswer | Promise<HttpAnswer>;
}

export type RouteMatch = { readonly route: Route } | { readonly allow: readonly string[] } | undefined;

type JudgesOrigin = (exchange: HttpExchange) => boolean;

export class Router {
  readonly routes: readonly Route[];
  readonly #paths = new Map<string, Map<string, Route>>();
  /** Paths with a rule of their own for origins. */
  readonly originRules = new Map<string, JudgesOrigin>();

  /** Paths of the server itself, which answer with a trailing slash too. */
  readonly #ownPaths: Set<string>;

  constructor(routes: readonly Route[], entryPath: string) {
    this.routes = routes;
    this.#ownPaths = new Set([entryPath]);
    for (const route of routes) {
      const { isCustom, judgesOrigin, method, path } = route;
      if (isCustom !== true) this.#ownPaths.add(path);
      const methods = this.#paths.get(path) ?? new Map<string, Route>();
      this.#paths.set(path, methods.set(method, route));
      if (judgesOrigin !== undefined) this.originRules.set(path, judgesOrigin);
    }
  }

  /**
   * The path without the one slash at its end, where that is a path of the server itself. Two slashes, `%2F` and paths of `http.routes` stay
   * as received, so that no guard compares another path than the router.
   */
  canonicalPath(path: string): string {
    const shorter = path.slice(0, -1);
    return shorter !== '' && !shorter.endsWith('/') && !this.#paths.has(path) && this.#ownPaths.has(shorter) ? shorter : path;
  }

  /** The route, the methods that the path does have, or undefined for an unknown path. `HEAD` is answered like `GET`. */
  find(method: string, path: string): RouteMatch {
    const methods = this.#paths.get(path);
    if (methods === undefined) return undefined;
    const route = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
    return route === undefined ? { allow: [...methods.keys()] } : { route };
  }
}

/** The paths that a server serves. */
export interface RequestSite {
  readonly router: Router;
  readonly entryPath: string;
}

/** The target of a request, as gates and watches see it. */
export interface RequestTarget {
  /** A fixed word, so that nothing is ever counted by a path that a stranger chose. */
  readonly kind: 'endpoint' | 'route' | 'unknown';
  /** Never answered with 429. */
  readonly unlimited: boolean;
}

/** Lets a request pass, or answers it. */
export type Gate = (exchange: HttpExchange, target: RequestTarget) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>;

/** Observes a request; the returned function gets its answer. Must not throw. */
export type RequestWatch = (exchange: HttpExchange, target: RequestTarget) => (answer: HttpAnswer) => void;

/** Middleware around a whole request: calls `next` with the exchange or a wrapper of it. */
type AroundRequest = (exchange: HttpExchange, target: RequestTarget, next: HttpHandler) => HttpAnswer | Promise<HttpAnswer>;

/** Shared: nearly every request goes there. */
const endpoint: RequestTarget = { kind: 'endpoint', unlimited: false };

/** Finds the target of requests. */
function targetsOf({ entryPath, router }: RequestSite): (exchange: HttpExchange) => RequestTarget {
  const unlimited = new Set(router.routes.filter((route) => route.unlimited === true).map(({ path }) => path));
  return ({ method, path }) =>
    path === entryPath ? endpoint : { kind: router.find(method, path) === undefined ? 'unknown' : 'route', unlimited: unlimited.has(path) };
}

/** Puts middleware that needs the target around a handler. */
export function withTarget(around: AroundRequest): (inner: HttpHandler, site: RequestSite) => HttpHandler {
  return (inner, site) => {
    const targetOf = targetsOf(site);
    return (exchange) => around(exchange, targetOf(exchange), inner);
  };
}

/** Tells a watch of every request and of its answer. */
export const watched = (watch: RequestWatch) =>
  withTarget((exchange, target, next) => {
    const end = watch(exchange, target);
    return andThen(next(exchange), (answer) => {
      end(answer);
      return answer;
    });
  });

/** Asks gates in order before anything else is done; the first answer ends a request. */
export function throughGates(gates: readonly [Gate, ...Gate[]]) {
  const gate = gates.reduce(inOrder);
  return withTarget((exchange, target, next) => andThen(gate(exchange, target), (refusal) => refusal ?? next(exchange)));
}

const inOrder =
  (first: Gate, second: Gate): Gate =>
  (exchange, target) =>
    andThen(first(exchange, target), (refusal) => refusal ?? second(exchange, target));
