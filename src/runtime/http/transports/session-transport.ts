import type { Json } from '../../model/index.ts';
import type { RpcMessage } from '../../mcp/json-rpc.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import type { AuthenticatedExchange } from './authenticated-exchange.ts';

/** What the endpoint hands on when a client is of a session-based revision. */
export interface SessionTransport {
  post(caller: AuthenticatedExchange, message: RpcMessage): Promise<HttpAnswer>;
  /** An array of messages; only 2025-03-26 has them. */
  postBatch(caller: AuthenticatedExchange, batch: readonly Json[]): Promise<HttpAnswer>;
  get(caller: AuthenticatedExchange): Promise<HttpAnswer>;
  delete(caller: AuthenticatedExchange): Promise<HttpAnswer>;
}
