import type { AuthContext } from '../define/auth-context.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';

export interface Route {
  readonly method: string;
  /** Matched exactly, as received: nothing is decoded or normalised, so two spellings are never one place. */
  readonly path: string;
  /** True: the caller is named, or refused, as at the endpoint before `answer` is called. */
  readonly needsCaller?: boolean;
  /** A second way to the endpoint: what features put before the endpoint stands before it too. */
  readonly asEndpoint?: { readonly sessionOf: (exchange: HttpExchange) => string | undefined };
  /** True: no page of another origin reads this path, whatever `http.cors` says (ruling 11). */
  readonly refusesCors?: boolean;
  /** True: never answered with 429, so that nobody can be locked out of signing in (ruling 13). */
  readonly unlimited?: boolean;
  /** True: no answer of this path is kept by anybody, refusals by whatever stands before it included (RFC 6749 section 5.1). */
  readonly noStore?: boolean;
  readonly answer: (exchange: HttpExchange, caller?: AuthContext) => HttpAnswer | Promise<HttpAnswer>;
}

export type RouteMatch = { readonly route: Route } | { readonly allow: readonly string[] } | undefined;

type Mark = 'refusesCors' | 'unlimited' | 'noStore';

export class Router {
  readonly #paths = new Map<string, Map<string, Route>>();
  /** Asked several times for every request. */
  readonly #marked: Readonly<Record<Mark, ReadonlySet<string>>>;

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const methods = this.#paths.get(route.path) ?? new Map<string, Route>();
      methods.set(route.method, route);
      this.#paths.set(route.path, methods);
    }
    const marked = (mark: Mark) => new Set(routes.filter((route) => route[mark] === true).map(({ path }) => path));
    this.#marked = { refusesCors: marked('refusesCors'), unlimited: marked('unlimited'), noStore: marked('noStore') };
  }

  /** The route, the methods that the path does have, or undefined for an unknown path. `HEAD` is answered like `GET`. */
  find(method: string, path: string): RouteMatch {
    const methods = this.#paths.get(path);
    if (methods === undefined) return undefined;
    const route = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
    return route === undefined ? { allow: [...methods.keys()] } : { route };
  }

  /** Whether any route of the path has the property. */
  marks(path: string, mark: Mark): boolean {
    return this.#marked[mark].has(path);
  }
}
