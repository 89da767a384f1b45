import type { ServerListener } from '../../client/connection.ts';
import { RequestFailure } from '../../client/errors.ts';
import { initializeParams, type Introduction } from '../../client/handshake.ts';
import { readMessage, resultOf } from '../../client/messages.ts';
import { replyTo } from '../../client/peer.ts';
import { copyJson, isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import type { AuthContext } from '../../define/index.ts';
import { configInvalid, ProtocolError } from '../../errors/index.ts';
import type { Application } from '../../features/application/compose.ts';
import { noRequestHeaders } from '../../mcp/call/request-headers.ts';
import type { CallRequest } from '../../mcp/call/call-request.ts';
import type { RpcResponse } from '../../mcp/json-rpc.ts';
import { principalOf } from '../../mcp/principal.ts';
import type { Conversation } from '../../mcp/sessions/conversation.ts';
import type { HandshakeProtocol } from '../../mcp/sessions/handshake-protocol.ts';

/** The client of a session: its caller and capabilities. */
export interface SessionOpening extends Introduction {
  readonly id?: string;
  readonly auth: AuthContext;
  /** Names the caller of each request: a token may have expired, or been withdrawn, since the last. Absent without a token. */
  readonly identify?: () => Promise<AuthContext>;
}

/** Context of one request beside its params. */
export interface RequestFacts {
  readonly auth?: AuthContext;
  readonly http?: CallRequest['http'];
  readonly signal?: AbortSignal;
}

/**
 * A client and its server in one process: the session-based protocol without a transport. Everything passes the same revision, methods and
 * checks as on a socket, as JSON text.
 */
export class InProcessSession {
  readonly serverInfo: JsonObject;
  readonly #handshake: HandshakeProtocol;
  readonly #opening: SessionOpening;
  readonly #listeners: ServerListener;
  readonly #conversation: Conversation;
  readonly #stopDelivery: () => void;
  readonly #sink = { send: (text: string): boolean => this.#receive(text) };
  #lastId = 0;

  constructor(application: Application, opening: SessionOpening, listeners: ServerListener) {
    const { mcp, handshakeProtocol } = application;
    const [newest] = mcp.sessionRevisions;
    if (handshakeProtocol === undefined || newest === undefined)
      throw configInvalid('this server was built without the revisions that in-process clients speak');
    this.#handshake = handshakeProtocol;
    this.#opening = opening;
    this.#listeners = listeners;
    const agreed = handshakeProtocol.negotiate(initializeParams(opening, newest.version), principalOf(opening.auth));
    this.#conversation = handshakeProtocol.open(opening.id === undefined ? agreed : { ...agreed, id: opening.id });
    this.#conversation.openBackground(this.#sink, () => undefined);
    this.serverInfo = JSON.parse(JSON.stringify(handshakeProtocol.describeServer(this.#conversation.opening))) as JsonObject;
    this.#stopDelivery = handshakeProtocol.deliverChanges(this.#conversation);
  }

  /** @throws {ProtocolError} what the server answers as an error */
  async request(method: string, params: JsonObject, facts: RequestFacts = {}): Promise<JsonObject> {
    const id = ++this.#lastId;
    const { signal } = facts;
    const cancel = (): void => this.#conversation.cancelCall(id, 'cancelled by the caller');
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      // Without a token nothing waits: a call that is cancelled at once has begun by then.
      const { auth: opener, identify } = this.#opening;
      const auth = facts.auth ?? (identify === undefined ? opener : await identify());
      const origin = { auth, http: facts.http ?? noRequestHeaders, sink: this.#sink };
      const message = { kind: 'request', id, method, params: copyJson(params) } as const;
      return readAnswer((await this.#handshake.call(this.#conversation, message, origin)).text);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Every page of a list as one. */
  async requestAll(method: string, key: string, facts: RequestFacts = {}): Promise<JsonObject> {
    const items: Json[] = [];
    let params: JsonObject = {};
    for (;;) {
      const page = await this.request(method, params, facts);
      if (Array.isArray(page[key])) items.push(...page[key]);
      if (typeof page['nextCursor'] !== 'string') return { ...page, [key]: items };
      params = { cursor: page['nextCursor'] };
    }
  }

  end(): void {
    this.#stopDelivery();
    this.#conversation.end('the client was closed');
  }

  /** A message of the server's: something to know, or something to answer. */
  #receive(text: string): boolean {
    const message = readMessage(text);
    if (message.kind === 'notification') this.#listeners.notified(message.method, message.params);
    else if (message.kind === 'request') void replyTo(message, this.#listeners).then((reply) => this.#answer(reply));
    return true;
  }

  #answer(reply: string): void {
    this.#handshake.accept(this.#conversation, { ...(JSON.parse(reply) as Omit<RpcResponse, 'kind'>), kind: 'response' });
  }
}

/** In process a server's error has the class that it has in the server. */
function readAnswer(text: string): JsonObject {
  try {
    return resultOf(readMessage(text));
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    const { code, data, message } = failure;
    throw new ProtocolError(code, message, isJsonObject(data) ? { data } : {});
  }
}
