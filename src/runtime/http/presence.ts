import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import type { HealthParts } from './health.ts';
import type { Route } from './router.ts';

/** What of HTTP a host decides: whether it listens itself, and how it answers outside of the protocol. */
export interface HttpPresence {
  /** False: requests are handed to the host, so no bound address tells which host names are its own; checks begin with a list (document 2). */
  readonly listens: boolean;
  readonly healthRoutes: (parts: HealthParts) => readonly Route[];
  /** The answer for an unknown path, given where the endpoint is. */
  readonly answerUnknown: (entryPath: string) => (exchange: HttpExchange) => HttpAnswer;
}
