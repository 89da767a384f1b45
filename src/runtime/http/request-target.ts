import { andThen } from '../std/index.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import type { Router } from './router.ts';

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
