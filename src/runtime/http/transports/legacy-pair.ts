import type { AuthContext } from '../../define/auth-context.ts';
import { ServiceError } from '../../errors/index.ts';
import { CallerQuota, parsedBytes, type QuotaCaller, sessionOwnerOf } from '../../mcp/principal.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import { copyRequestHeaders, type RequestHeaders } from '../../mcp/call/request-headers.ts';
import type { McpServer } from '../../mcp/protocol.ts';
import type { HandshakeProtocol } from '../../mcp/sessions/handshake-protocol.ts';
import { sessionBytes } from '../../mcp/sessions/conversation.ts';
import { StreamConnection } from '../../mcp/stream-connection.ts';
import * as keptLimits from '../../options/kept-limits.ts';
import { type GiveBack, randomId } from '../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { answerBusy, answerEmpty, answerRpcError } from '../answers.ts';
import type { Route } from '../router.ts';
import { LazyEventStream } from './event-stream.ts';
import { readJson, readMessage } from './read-message.ts';
import type { Json } from '../../model/json.ts';

export interface LegacyPairOptions {
  readonly server: McpServer;
  readonly handshake: HandshakeProtocol;
  readonly entryPath: string;
  /** Bytes. */
  readonly bodyLimit: number;
}

interface Client {
  readonly id: string;
  readonly connection: StreamConnection;
  /** For the stream, and for what its client declared. */
  readonly giveBacks: readonly GiveBack[];
  readonly inbox: PairInbox;
  readonly stream: LazyEventStream;
  readonly principal: string;
}

/** Bytes of one open stream beside what its client declares: a connection and its buffers. So about 10,000 are open at most. */
const streamBytes = 12_288;
/** Bytes of a message that runs, beside its values: its call, and the headers of its request. */
const messageBytes = 8_192;
/** Bytes that one message counts at most, so that two of any size run. */
const maxMessageBytes = keptLimits.runningCalls.share / 2;

/** HTTP+SSE of 2024-11-05: one stream for everything that the server says, and a path for what the client says. */
export class LegacyPair {
  readonly #options: LegacyPairOptions;
  readonly #clients = new Map<string, Client>();
  readonly #messagePath: string;
  readonly #quota: CallerQuota;
  readonly #messageQuota: CallerQuota;
  readonly routes: readonly Route[];

  constructor(options: LegacyPairOptions) {
    this.#options = options;
    this.#quota = new CallerQuota(keptLimits.pairStreams, options.server.runtime.now);
    this.#messageQuota = new CallerQuota(keptLimits.runningCalls, options.server.runtime.now);
    const base = options.entryPath === '/' ? '' : options.entryPath;
    this.#messagePath = `${base}/message`;
    this.routes = [
      {
        method: 'GET',
        path: `${base}/sse`,
        needsCaller: true,
        asEndpoint: { sessionOf: () => undefined },
        answer: (exchange, caller) => this.#open(exchange, known(caller)),
      },
      {
        method: 'POST',
        path: this.#messagePath,
        needsCaller: true,
        asEndpoint: {
          // Limits count by what a client has opened, not by what a caller made up.
          sessionOf: ({ query }) => this.#clients.get(sessionIn(query))?.id,
        },
        answer: (exchange, caller) => this.#post(exchange, known(caller)),
      },
    ];
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Ends every stream once its running calls have answered. */
  drain(): void {
    for (const { connection, stream } of this.#clients.values()) void connection.idle().then(() => stream.finish());
  }

  close(reason: string): void {
    for (const { connection, stream } of this.#clients.values()) {
      connection.close(reason);
      stream.finish();
    }
  }

  #open(exchange: HttpExchange, auth: AuthContext): Promise<HttpAnswer> | HttpAnswer {
    const { server } = this.#options;
    // A `HEAD` must not leave an open stream without a reader.
    if (exchange.method === 'HEAD') return answerEmpty(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    // Asked again when the client opens its conversation, with another request.
    const caller = { auth, http: copyRequestHeaders(exchange) };
    const giveBack = this.#quota.take(caller, streamBytes);
    if (giveBack === undefined) return answerBusy('too many streams are open');
    const giveBacks = [giveBack];
    const id = randomId(24);
    return new Promise((resolve) => {
      const stream = new LazyEventStream(resolve);
      // A reader so far behind that its answer has no room would wait for it for ever: the end of its stream tells it.
      const answer = (text: string): void => {
        if (!stream.send(text)) stream.finish();
      };
      const connection = new StreamConnection({
        server,
        handshakeProtocol: this.#countOpening(caller, giveBacks),
        auth,
        sink: stream,
        answer,
      });
      const inbox = new PairInbox();
      void inbox.run(({ value, auth: sender, giveBack: giveMessageBack, http }) => {
        const answered = connection.receiveValue(value, { auth: sender, http });
        void answered.then(giveMessageBack);
        http.hold?.lastUntil(answered, undefined);
      });
      this.#clients.set(id, { id, connection, giveBacks, inbox, stream, principal: sessionOwnerOf(auth) });
      stream.onEnd = () => this.#forget(id, 'the client closed its stream');
      stream.control(`event: endpoint\ndata: ${this.#messagePath}?sessionId=${id}\n\n`);
    });
  }

  #forget(id: string, reason: string): void {
    const client = this.#clients.get(id);
    this.#clients.delete(id);
    for (const giveBack of client?.giveBacks ?? []) giveBack();
    client?.inbox.close();
    client?.connection.close(reason);
  }

  /** Counts what a client declares into its share. */
  #countOpening(caller: QuotaCaller, giveBacks: GiveBack[]): HandshakeProtocol {
    const { handshake } = this.#options;
    return {
      ...handshake,
      open: (opening) => {
        const giveBack = this.#quota.take(caller, sessionBytes(opening));
        if (giveBack === undefined) throw new ServiceError('STORE_FULL', 'too many streams are open');
        giveBacks.push(giveBack);
        return handshake.open(opening);
      },
    };
  }

  async #post(exchange: HttpExchange, auth: AuthContext): Promise<HttpAnswer> {
    const id = sessionIn(exchange.query);
    if (id === '') return answerRpcError(400, { code: rpcCodes.refused, message: 'Bad Request: sessionId is required' });
    const client = this.#clients.get(id);
    // An unknown session and another user's get the same answer.
    if (client === undefined || client.principal !== sessionOwnerOf(auth)) return unknownSession();
    const body = await readJson(this.#options.bodyLimit, exchange);
    if ('refusal' in body) return body.refusal;
    if (!Array.isArray(body.value)) {
      const message = readMessage(body.value);
      if ('refusal' in message) return message.refusal;
    }
    // The call outlives this request: it gets the headers without the exchange.
    const http = { ...copyRequestHeaders(exchange), hold: exchange.hold };
    // Its request ends at once, and nothing but the stream ends the call: without a bound one connection keeps any number of them running.
    const giveBack = this.#messageQuota.take({ auth, http }, Math.min(messageBytes + parsedBytes(body.value), maxMessageBytes));
    if (giveBack === undefined) return answerBusy('too many calls are running');
    if (await client.inbox.deliver({ value: body.value, auth, http, giveBack }))
      return { status: 202, headers: textHeaders, body: 'Accepted' };
    giveBack();
    this.#forget(id, 'the stream of the client takes no messages');
    return unknownSession();
  }
}

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' } as const;

const unknownSession = (): HttpAnswer => answerRpcError(404, { code: rpcCodes.sessionNotFound, message: 'invalid session id' });

const sessionIn = (query: string): string => new URLSearchParams(query).get('sessionId') ?? '';

/** A route that needs its caller is never reached without one. */
function known(caller: AuthContext | undefined): AuthContext {
  if (caller === undefined) throw new Error('the caller was not named');
  return caller;
}

/** A message and the caller who posted it. */
interface PostedMessage {
  readonly value: Json;
  readonly auth: AuthContext;
  readonly http: RequestHeaders;
  /** The room that it takes while it runs. */
  readonly giveBack: GiveBack;
}

type Receive = (message: PostedMessage) => void;
type Delivery = (receive: Receive) => void;

/** Milliseconds until a stream that takes no message counts as lost. */
const deliveryMs = 2000;

/**
 * Hands messages from POST requests to the request that holds the stream, which runs them. Worker platforms end the timers and fetches of
 * a request with its answer: a call that ran in its POST would never be answered once that POST has its 202.
 */
export class PairInbox {
  #deliveries: Delivery[] = [];
  #wake: () => void = () => undefined;
  #closed = false;

  /** Runs posted messages until the inbox is closed; call it in the request that holds the stream. */
  async run(receive: Receive): Promise<void> {
    while (!this.#closed) {
      for (const deliver of this.#deliveries.splice(0)) deliver(receive);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** @returns false when the stream takes no messages any more; the message is not run then */
  deliver(message: PostedMessage): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const delivery: Delivery = (receive) => {
        clearTimeout(timer);
        receive(message);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#deliveries = this.#deliveries.filter((waiting) => waiting !== delivery);
        resolve(false);
      }, deliveryMs);
      this.#deliveries.push(delivery);
      this.#wake();
    });
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }
}
