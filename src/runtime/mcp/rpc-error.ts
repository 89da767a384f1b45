import {
  dataOf,
  genericMessage,
  newErrorId,
  ProtocolError,
  ResourceNotFound,
  ServiceError,
  StorageConnectionError,
} from '../errors/index.ts';
import type { Logger } from '../std/index.ts';
import * as rpcCodes from './rpc-codes.ts';
import type { RpcErrorBody } from './json-rpc.ts';
import type { Revision } from './protocol.ts';

export interface RpcError extends RpcErrorBody {
  readonly httpStatus: number;
  /** Scopes that would lift the refusal; the HTTP answer then challenges the client. */
  readonly neededScopes?: readonly string[];
  /** The request may be repeated after this time. */
  readonly retryAfterSeconds?: number;
}

/** Turns any thrown value into a JSON-RPC error: an internal one is logged under an id, and the answer holds only the id. */
export function toRpcError(failure: unknown, context: { revision?: Revision; logger: Logger }): RpcError {
  const error = describeFailure(failure, context);
  const code = context.revision?.codeForLaterCodes;
  // Clients of earlier revisions know neither these codes nor errors by HTTP status: official ones fail without reading the body.
  return code === undefined || !isLaterCode(error.code) ? error : { ...error, code, httpStatus: 200 };
}

const isLaterCode = (code: number): boolean => code <= rpcCodes.headerMismatch && code >= rpcCodes.unsupportedVersion;

function describeFailure(failure: unknown, context: { revision?: Revision; logger: Logger }): RpcError {
  if (failure instanceof ProtocolError) {
    const missing = failure instanceof ResourceNotFound;
    const code = missing ? (context.revision?.resourceNotFoundCode ?? failure.rpcCode) : failure.rpcCode;
    return { code, message: failure.message, data: failure.data, httpStatus: failure.httpStatus ?? 200 };
  }
  if (failure instanceof ServiceError && failure.expose) {
    const code = failure.code === 'RESOURCE_NOT_FOUND' && context.revision ? context.revision.resourceNotFoundCode : failure.rpcCode;
    const error = { code, message: failure.message, data: { code: failure.code, ...failure.data } };
    if (failure.requiredScopes === undefined) return { ...error, httpStatus: 200 };
    return { ...error, httpStatus: failure.status, neededScopes: failure.requiredScopes };
  }
  const known = failure instanceof ServiceError ? failure : undefined;
  const errorId = known?.errorId ?? newErrorId();
  context.logger.error('request failed', { errorId, failure, ...dataOf(known) });
  const error = { code: rpcCodes.internalError, message: genericMessage(errorId), data: { errorId } };
  // A store that is away is expected back.
  return failure instanceof StorageConnectionError ? { ...error, httpStatus: 503, retryAfterSeconds: 2 } : { ...error, httpStatus: 200 };
}
