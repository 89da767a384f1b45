import { isJsonObject, type Json } from '../model/index.ts';
import type { AuthContext } from '../define/auth-context.ts';
import { ProtocolError } from '../errors/index.ts';
import { randomId } from '../std/index.ts';
import { noRequestHeaders, type RequestHeaders } from './call/request-headers.ts';
import { callStateless, findMethod, selectStatelessRevision, type RequestOrigin } from './dispatch.ts';
import { toRpcError } from './rpc-error.ts';
import { claimsEnvelope, readEnvelope } from './params.ts';
import {
  decodeMessage,
  encodeError,
  encodeResult,
  InvalidMessage,
  isRequestId,
  type RequestId,
  type RpcMessage,
  type RpcRequest,
} from './json-rpc.ts';
import * as rpcCodes from './rpc-codes.ts';
import type { McpServer } from './protocol.ts';
import type { MessageSink } from './client-channel.ts';
import { principalOf } from './principal.ts';
import type { Conversation } from './sessions/conversation.ts';
import type { HandshakeProtocol } from './sessions/handshake-protocol.ts';

export interface StreamConnectionOptions {
  readonly server: McpServer;
  readonly handshakeProtocol: HandshakeProtocol | undefined;
  /** Owner of messages that name no sender. */
  readonly auth: AuthContext;
  /** Writes one message; false when the peer is gone or too far behind for a notification. */
  readonly sink: MessageSink;
  /** Writes an answer, which must not be dropped. */
  readonly answer: (text: string) => void;
}

/** Sender of a message, and the parts of its HTTP request that calls may read. */
interface MessageOrigin {
  readonly auth: AuthContext;
  readonly http: RequestHeaders;
}

/** Sender of one message, and the functions that take its answer. */
interface ReceivedMessage extends MessageOrigin {
  readonly answer: (text: string) => void;
  readonly noAnswer: () => void;
  /** Called when a request only waits for changes. */
  readonly waits?: () => void;
}

interface RunningRequest {
  /** Of an envelope revision; a conversation ends its own calls. */
  ending?: AbortController;
  isCancelled?: true;
}

/**
 * One peer on a byte stream (stdio, a socket, in process): no headers, one channel for everything. Requests with an envelope are served
 * statelessly at any time; `initialize` opens the one conversation that the others belong to.
 */
export class StreamConnection {
  readonly #options: StreamConnectionOptions;
  /** Requests that run, by id. */
  readonly #calls = new Map<RequestId, RunningRequest>();
  #conversation: Conversation | undefined;
  #stopDelivery: (() => void) | undefined;
  #running = 0;
  #whenIdle: (() => void) | undefined;
  /** Of messages that name no sender. */
  readonly #own = ownHeaders();

  constructor(options: StreamConnectionOptions) {
    this.#options = options;
  }

  /** Takes one message as text. Never throws and never rejects. */
  receive(text: string): void {
    let value: Json;
    try {
      value = JSON.parse(text) as Json;
    } catch {
      this.refuse(rpcCodes.parseError, 'Parse error: the line is not JSON');
      return;
    }
    void this.receiveValue(value);
  }

  /**
   * Takes one message, or an array of them, that has been read already. Never throws and never rejects.
   * @param sent the sender, where each message is its own request: its token may hold less than the one that opened the stream
   * @returns settles when everything in it has been answered, or waits for changes
   */
  receiveValue(value: Json, sent?: MessageOrigin): Promise<void> {
    const origin = sent ?? { auth: this.#options.auth, http: this.#own };
    if (Array.isArray(value)) return this.#receiveBatch(value, origin);
    return new Promise((resolve) => {
      const answer = (text: string): void => {
        this.#options.answer(text);
        resolve();
      };
      this.#receiveOne(value, { ...origin, answer, noAnswer: resolve, waits: resolve });
    });
  }

  /** Answers input that was not a message. */
  refuse(code: number, message: string): void {
    this.#options.answer(encodeError(undefined, { code, message }));
  }

  /** Settles when no call is running. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => (this.#whenIdle = resolve));
  }

  close(reason: string): void {
    this.#stopDelivery?.();
    this.#conversation?.end(reason);
    for (const { ending } of this.#calls.values()) ending?.abort(new Error(reason));
  }

  async #receiveBatch(batch: readonly Json[], origin: MessageOrigin): Promise<void> {
    const accepts = this.#conversation?.opening.revision.acceptsBatches === true;
    const modern = batch.some((item) => isJsonObject(item) && claimsEnvelope(item.params));
    if (!accepts || modern || batch.length === 0) {
      this.refuse(rpcCodes.invalidRequest, 'Invalid Request: batches are not served');
      return;
    }
    const answers: Promise<string>[] = [];
    for (const item of batch) {
      answers.push(new Promise((answer) => this.#receiveOne(item, { ...origin, answer, noAnswer: () => answer('') })));
    }
    this.#running++;
    const given = (await Promise.all(answers)).filter((text) => text !== '');
    if (given.length > 0) this.#options.answer(`[${given.join(',')}]`);
    this.#end();
  }

  /** Called after the answer was sent: who waits for idleness closes the stream next. */
  #end(): void {
    this.#running--;
    if (this.#running === 0) this.#whenIdle?.();
  }

  #receiveOne(value: Json, { answer, auth, http, noAnswer, waits }: ReceivedMessage): void {
    let message: RpcMessage;
    try {
      message = decodeMessage(value);
    } catch (failure) {
      answer(this.#failed(failure instanceof InvalidMessage ? failure.id : undefined, failure));
      return;
    }
    if (message.kind === 'request') {
      this.#running++;
      if (message.method === 'subscriptions/listen') waits?.();
      const { id } = message;
      const call: RunningRequest = {};
      const isFirst = !this.#calls.has(id);
      if (isFirst) this.#calls.set(id, call);
      void this.#run(message, { auth, http }, isFirst ? call : undefined).then((text) => {
        if (isFirst) this.#calls.delete(id);
        // The client has forgotten the id: some close the connection on an answer that they cannot place.
        if (call.isCancelled) noAnswer();
        else answer(text);
        this.#end();
      });
      return;
    }
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') this.#cancel(message.params.requestId);
    if (this.#conversation !== undefined) this.#options.handshakeProtocol?.accept(this.#conversation, message);
    noAnswer();
  }

  #cancel(id: Json | undefined): void {
    const call = isRequestId(id) ? this.#calls.get(id) : undefined;
    if (call === undefined) return;
    call.isCancelled = true;
    call.ending?.abort(new Error('cancelled by the client'));
  }

  #failed(id: RequestId | undefined, failure: unknown): string {
    return encodeError(id, toRpcError(failure, { logger: this.#options.server.runtime.logger }));
  }

  /** @param call undefined when another with its id still runs */
  async #run(message: RpcRequest, from: MessageOrigin, call: RunningRequest | undefined): Promise<string> {
    try {
      const { sink, handshakeProtocol } = this.#options;
      const origin = { ...from, sink };
      if (claimsEnvelope(message.params) || handshakeProtocol === undefined) return await this.#answerStateless(message, origin, call);
      if (this.#conversation !== undefined) return (await handshakeProtocol.call(this.#conversation, message, origin)).text;
      if (message.method !== 'initialize') throw invalidRequest('send "initialize" first, or an envelope in params._meta');
      return this.#openConversation(handshakeProtocol, message, from.auth);
    } catch (failure) {
      return this.#failed(message.id, failure);
    }
  }

  #openConversation(handshake: HandshakeProtocol, message: RpcRequest, auth: AuthContext): string {
    const opening = handshake.negotiate(message.params, principalOf(auth));
    const conversation = handshake.open(opening);
    conversation.openBackground(this.#options.sink, () => undefined);
    this.#conversation = conversation;
    this.#stopDelivery = handshake.deliverChanges(conversation);
    return encodeResult(message.id, handshake.describeServer(opening));
  }

  async #answerStateless(message: RpcRequest, from: Omit<RequestOrigin, 'ending'>, call: RunningRequest | undefined): Promise<string> {
    const { server } = this.#options;
    const envelope = readEnvelope(message.params);
    const revision = selectStatelessRevision(server, envelope.protocolVersion);
    if (call === undefined) throw invalidRequest('a request with this id is still running');
    const ending = new AbortController();
    call.ending = ending;
    const handle = findMethod(server, revision, message.method);
    return (await callStateless(server, { message, revision, envelope, handle }, { ...from, ending })).text;
  }
}

const invalidRequest = (problem: string): ProtocolError => new ProtocolError(rpcCodes.invalidRequest, `Invalid Request: ${problem}`);

/** Of a peer that has the connection for itself; its id is made when it is first read, because most are never named. */
function ownHeaders(): RequestHeaders {
  let id: string | undefined;
  return {
    ...noRequestHeaders,
    get connection() {
      return (id ??= randomId());
    },
  };
}
