import { findMethod, unknownMethod } from '../../mcp/dispatch.ts';
import { claimsEnvelope, readEnvelope } from '../../mcp/envelope.ts';
import { toRpcError } from '../../mcp/error-result.ts';
import type { RpcMessage, RpcRequest } from '../../mcp/json-rpc.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import { isEnvelopeVersion } from '../../mcp/mcp-server.ts';
import type { McpServer } from '../../mcp/mcp-server.ts';
import { closedSink } from '../../mcp/message-sink.ts';
import type { MessageSink } from '../../mcp/message-sink.ts';
import { callStateless, selectStatelessRevision } from '../../mcp/stateless-call.ts';
import type { JsonObject } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerEmpty, answerRpcError } from '../answers.ts';
import { acceptsEvents } from './accepted-types.ts';
import { answerCall } from './answer-call.ts';
import type { AuthenticatedExchange } from './authenticated-exchange.ts';
import { checkMethodHeader, checkNameHeader, checkVersionHeader } from './routing-headers.ts';
import type { ReadHeader } from './routing-headers.ts';

export interface StatelessOptions {
  readonly server: McpServer;
  /** Of the feature `param-headers`. @throws {ProtocolError} -32020, HTTP 400 */
  readonly checkToolHeaders: CheckToolHeaders | undefined;
}

export type CheckToolHeaders = (readHeader: ReadHeader, params: JsonObject) => void;

/** Whether a message belongs to an envelope revision: the body's claim decides, then the header. */
export function isStatelessMessage(server: McpServer, caller: AuthenticatedExchange, message: RpcMessage): boolean {
  if (message.kind !== 'response' && claimsEnvelope(message.params)) return true;
  const header = caller.exchange.header('mcp-protocol-version')?.trim();
  return header !== undefined && isEnvelopeVersion(server, header);
}

/** Serves one POST of an envelope revision, with the refusals in the order that the conformance suite fixes. */
export function postStateless(options: StatelessOptions, caller: AuthenticatedExchange, message: RpcMessage): Awaitable<HttpAnswer> {
  // These revisions define no notifications from clients over HTTP.
  if (message.kind === 'notification') return answerEmpty(202);
  if (message.kind === 'response') {
    return answerRpcError(400, {
      code: rpcCodes.invalidRequest,
      message: 'Invalid Request: servers send no requests in this protocol version',
    });
  }
  try {
    // What is thrown here are refusals; once the call runs, its failures are answers.
    return answerRequest(options, caller, message);
  } catch (failure) {
    const error = toRpcError(failure, { logger: options.server.runtime.logger });
    return answerRpcError(error.httpStatus, { ...error, id: message.id });
  }
}

function answerRequest(
  { checkToolHeaders, server }: StatelessOptions,
  caller: AuthenticatedExchange,
  message: RpcRequest,
): Awaitable<HttpAnswer> {
  const { exchange } = caller;
  const readHeader: ReadHeader = (name) => exchange.header(name);
  const envelope = readEnvelope(message.params);
  checkVersionHeader(readHeader, envelope.protocolVersion);
  const revision = selectStatelessRevision(server, envelope.protocolVersion);
  checkMethodHeader(readHeader, message.method);
  // Before the name header, so that a removed method is 404 whatever else is wrong.
  const handle = findMethod(server, revision, message.method);
  if (handle === undefined) throw unknownMethod(revision, message.method);
  checkNameHeader(readHeader, message);
  if (message.method === 'tools/call') checkToolHeaders?.(readHeader, message.params);
  const waitUntil = (work: Promise<unknown>): void => exchange.waitUntil?.(work);
  const run = (sink: MessageSink) =>
    callStateless(
      server,
      { message, revision, envelope, handle },
      { auth: caller.auth, http: exchange, ending: exchange, sink, waitUntil },
    );
  return answerCall((stream) => run(acceptsStream(exchange.header('accept')) ? stream : closedSink));
}

/** A client that cannot read streams is served without the messages in between. */
function acceptsStream(accept: string | undefined): boolean {
  return accept === undefined || acceptsEvents.test(accept);
}
