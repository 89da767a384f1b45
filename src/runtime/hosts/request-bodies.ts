import type { IncomingMessage } from 'node:http';
import * as keptLimits from '../options/kept-limits.ts';
import { LiveQuota, systemClock, type GiveBack } from '../std/index.ts';
import { BodyTooSlow, BodyUnreadable } from '../web/body-errors.ts';
import { isLarge, type BodyReader, type LargeBody } from './node-exchange.ts';

/** Bytes that a value of JSON takes in memory beside its text: of 4 MB of `[],` become 50. */
const bytesOfValue = 32;

const nothing: GiveBack = () => undefined;

/**
 * Bodies of requests that run, until the work for them has ended: the arguments of a call stay in memory while its tool works or waits for a person.
 * Without a bound one address ends the process with a hundred calls of a slow tool.
 */
export class RunningBodies {
  readonly #quota = new LiveQuota(keptLimits.runningBodies, systemClock);
  /** Only requests whose end is reported here: others would count for ever. */
  readonly #givingBack = new WeakMap<IncomingMessage, GiveBack>();

  hasRoom(owner: string | undefined): boolean {
    return this.#quota.hasRoom(owner);
  }

  /** A request whose end will be told to this object. */
  expect(message: IncomingMessage): void {
    this.#givingBack.set(message, nothing);
  }

  count(message: IncomingMessage, owner: string | undefined, body: Buffer): void {
    if (this.#givingBack.has(message)) this.#givingBack.set(message, this.#quota.hold(owner, memoryOf(body)));
  }

  /** @returns true: there is more room than before */
  end(message: IncomingMessage): boolean {
    if (this.#quota.isEmpty) return false;
    const giveBack = this.#givingBack.get(message);
    giveBack?.();
    return giveBack !== undefined;
  }
}

const [comma, list, object] = [0x2c, 0x5b, 0x7b];

/** The text is there twice: as it came, and in the values that were read from it. */
function memoryOf(body: Buffer): number {
  let values = 0;
  for (const byte of body) if (byte === comma || byte === object || byte === list) values++;
  return 2 * body.length + values * bytesOfValue;
}

/** Bytes of a request whose body waits: Node reads that much ahead. */
const waitingBytes = 131_072;

/** Turns of the event loop between two large bodies. */
const turnsBetween = 8;

async function restForTurns(): Promise<void> {
  for (let turn = 0; turn < turnsBetween; turn++) await new Promise((resolve) => void setImmediate(resolve));
}

interface Waiting {
  readonly owner: string | undefined;
  readonly start: () => void;
}

/**
 * Large bodies are read a few of one address at a time, in the order in which they came. Without it a thousand connections that each send a
 * megabyte keep the process reading and parsing for seconds, while all other callers wait.
 */
export class BodyTurns implements BodyReader {
  readonly running = new RunningBodies();
  readonly #ownerOf: (message: IncomingMessage) => string | undefined;
  readonly #quota = new LiveQuota(keptLimits.bodies, systemClock);
  readonly #waiting = new Set<Waiting>();
  readonly #waitingQuota = new LiveQuota(keptLimits.waitingBodies, systemClock);
  /** Over when the next body may be handed over. */
  #rest = Promise.resolve();

  /** @param ownerOf the address whose share the body of a request uses */
  constructor(ownerOf: (message: IncomingMessage) => string | undefined) {
    this.#ownerOf = ownerOf;
  }

  /** Whether so many bodies of the address wait, or are in use, that no other may come. @param message one whose body is counted */
  isFull(message: IncomingMessage): boolean {
    if (isLarge(message)) return this.#waiting.size > 0 && !this.#waitingQuota.hasRoom(this.#ownerOf(message));
    return !this.running.hasRoom(this.#ownerOf(message));
  }

  count(message: IncomingMessage, owner: string | undefined, body: Buffer): void {
    this.running.count(message, owner, body);
  }

  /**
   * Reads a body, at once or when it is its turn.
   * @throws {BodyTooSlow} the turn did not come in time
   * @throws {BodyUnreadable} the connection ended meanwhile
   */
  read(body: LargeBody, read: () => Promise<Buffer>): Promise<Buffer> {
    return this.#hasRoom(body.owner) ? this.#start(body, read) : this.#wait(body, read);
  }

  /** The work of a request has ended: what its body took is free for those that wait. */
  end(message: IncomingMessage): void {
    if (this.running.end(message)) this.#startWaiting();
  }

  #hasRoom(owner: string | undefined): boolean {
    return this.#quota.hasRoom(owner) && this.running.hasRoom(owner);
  }

  #start({ bytes, owner }: LargeBody, read: () => Promise<Buffer>): Promise<Buffer> {
    const giveBack = this.#quota.hold(owner, bytes);
    return read()
      .then((body) => this.#handOver(body))
      .finally(() => {
        giveBack();
        this.#startWaiting();
      });
  }

  /** One after another: libuv accepts one connection per turn of its loop, so turns must be short or new callers are not let in. */
  #handOver(body: Buffer): Promise<Buffer> {
    const handedOver = this.#rest.then(() => body);
    this.#rest = handedOver.then(restForTurns);
    return handedOver;
  }

  #startWaiting(): void {
    for (const { owner, start } of this.#waiting) if (this.#hasRoom(owner)) start();
  }

  #wait(body: LargeBody, read: () => Promise<Buffer>): Promise<Buffer> {
    const { message, owner, timeoutMs } = body;
    return new Promise((resolve, reject) => {
      const fail = (failure: Error): void => {
        leave();
        // The host discards the rest of the body, within its bounds.
        message.resume();
        reject(failure);
      };
      const onClose = (): void => fail(new BodyUnreadable('the body ended early'));
      const text = `the server was reading other large bodies of this address for ${timeoutMs / 1000} s: send fewer at one time`;
      const timer = setTimeout(() => fail(new BodyTooSlow(text)), timeoutMs);
      const start = (): void => {
        leave();
        resolve(this.#start(body, read));
      };
      const waiting = { owner, start };
      const giveBack = this.#waitingQuota.hold(owner, waitingBytes);
      const leave = (): void => {
        clearTimeout(timer);
        giveBack();
        message.off('close', onClose);
        this.#waiting.delete(waiting);
      };
      message.once('close', onClose);
      this.#waiting.add(waiting);
    });
  }
}
