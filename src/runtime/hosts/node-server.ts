import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { uncached } from '../http/headers/security.ts';
import type { FixedHeaders } from '../http/headers/security.ts';
import { answerJson } from '../web/json-answer.ts';
import type { HttpAnswer, HttpHandler } from '../web/exchange.ts';
import { isOfSession, DrainingExchange } from './draining-exchange.ts';
import { lingerMs, writeAnswer } from './node-answer.ts';
import { NodeExchange } from './node-exchange.ts';
import type { BodyReading } from './node-exchange.ts';
import { OpenAnswers } from './open-answers.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { RequestAdmission } from './request-admission.ts';

/** Milliseconds. Long enough for proxies to reuse connections, short enough that a silent peer cannot hold one for ever. */
const timeouts = { keepAlive: 75_000, headers: 30_000, request: 300_000 };

/** What of the settings the server itself needs. */
export interface ServerSettings {
  readonly securityHeaders: FixedHeaders;
  readonly trustedProxies: number;
  readonly bodyTimeoutMs: number;
}

/** A `node:http` server around a handler, with what shutdown needs to know. */
export class NodeServer {
  readonly server: Server;
  readonly #handle: HttpHandler;
  readonly #reading: BodyReading;
  /** What is new is answered with it, once the server ends. */
  readonly #closed: HttpAnswer;
  #draining = false;
  readonly #open = new OpenAnswers();
  readonly #admission: RequestAdmission;
  #whenIdle: (() => void) | undefined;

  constructor(handle: HttpHandler, settings: ServerSettings) {
    this.#handle = handle;
    this.#admission = new RequestAdmission(this.#open, settings);
    this.#reading = { bodyTimeoutMs: settings.bodyTimeoutMs, turns: this.#admission.turns };
    const headers = { ...settings.securityHeaders, ...uncached, connection: 'close' };
    const closed = { error: 'Service Unavailable', message: 'The server is shutting down' };
    this.#closed = answerJson(503, closed, { ...headers, 'retry-after': '5' });
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
    this.server.on('checkExpectation', (_message, response) => writeAnswer(response, { status: 417, headers }, false));
    this.server.on('clientError', refuseUnreadable(settings.securityHeaders, this.#open));
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
