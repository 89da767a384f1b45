import { isJsonObject, type Json } from '../../model/index.ts';
import { claimsEnvelope } from '../../mcp/params.ts';
import { type RpcMessage } from '../../mcp/json-rpc.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { McpServer } from '../../mcp/protocol.ts';
import { supportedVersions } from '../../mcp/mcp-server.ts';
import { andThen, type Awaitable } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerMethodNotAllowed, answerRpcError } from '../answers.ts';
import type { AuthenticatedExchange } from '../handler.ts';
import { readJson, readMessage } from './read-message.ts';
import { isStatelessMessage, postStateless, type StatelessOptions } from './stateless-transport.ts';

export interface EndpointOptions extends StatelessOptions {
  readonly bodyLimit: number;
  /** Absent on servers without session-based revisions. */
  readonly sessions: SessionTransport | undefined;
}

/** The MCP endpoint: one path for both kinds of revision. The order of the checks is observable and fixed by tests. */
export const createEndpoint =
  (options: EndpointOptions) =>
  (caller: AuthenticatedExchange): Awaitable<HttpAnswer> => {
    const { sessions } = options;
    switch (caller.exchange.method) {
      case 'POST':
        return answerPost(options, caller);
      case 'GET':
        return sessions?.get(caller) ?? answerMethodNotAllowed(['POST']);
      case 'DELETE':
        return sessions?.delete(caller) ?? answerMethodNotAllowed(['POST']);
      default:
        return answerMethodNotAllowed(sessions === undefined ? ['POST'] : ['GET', 'POST', 'DELETE']);
    }
  };

function answerPost(options: EndpointOptions, caller: AuthenticatedExchange): Awaitable<HttpAnswer> {
  return andThen(readJson(options.bodyLimit, caller.exchange), (body) => {
    if ('refusal' in body) return body.refusal;
    if (Array.isArray(body.value)) return answerBatch(options, caller, body.value);
    const message = readMessage(body.value);
    return 'refusal' in message ? message.refusal : answerMessage(options, caller, message);
  });
}

function answerBatch(options: EndpointOptions, caller: AuthenticatedExchange, batch: readonly Json[]): Awaitable<HttpAnswer> {
  const modern = batch.some((item) => isJsonObject(item) && claimsEnvelope(item.params));
  if (modern || batch.length === 0 || options.sessions === undefined) {
    return answerRpcError(400, { code: rpcCodes.invalidRequest, message: 'Invalid Request: batches are not served' });
  }
  return options.sessions.postBatch(caller, batch);
}

function answerMessage(options: EndpointOptions, caller: AuthenticatedExchange, message: RpcMessage): Awaitable<HttpAnswer> {
  if (isStatelessMessage(options.server, caller, message)) return postStateless(options, caller, message);
  if (options.sessions !== undefined) return options.sessions.post(caller, message);
  if (message.kind === 'request' && message.method === 'initialize')
    return answerUnsupportedHandshake(options.server, message.id, message.params.protocolVersion);
  // Only envelope revisions are served here, so the error is the missing envelope.
  return postStateless(options, caller, message);
}

/** A server without a handshake names its revisions, so that a client that supports one of them can continue. */
function answerUnsupportedHandshake(server: McpServer, id: string | number, requested: Json | undefined): HttpAnswer {
  const data = { supported: supportedVersions(server), requested: typeof requested === 'string' ? requested : '' };
  return answerRpcError(400, { id, code: rpcCodes.unsupportedVersion, message: 'Unsupported protocol version', data });
}

/** Serves requests of clients with a session-based revision. */
export interface SessionTransport {
  post(caller: AuthenticatedExchange, message: RpcMessage): Promise<HttpAnswer>;
  /** An array of messages; only 2025-03-26 has them. */
  postBatch(caller: AuthenticatedExchange, batch: readonly Json[]): Promise<HttpAnswer>;
  get(caller: AuthenticatedExchange): Promise<HttpAnswer>;
  delete(caller: AuthenticatedExchange): Promise<HttpAnswer>;
}
