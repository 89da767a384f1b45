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
