import { ProtocolError } from '../../errors/index.ts';
import { answersTo } from '../../mcp/capabilities.ts';
import { claimsEnvelope, readEnvelope } from '../../mcp/envelope.ts';
import { toRpcError } from '../../mcp/error-result.ts';
import type { RpcMessage, RpcRequest } from '../../mcp/json-rpc.ts';
import { rpcCodes } from '../../mcp/json-rpc.ts';
import { isEnvelopeVersion } from '../../mcp/mcp-server.ts';
import type { McpServer } from '../../mcp/mcp-server.ts';
import { closedOutlet } from '../../mcp/outlet.ts';
import type { Outlet } from '../../mcp/outlet.ts';
import type { Revision } from '../../mcp/revisions/revision.ts';
import { callStateless, selectStatelessRevision } from '../../mcp/stateless-call.ts';
import type { Awaitable } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerEmpty, answerRpcError } from '../answers.ts';
import { answerCall } from './answer-call.ts';
import { HttpOrigin } from './call-origin.ts';
import type { AuthenticatedExchange } from './call-origin.ts';
import { checkParamHeaders } from './param-headers.ts';
import { checkMethodHeader, checkNameHeader, checkVersionHeader } from './routing-headers.ts';
import type { ReadHeader } from './routing-headers.ts';

/** Whether a message belongs to an envelope revision: the body's claim decides, then the header. */
export function isStatelessMessage(server: McpServer, caller: AuthenticatedExchange, message: RpcMessage): boolean {
  if (message.kind !== 'response' && claimsEnvelope(message.params)) return true;
  const header = caller.exchange.header('mcp-protocol-version')?.trim();
  return header !== undefined && isEnvelopeVersion(server, header);
}

/** Serves one POST of an envelope revision, with the refusals in the order that the conformance suite fixes. */
export function postStateless(server: McpServer, caller: AuthenticatedExchange, message: RpcMessage): Awaitable<HttpAnswer> {
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
    return answerRequest(server, caller, message);
  } catch (failure) {
    const error = toRpcError(failure, { logger: server.runtime.logger });
    return answerRpcError(error.httpStatus, { ...error, id: message.id });
  }
}

function answerRequest(server: McpServer, caller: AuthenticatedExchange, message: RpcRequest): Awaitable<HttpAnswer> {
  const { exchange } = caller;
  const readHeader: ReadHeader = (name) => exchange.header(name);
  const envelope = readEnvelope(message.params);
  checkVersionHeader(readHeader, envelope.protocolVersion);
  const revision = selectStatelessRevision(server, envelope.protocolVersion);
  checkMethodHeader(readHeader, message.method);
  checkMethodExists(server, revision, message.method);
  checkNameHeader(readHeader, message);
  if (message.method === 'tools/call') checkToolHeaders(server, readHeader, message);
  const http = new HttpOrigin(exchange);
  const outlive = (work: Promise<unknown>): void => exchange.outlive?.(work);
  const run = (outlet: Outlet) =>
    callStateless(server, message, { revision, envelope, origin: { auth: caller.auth, http, ending: exchange, outlet, outlive } });
  return answerCall((stream) => run(acceptsStream(exchange.header('accept')) ? stream : closedOutlet));
}

function checkToolHeaders(server: McpServer, readHeader: ReadHeader, message: RpcRequest): void {
  const { name } = message.params;
  const tool = typeof name === 'string' ? server.runtime.registry.findTool(name) : undefined;
  if (tool !== undefined) checkParamHeaders(readHeader, tool.model.inputSchema, message.params.arguments);
}

/** Before the name header, so that a removed method is 404 whatever else is wrong. @throws {ProtocolError} -32601, HTTP 404 */
function checkMethodExists(server: McpServer, revision: Revision, method: string): void {
  if (revision.methods.has(method) ? answersTo(server, revision, method) : server.extensions.methods.has(method)) return;
  throw new ProtocolError(rpcCodes.methodNotFound, `Method not found: ${method}`, { httpStatus: revision.unknownMethodStatus });
}

/** A client that cannot read streams is served without the messages in between. */
function acceptsStream(accept: string | undefined): boolean {
  return accept === undefined || accept.includes('text/event-stream') || accept.includes('*/*');
}
