import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { securing } from '../http/handler.ts';
import type { FixedHeaders } from '../http/headers/security.ts';
import { BodyUnreadable } from '../web/body-errors.ts';
import type { HttpAnswer, HttpHandler } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import { lingerMs, NodeExchange, writeAnswer, type BodyReading } from './node-exchange.ts';
import { OpenAnswers, RequestAdmission } from './request-admission.ts';

/** Milliseconds. Long enough for proxies to reuse connections, short enough that a silent peer cannot hold one for ever. */
const timeouts = { keepAlive: 75_000, headers: 30_000, request: 300_000 };

/** Settings of the server itself. */
export interface ServerSettings {
  readonly securityHeaders: FixedHeaders;
  readonly trustedProxies: number;
  readonly bodyTimeoutMs: number;
  readonly healthPaths?: ReadonlySet<string>;
}

/** A `node:http` server around a handler, with what shutdown needs to know. */
export class NodeServer {
  readonly server: Server;
  readonly #handle: HttpHandler;
  readonly #reading: BodyReading;
  /** Answer to new requests while the server ends. */
  readonly #closed: HttpAnswer;
  #draining = false;
  readonly #open = new OpenAnswers();
  readonly #admission: RequestAdmission;
  #whenIdle: (() => void) | undefined;

  constructor(handle: HttpHandler, settings: ServerSettings) {
    this.#handle = handle;
    this.#admission = new RequestAdmission(this.#open, settings);
    this.#reading = { bodyTimeoutMs: settings.bodyTimeoutMs, turns: this.#admission.turns };
    const secured = securing(settings.securityHeaders);
    const ending = { connection: 'close', 'retry-after': '5' };
    this.#closed = secured(answerJson(503, { error: 'Service Unavailable', message: 'The server is shutting down' }, ending));
    const unexpected = secured({ status: 417, headers: { connection: 'close' } });
    // A request without Host is ours to refuse, with a body of ours. The module is asked for here: a bundle that serves stdio has this
    // code too, and `node:http` is the slowest thing that a start can load.
    this.server = process.getBuiltinModule('node:http').createServer({
      requireHostHeader: false,
      // Else the first of two is taken and the other dropped: a proxy may have looked at that one.
      joinDuplicateHeaders: true,
      keepAliveTimeout: timeouts.keepAlive,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
    });
    // Node drops what comes after the 2,000th header without a sign: a second Host or a proxy's own header would hide there. Their bytes are limited.
    this.server.maxHeadersCount = 0;
    this.server.on('request', (message, response) => this.#answer(message, response));
    this.server.on('checkContinue', (message, response) => this.#answer(message, response, inviteTo(response)));
    // Node's own answer to what is not `100-continue` has none of the headers that every answer has.
    this.server.on('checkExpectation', (_message, response) => writeAnswer(response, unexpected, false));
    this.server.on('clientError', refuseUnreadable(unexpected, this.#open));
  }

  /** Refuses new work and waits for what runs, at most `milliseconds`. True: everything ended in time. */
  async drain(milliseconds: number): Promise<boolean> {
    this.#draining = true;
    this.server.closeIdleConnections();
    if (this.#open.size === 0) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), milliseconds);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** @param invite asks for a body that is not sent before */
  #answer(message: IncomingMessage, response: ServerResponse, invite?: () => void): void {
    if (this.#draining && !isOfSession(message)) {
      writeAnswer(response, this.#closed, false);
      return;
    }
    // Node goes on parsing the packet of a connection that was cut off.
    if (message.socket.destroyed) return;
    this.#open.add(response);
    const exchange = new (this.#draining ? DrainingExchange : NodeExchange)(message, this.#reading, invite);
    response.on('close', () => {
      if (!this.#open.delete(response)) return;
      this.#admission.end(response);
      if (!response.writableFinished) exchange.abort();
      if (!message.complete) boundLinger(message);
      if (this.#open.size === 0) this.#whenIdle?.();
    });
    this.#admission.admit(response, () => this.#serve(exchange, response));
  }

  #serve(exchange: NodeExchange, response: ServerResponse): void {
    const answer = this.#admission.handle(response.req, () => this.#handle(exchange));
    if (answer instanceof Promise) void answer.then((settled) => this.#write(exchange, response, settled));
    else this.#write(exchange, response, answer);
  }

  #write(exchange: NodeExchange, response: ServerResponse, answer: HttpAnswer): void {
    if (this.#draining) response.shouldKeepAlive = false;
    writeAnswer(
      response,
      exchange instanceof DrainingExchange && exchange.isNew === true ? this.#closed : answer,
      exchange.method === 'HEAD',
    );
    this.#admission.countUnread(response);
  }
}

/**
 * `100 Continue`, once a handler reads the body: a request that is refused by its head sends none (RFC 9110 §10.1.1). Until then the connection
 * ends with the answer, because a body that arrives anyway could not be told from a next request.
 */
function inviteTo(response: ServerResponse): () => void {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  return () => {
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  };
}

function boundLinger(message: IncomingMessage): void {
  const timer = setTimeout(() => message.socket.destroy(), lingerMs);
  timer.unref();
  message.once('close', () => clearTimeout(timer));
}

/** Whether a request that arrives while the server drains may belong to an existing session, judged by its head. */
const isOfSession = ({ headers, method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'DELETE') && ('mcp-session-id' in headers || url.includes('?sessionId='));

/** A request during the drain: it may carry answers for running calls, but no new request. */
class DrainingExchange extends NodeExchange {
  /** Set once the body is read: it contains a new request. */
  isNew: boolean | undefined;

  override async bytes(limit: number): Promise<Buffer> {
    const bytes = await super.bytes(limit);
    this.isNew = !isAnswer(bytes.toString());
    // The host answers, so the error needs no text.
    if (this.isNew) throw new BodyUnreadable('');
    return bytes;
  }
}

/** Responses and notifications of JSON-RPC, alone or together. */
function isAnswer(text: string): boolean {
  try {
    const messages = [JSON.parse(text)].flat() as readonly object[];
    return messages.every((message) => 'jsonrpc' in message && !('id' in message && 'method' in message));
  } catch {
    return false;
  }
}

type ClientFailure = Error & { readonly code?: string };

const lines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Refuses what node cannot parse, after the answers that its connection still waits for, with the headers of every other answer. */
function refuseUnreadable({ headers }: HttpAnswer, open: Pick<OpenAnswers, 'of'>): (failure: ClientFailure, socket: Duplex) => void {
  /** Sockets with a refusal: after a parser fault each further packet is another fault. */
  const refused = new WeakSet<Duplex>();
  const head = Object.entries({ ...headers, 'content-length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return ({ code = '' }, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const own = open.of(socket);
    const end = (): void => {
      if (socket.writable) socket.end(`HTTP/1.1 ${lines[code] ?? '400 Bad Request'}\r\n${head}\r\n`);
      // A client that keeps its own side open would keep the connection for ever.
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
    // Answers come in the order of their requests: a refusal in place of an earlier one would say that a call which ran was none.
    const last = own.findLast(({ req }) => req.complete);
    // A status line now would be read as a part of an answer that has begun.
    if (own.some(({ headersSent, writableEnded }) => headersSent && !writableEnded)) socket.destroy();
    else if (last === undefined) end();
    else last.once('close', end);
  };
}
