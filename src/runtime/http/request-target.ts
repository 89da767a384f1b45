import { andThen } from '../std/index.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import type { Router } from './router.ts';

/** Where requests go. */
export interface RequestSite {
  readonly router: Router;
  readonly entryPath: string;
}

/** Where a request goes, as far as gates and watches may know. */
export interface RequestTarget {
  /** A fixed word, so that nothing is ever counted by a path that a stranger chose. */
  readonly kind: 'endpoint' | 'route' | 'unknown';
  /** Never answered with 429. */
  readonly unlimited: boolean;
}

/** Lets a request pass, or answers it. */
export type Gate = (exchange: HttpExchange, target: RequestTarget) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>;

/** Sees a request; what it returns sees the answer. Must not throw. */
export type RequestWatch = (exchange: HttpExchange, target: RequestTarget) => (answer: HttpAnswer) => void;

/** Stands before everything that happens to a request: goes on with `next`, with the exchange or one that says more. */
type AroundRequest = (exchange: HttpExchange, target: RequestTarget, next: HttpHandler) => HttpAnswer | Promise<HttpAnswer>;

/** Nearly every request goes there. */
const endpoint: RequestTarget = { kind: 'endpoint', unlimited: false };

/** Says of requests where they go. */
function targetsOf({ entryPath, router }: RequestSite): (exchange: HttpExchange) => RequestTarget {
  const unlimited = new Set(router.routes.filter((route) => route.unlimited === true).map(({ path }) => path));
  return ({ method, path }) =>
    path === entryPath ? endpoint : { kind: router.find(method, path) === undefined ? 'unknown' : 'route', unlimited: unlimited.has(path) };
}

/** A handler with something around it that asks where requests go. */
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
