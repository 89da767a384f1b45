import type { AuthContext } from '../../define/auth-context.ts';
import { sessionOwnerOf } from '../../mcp/principal.ts';
import type { RpcMessage } from '../../mcp/json-rpc.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { SessionIds } from '../../mcp/sessions/session-ids.ts';
import type { Json } from '../../model/index.ts';
import type { ObjectNamespace } from '../../storage/drivers/durable-object.ts';
import { connectionError } from '../../storage/store-errors.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { answerRpcError } from '../answers.ts';
import { answerJsonText } from '../../web/json-answer.ts';
import type { AuthenticatedExchange } from '../handler.ts';
import { headersOf, toAnswer, urlOf } from '../fetch-shapes.ts';
import type { HttpSettings } from '../http-settings.ts';
import type { SessionTransport } from './streamable.ts';

/** Names the session to its object. Whatever a client sends under this name is replaced. */
const sessionHeader = 'x-service-session-id';

/** The id under which the object of a session opens it. */
export const givenSessionId = (exchange: HttpExchange): string | undefined => exchange.header(sessionHeader);

export interface SessionForwardingOptions {
  readonly objects: ObjectNamespace;
  readonly ids: SessionIds;
  readonly http: HttpSettings;
  /** Answer to every `initialize` where no session can be kept. */
  readonly noSessions: HttpAnswer | undefined;
  /** Serves a request that names no session by itself; absent where such a request is refused. */
  readonly passing: SessionTransport | undefined;
  /** Seconds until the caller may open another session; 0 now. */
  readonly admit: (caller: AuthenticatedExchange) => Promise<number>;
}

/** Where a request goes: the name of an object, and the session that it opens there. */
interface Destination {
  readonly object: string;
  readonly opens?: string;
}

/**
 * Sessions that live in an object each: a request has passed every guard here, and is answered by the object of its session, which judges it
 * again. A forged id, and that of another caller, wakes no object.
 */
export function createSessionForwarding(options: SessionForwardingOptions): SessionTransport {
  const forward = async (caller: AuthenticatedExchange, body?: Json): Promise<HttpAnswer> => {
    const found = await findObject(options, caller);
    return 'refusal' in found ? found.refusal : ask(options, caller, { ...found, body });
  };
  // The worker answers requests without a session itself: with an object for each, any caller could make as many objects as requests.
  const passing = ({ exchange }: AuthenticatedExchange): SessionTransport | undefined =>
    exchange.header('mcp-session-id') === undefined ? options.passing : undefined;
  return {
    post: (caller, message) => {
      const opens = message.kind === 'request' && message.method === 'initialize' && caller.exchange.header('mcp-session-id') === undefined;
      if (opens) return open(options, caller, message);
      return passing(caller)?.post(caller, message) ?? forward(caller, toJson(message));
    },
    postBatch: (caller, batch) => passing(caller)?.postBatch(caller, batch) ?? forward(caller, [...batch]),
    get: (caller) => forward(caller),
    delete: (caller) => forward(caller),
  };
}

const toJson = ({ kind: _kind, ...message }: RpcMessage): Json => ({ jsonrpc: '2.0', ...message }) as Json;

async function open(options: SessionForwardingOptions, caller: AuthenticatedExchange, message: RpcMessage): Promise<HttpAnswer> {
  if (options.noSessions !== undefined) return options.noSessions;
  const seconds = await options.admit(caller);
  if (seconds > 0) return answerJsonText(429, '{"error":"too many sessions are opened"}', { 'retry-after': String(seconds) });
  const opens = await options.ids.issue(sessionOwnerOf(caller.auth));
  const object = (await nameOf(options, caller.auth, opens)) ?? '';
  return ask(options, caller, { object, opens, body: toJson(message) });
}

/** The sealed text, not the id itself: many spellings of an id may open to one text. */
const nameOf = ({ ids }: SessionForwardingOptions, auth: AuthContext, id: string): Promise<string | undefined> =>
  ids.read(id, sessionOwnerOf(auth));

async function findObject(
  options: SessionForwardingOptions,
  { auth, exchange }: AuthenticatedExchange,
): Promise<Destination | { refusal: HttpAnswer }> {
  const id = exchange.header('mcp-session-id');
  if (id === undefined) return { refusal: answerRpcError(400, { code: rpcCodes.refused, message: 'Bad Request: Server not initialized' }) };
  const object = await nameOf(options, auth, id);
  return object === undefined
    ? { refusal: answerRpcError(404, { code: rpcCodes.sessionNotFound, message: 'invalid session id' }) }
    : { object };
}

async function ask(
  { http, objects }: SessionForwardingOptions,
  { exchange }: AuthenticatedExchange,
  { body, object, opens }: Destination & { readonly body?: Json | undefined },
): Promise<HttpAnswer> {
  const headers = headersOf(exchange);
  for (const name of ['content-length', 'transfer-encoding', sessionHeader]) headers.delete(name);
  if (opens !== undefined) headers.set(sessionHeader, opens);
  try {
    // A stub belongs to the request in which it is made.
    const stub = objects.get(objects.idFromName(object));
    const init = { method: exchange.method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return toAnswer(await stub.fetch(urlOf(exchange, http), init), 'the object of a session');
  } catch (failure) {
    throw connectionError('the Durable Object', failure);
  }
}
