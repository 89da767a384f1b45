import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';

/** Where a request goes, as far as gates and watches may know. */
export interface RequestPlace {
  /** A fixed word, so that nothing is ever counted by a path that a stranger chose. */
  readonly kind: 'endpoint' | 'route' | 'unknown';
  /** Never answered with 429 (ruling 13). */
  readonly unlimited: boolean;
}

/** Lets a request pass, or answers it. */
export type Gate = (exchange: HttpExchange, place: RequestPlace) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>;

/** Sees a request; what it returns sees the answer. Must not throw. */
export type RequestWatch = (exchange: HttpExchange, place: RequestPlace) => (answer: HttpAnswer) => void;

/** Stands before everything that happens to a request: goes on with `next`, with the exchange or one that says more. */
export type AroundRequest = (
  exchange: HttpExchange,
  place: RequestPlace,
  next: (exchange: HttpExchange) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>;
