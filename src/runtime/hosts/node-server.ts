import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { uncached } from '../http/headers/security.ts';
import type { FixedHeaders } from '../http/headers/security.ts';
import { answerJson } from '../web/json-answer.ts';
import type { HttpAnswer, HttpHandler } from '../web/exchange.ts';
import { BodyTurns } from './body-turns.ts';
import { isOfSession, LastWords } from './last-words.ts';
import { lingerMs, writeAnswer } from './node-answer.ts';
import { NodeExchange } from './node-exchange.ts';
import type { BodyReading } from './node-exchange.ts';
import { OpenAnswers } from './open-answers.ts';
import { Pipelines } from './pipelines.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

/** Milliseconds. Long enough for proxies to reuse connections, short enough that a silent peer cannot hold one for ever. */
const timeouts = { keepAlive: 75_000, headers: 30_000, request: 300_000 };

/** What of the settings the server itself needs. */
export interface ServerSettings {
  readonly securityHeaders: FixedHeaders;
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
  /** Of an address that reads too little of what it is answered. */
  readonly #tooMuchUnread: HttpAnswer;
  readonly #tooManyBodies: HttpAnswer;
  readonly #open = new OpenAnswers();
  readonly #pipelines = new Pipelines(this.#open);
  #whenIdle: (() => void) | undefined;

  constructor(handle: HttpHandler, settings: ServerSettings) {
    this.#handle = handle;
    this.#reading = { bodyTimeoutMs: settings.bodyTimeoutMs, turns: new BodyTurns() };
    const headers = { ...settings.securityHeaders, ...uncached, connection: 'close' };
    const error = 'Service Unavailable';
    const refuse = (message: string): HttpAnswer => answerJson(503, { error, message }, { ...headers, 'retry-after': '5' });
    this.#closed = refuse('The server is shutting down');
    this.#tooMuchUnread = refuse('Too many answers are not read');
    this.#tooManyBodies = refuse('Too many large bodies wait to be read');
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
    const exchange = new (this.#draining ? LastWords : NodeExchange)(message, this.#reading, invite);
    response.on('close', () => {
      if (!this.#open.delete(response)) return;
      this.#pipelines.end(response);
      if (!response.writableFinished) exchange.abort();
      if (!message.complete) boundLinger(message);
      if (this.#open.size === 0) this.#whenIdle?.();
    });
    // After the packet that began the request has been parsed to its end: a body that came with the head is whole then.
    const start = (): void => void setImmediate(() => this.#serve(exchange, response));
    if (this.#reading.turns.isFull(message)) this.#refuseFull(response, this.#tooManyBodies);
    else if (this.#pipelines.isFull(message) || !this.#pipelines.start(response, start)) this.#refuseFull(response, this.#tooMuchUnread);
  }

  /** What was pipelined behind other requests is cut off (RFC 9112 section 9.3.2): each refusal would wait in memory as well. */
  #refuseFull(response: ServerResponse, answer: HttpAnswer): void {
    const { socket } = response.req;
    if (this.#open.of(socket).length > 1) socket.destroy();
    else writeAnswer(response, answer, false);
  }

  #serve(exchange: NodeExchange, response: ServerResponse): void {
    // Hundreds of requests that arrived in one turn of the loop were let in before the first of them was answered.
    if (this.#pipelines.isFull(response.req)) {
      this.#refuseFull(response, this.#tooMuchUnread);
      return;
    }
    const answer = this.#handle(exchange);
    if (answer instanceof Promise) void answer.then((settled) => this.#write(exchange, response, settled));
    else this.#write(exchange, response, answer);
  }

  #write(exchange: NodeExchange, response: ServerResponse, answer: HttpAnswer): void {
    if (this.#draining) response.shouldKeepAlive = false;
    writeAnswer(response, exchange instanceof LastWords && exchange.isNew === true ? this.#closed : answer, exchange.method === 'HEAD');
    this.#pipelines.countUnread(response);
  }
}

/**
 * `100 Continue`, once somebody wants the body: who is refused by the head alone sends none (RFC 9110 §10.1.1). Until then the connection
 * ends with the answer, because nobody could tell a body that comes all the same from a next request.
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
