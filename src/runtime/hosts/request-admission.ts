import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { securing } from '../http/handler.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import * as keptLimits from '../options/kept-limits.ts';
import { LiveQuota, systemClock, type Awaitable, type GiveBack } from '../std/index.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import { isCounted, writeAnswer } from './node-exchange.ts';
import { BodyTurns } from './request-bodies.ts';
import { addressShareOf } from '../web/address-share.ts';
import { forwardedAddress } from '../web/request-origin.ts';

/** Requests of one connection that run at once. */
const maxRunning = 8;
/** Bytes of a parsed request that waits for those before it. */
const waitingBytes = 8_192;
/** Bytes of an answer that may be on their way although the client reads. */
const minUnreadBytes = 16_384;
/** Bytes that one answer counts at most: a client that reads a large one slowly may go on asking, and with two of them it may not. */
const maxUnreadBytes = keptLimits.unread.share / 2;

/** Settings of the server that decide what is admitted. */
interface AdmissionSettings extends Pick<HttpSettings, 'securityHeaders' | 'trustedProxies'> {
  /** Health checks, which are answered although the address is full: behind a proxy whose header is not trusted everybody has its address. */
  readonly healthPaths?: ReadonlySet<string>;
}

interface Waiting {
  readonly start: () => void;
  readonly giveBack: GiveBack;
}

/**
 * Starts requests of `node:http` while what their address makes this process keep is within its share, and answers the others with 503.
 * Node hands over every request of a packet at once and keeps each answer until it is read: a few connections that pipeline a hundred
 * requests each, or do not read, would fill the memory.
 */
export class RequestAdmission {
  readonly turns: BodyTurns;
  readonly #ownerOf: (message: IncomingMessage) => string | undefined;
  readonly #open: OpenAnswers;
  readonly #quota = new LiveQuota(keptLimits.unread, systemClock);
  /** Addresses that have had more unread than their share, until they have read. */
  readonly #full = new Set<string | undefined>();
  readonly #waiting = new WeakMap<ServerResponse, Waiting>();
  readonly #healthPaths: ReadonlySet<string>;
  readonly #tooMuchUnread: HttpAnswer;
  readonly #tooManyBodies: HttpAnswer;

  constructor(open: OpenAnswers, { healthPaths = new Set(), securityHeaders, trustedProxies }: AdmissionSettings) {
    this.#open = open;
    this.#healthPaths = healthPaths;
    this.#ownerOf = (message) => ownerOf(message, trustedProxies);
    this.turns = new BodyTurns(this.#ownerOf);
    const secured = securing(securityHeaders);
    const headers = { connection: 'close', 'retry-after': '5' };
    const refuse = (message: string): HttpAnswer => secured(answerJson(503, { error: 'Service Unavailable', message }, headers));
    this.#tooMuchUnread = refuse('Too many answers are not read');
    this.#tooManyBodies = refuse('Too many requests with large bodies wait or run');
  }

  /**
   * Serves a request after the packet that began it has been parsed to its end: a body that came with the head is whole then.
   * @param response one of the open answers
   */
  admit(response: ServerResponse, serve: () => void): void {
    const { req: message } = response;
    const start = (): void => void setImmediate(() => this.#serve(response, serve));
    if (isCounted(message) && this.turns.isFull(message)) this.#refuse(response, this.#tooManyBodies);
    else if (this.#refuses(response) || !this.start(response, start)) this.#refuse(response, this.#tooMuchUnread);
  }

  /**
   * Handles a request, and counts its body until the work for it has ended: the client may have left before, because in a session a disconnect
   * is no cancellation.
   */
  handle(message: IncomingMessage, handle: () => Awaitable<HttpAnswer>): Awaitable<HttpAnswer> {
    if (!isCounted(message)) return handle();
    this.turns.running.expect(message);
    const answer = handle();
    void this.#endBody(message, answer);
    return answer;
  }

  async #endBody(message: IncomingMessage, answer: Awaitable<HttpAnswer>): Promise<void> {
    try {
      await (
        await answer
      ).working;
    } catch {
      // The failure is reported where the answer is written.
    } finally {
      this.turns.end(message);
    }
  }

  /** Hundreds of requests that arrived in one turn of the loop were let in before the first of them was answered. */
  #serve(response: ServerResponse, serve: () => void): void {
    if (this.#refuses(response)) writeAnswer(response, this.#tooMuchUnread, false);
    else serve();
  }

  /** Whether the address is full. A health check is answered all the same, when its connection has no other request, and ends the connection. */
  #refuses(response: ServerResponse): boolean {
    if (!this.isFull(response.req)) return false;
    if (!this.#isHealthCheck(response.req) || this.#open.of(response.req.socket).length > 1) return true;
    response.shouldKeepAlive = false;
    return false;
  }

  #isHealthCheck({ headers, method, url = '' }: IncomingMessage): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = url.split('?', 1)[0] ?? '';
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    return !hasBody && (this.#healthPaths.has(path) || this.#healthPaths.has(path.replace(/\/$/, '')));
  }

  /** Cuts off requests pipelined behind others (RFC 9112 section 9.3.2): each refusal would wait in memory as well. */
  #refuse(response: ServerResponse, answer: HttpAnswer): void {
    const { socket } = response.req;
    if (this.#open.of(socket).length > 1) socket.destroy();
    else writeAnswer(response, answer, false);
  }

  /**
   * Whether the caller's address has more unread than its share: it gets no more answers until it has read down to half of it. At the share
   * alone, each answer that fits into the buffers of the system would make room for the next, and a flood would be served.
   */
  isFull(message: IncomingMessage): boolean {
    if (this.#quota.isEmpty) {
      this.#full.clear();
      return false;
    }
    const owner = this.#ownerOf(message);
    if (!this.#quota.hasRoom(owner)) this.#full.add(owner);
    else if (this.#quota.hasHalf(owner)) this.#full.delete(owner);
    return this.#full.has(owner);
  }

  /**
   * Starts a request, at once or when enough of those before it on its connection have been answered.
   * @returns false when too many wait
   */
  start(response: ServerResponse, start: () => void): boolean {
    if (this.#open.of(response.req.socket).length <= maxRunning) {
      start();
      return true;
    }
    const giveBack = this.#quota.take(this.#ownerOf(response.req), waitingBytes);
    if (giveBack === undefined) return false;
    this.#waiting.set(response, { start, giveBack });
    return true;
  }

  /** Counts what is left of an answer that has been written, until it is read. */
  countUnread(response: ServerResponse): void {
    const bytes = response.writableLength;
    // Of a connection that has gone, the end of the answer has been told before.
    if (bytes <= minUnreadBytes || response.req.socket.destroyed) return;
    // A health check with long details was admitted beyond the share: it may not hold them as well.
    if (this.#isHealthCheck(response.req) && this.isFull(response.req)) response.req.socket.destroy();
    else response.once('close', this.#quota.hold(this.#ownerOf(response.req), Math.min(bytes, maxUnreadBytes)));
  }

  /** An answer has ended: the next of its connection starts. */
  end(response: ServerResponse): void {
    this.#waiting.get(response)?.giveBack();
    const { socket } = response.req;
    if (!socket.destroyed) this.#startNext(socket);
  }

  #startNext(socket: Duplex): void {
    const next = this.#open.of(socket)[maxRunning - 1];
    const waiting = next && this.#waiting.get(next);
    if (next === undefined || waiting === undefined) return;
    this.#waiting.delete(next);
    waiting.giveBack();
    waiting.start();
  }
}

/**
 * Answers of a server that have not ended, of each connection oldest first. One set of them all would cost a fifth of a call: the tables that it
 * outgrows keep each answer that was in them until the collector looks at old objects.
 */
export class OpenAnswers {
  size = 0;
  readonly #of = new WeakMap<Duplex, ServerResponse[]>();

  add(response: ServerResponse): void {
    this.size++;
    const { socket } = response.req;
    const known = this.#of.get(socket);
    if (known !== undefined) {
      known.push(response);
      return;
    }
    const opened = [response];
    this.#of.set(socket, opened);
    // Node tells the oldest answer alone that its client has left: those pipelined behind it would be open for ever.
    socket.once('close', () => [...opened].forEach((left) => left.emit('close')));
  }

  /** False when it was there no more. */
  delete(response: ServerResponse): boolean {
    const known = this.of(response.req.socket);
    const at = known.indexOf(response);
    if (at < 0) return false;
    this.size--;
    known.splice(at, 1);
    return true;
  }

  of(socket: Duplex): ServerResponse[] {
    return this.#of.get(socket) ?? [];
  }
}

/**
 * The address whose quota a request of `node:http` uses; undefined where addresses do not distinguish callers.
 * @param trustedProxies how many proxies of the operator's own stand before this server: the address is that of the client before them
 */
function ownerOf({ headers, socket }: IncomingMessage, trustedProxies: number): string | undefined {
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.[0];
  };
  // Without what a proxy writes, the request has not come through one.
  const forwarded = trustedProxies > 0 ? forwardedAddress({ header }, trustedProxies) : undefined;
  const peerAddress = forwarded ?? socket.remoteAddress;
  return addressShareOf({ peerAddress, header });
}
