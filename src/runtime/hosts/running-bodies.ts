import type { IncomingMessage } from 'node:http';
import * as keptLimits from '../options/kept-limits.ts';
import { LiveQuota, systemClock } from '../std/index.ts';
import type { GiveBack } from '../std/index.ts';

/** Bytes. A shorter body is not counted: its connection costs as much. */
const minCountedBytes = 8_192;
/** Bytes that a value of JSON takes in memory beside its text: of 4 MB of `[],` become 50. */
const bytesOfValue = 32;

const nothing: GiveBack = () => undefined;

/**
 * Bodies of requests that run, until the work for them has ended: the arguments of a call stay in memory while its tool works or waits for a person.
 * Without a bound one address ends the process with a hundred calls of a slow tool.
 */
export class RunningBodies {
  readonly #quota = new LiveQuota(keptLimits.runningBodies, systemClock);
  /** Of the requests that will be ended here: others would be counted for ever. */
  readonly #givingBack = new WeakMap<IncomingMessage, GiveBack>();

  hasRoom(owner: string | undefined): boolean {
    return this.#quota.hasRoom(owner);
  }

  /** A request whose end will be told to this object. @returns false when its body is too short to be counted */
  expect(message: IncomingMessage): boolean {
    const counts = isCounted(message);
    if (counts) this.#givingBack.set(message, nothing);
    return counts;
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

/** Bytes of the body that a request announces; endless when it does not say how many. */
export const announcedBytes = ({ headers }: IncomingMessage): number =>
  'transfer-encoding' in headers ? Infinity : Number(headers['content-length'] ?? 0);

export const isCounted = (message: IncomingMessage): boolean => announcedBytes(message) >= minCountedBytes;

const [comma, list, object] = [0x2c, 0x5b, 0x7b];

/** The text is there twice: as it came, and in the values that were read from it. */
function memoryOf(body: Buffer): number {
  let values = 0;
  for (const byte of body) if (byte === comma || byte === object || byte === list) values++;
  return 2 * body.length + values * bytesOfValue;
}
