import { callStateless, findMethod, selectStatelessRevision, unknownMethod } from '../../mcp/dispatch.ts';
import { toRpcError } from '../../mcp/rpc-error.ts';
import type { RpcMessage, RpcRequest } from '../../mcp/json-rpc.ts';
import { isEnvelopeVersion } from '../../mcp/mcp-server.ts';
import type { McpServer } from '../../mcp/protocol.ts';
import { closedSink, type MessageSink } from '../../mcp/client-channel.ts';
import { claimsEnvelope, readEnvelope } from '../../mcp/params.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { Awaitable } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerEmpty, answerRpcError } from '../answers.ts';
import { acceptsEvents, answerCall } from './answer-call.ts';
import type { AuthenticatedExchange } from '../handler.ts';
import { namedParameters } from '../../model/marked-arguments.ts';
import { decodeHeaderText, mismatch, type ReadHeader } from './param-headers.ts';

export interface StatelessOptions {
  readonly server: McpServer;
}

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
    // Only refusals are thrown here; failures of a running call are answers.
    return answerRequest(options, caller, message);
  } catch (failure) {
    const error = toRpcError(failure, { logger: options.server.runtime.logger });
    return answerRpcError(error.httpStatus, { ...error, id: message.id });
  }
}

function answerRequest({ server }: StatelessOptions, caller: AuthenticatedExchange, message: RpcRequest): Awaitable<HttpAnswer> {
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
  const waitUntil = (work: Promise<unknown>): void => exchange.waitUntil?.(work);
  const run = (sink: MessageSink) =>
    callStateless(
      server,
      { message, revision, envelope, handle },
      { auth: caller.auth, http: exchange, ending: exchange, sink, waitUntil, repeated: message.params['arguments'] },
    );
  return answerCall((stream) => run(acceptsStream(exchange.header('accept')) ? stream : closedSink));
}

/** A client that cannot read streams is served without the messages in between. */
function acceptsStream(accept: string | undefined): boolean {
  return accept === undefined || acceptsEvents.test(accept);
}

/**
 * Intermediaries route by headers and servers by bodies; a difference would let one be told what the other is not.
 * @throws {ProtocolError} -32020, HTTP 400
 */
function checkVersionHeader(readHeader: ReadHeader, version: string): void {
  checkEqual(readHeader('mcp-protocol-version')?.trim(), version, 'mcp-protocol-version');
}

/** @throws {ProtocolError} -32020, HTTP 400 */
function checkMethodHeader(readHeader: ReadHeader, method: string): void {
  checkEqual(readHeader('mcp-method')?.trim(), method, 'mcp-method');
}

/** @throws {ProtocolError} -32020, HTTP 400 */
export function checkNameHeader(readHeader: ReadHeader, message: RpcRequest): void {
  const parameter = namedParameters[message.method];
  if (parameter === undefined) return;
  const value = message.params[parameter];
  // A missing or mistyped parameter is the method's to refuse.
  if (typeof value !== 'string') return;
  const header = readHeader('mcp-name');
  // Nearly always the name as it is; `=?base64?` would be a wrapped one.
  if (header === value && plainName.test(header)) return;
  checkEqual(header === undefined ? undefined : decodeHeaderText(header, 'mcp-name'), value, 'mcp-name');
}

function checkEqual(header: string | undefined, wanted: string, name: string): void {
  if (header === undefined) throw mismatch(`the ${name} header is required`);
  if (header !== wanted) throw mismatch(`the ${name} header does not match the body`);
}

/** Needs no decoding, and is what it looks like. */
const plainName = /^[A-Za-z0-9_.:/-]+$/;
