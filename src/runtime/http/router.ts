import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';

export interface Route {
  readonly method: string;
  /** Matched exactly, as received: nothing is decoded or normalised, so two spellings are never one place. */
  readonly path: string;
  readonly answer: (exchange: HttpExchange) => HttpAnswer | Promise<HttpAnswer>;
}

export type RouteMatch = { readonly route: Route } | { readonly allow: readonly string[] } | undefined;

export class Router {
  readonly #paths = new Map<string, Map<string, Route>>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const methods = this.#paths.get(route.path) ?? new Map<string, Route>();
      methods.set(route.method, route);
      this.#paths.set(route.path, methods);
    }
  }

  /** The route, the methods that the path does have, or undefined for an unknown path. `HEAD` is answered like `GET`. */
  find(method: string, path: string): RouteMatch {
    const methods = this.#paths.get(path);
    if (methods === undefined) return undefined;
    const route = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
    return route === undefined ? { allow: [...methods.keys()] } : { route };
  }
}
