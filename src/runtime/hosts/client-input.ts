import type { Readable, Writable } from 'node:stream';

export interface ClientInputOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly read: (chunk: Buffer) => void;
  readonly limits?: typeof standardLimits;
}

const standardLimits = {
  /** Milliseconds between two looks for the end of stdin, while the client is behind. */
  look: 1_000,
  /** Milliseconds in which a client that closed stdin must read some of its answers. */
  stall: 10_000,
  /** Bytes read ahead of a client that is behind; more stays in the pipe. */
  ahead: 8 * 1024 * 1024,
};

/**
 * What a client writes to stdin. A client that does not read its answers is not served further until it does, so that answers cannot pile
 * up. Its input is still read, one chunk after another: the end of stdin lies behind what the pipe holds, and without seeing it a process
 * whose client closed stdin and reads nothing would stay forever.
 */
export class ClientInput {
  readonly #options: ClientInputOptions;
  readonly #limits: typeof standardLimits;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isBehind = false;
  #timer: NodeJS.Timeout | undefined;
  #finish: () => void = () => undefined;
  #hasEnded = false;
  /** Settles when stdin ended and all of it was read, or the client reads nothing more. */
  readonly finished: Promise<void>;

  constructor(options: ClientInputOptions) {
    this.#options = options;
    this.#limits = options.limits ?? standardLimits;
    this.finished = new Promise((resolve) => (this.#finish = resolve));
    const ended = (): void => this.#end();
    options.stdin.on('data', (chunk: Buffer) => this.#take(chunk));
    options.stdin.once('end', ended).once('close', ended).once('error', ended);
  }

  /** An answer is waiting for the client to read. */
  pauseUntilDrained(): void {
    if (this.#isBehind) return;
    const { stdin, stdout } = this.#options;
    this.#isBehind = true;
    stdin.pause();
    stdout.once('drain', () => this.#goOn());
    this.#wait();
  }

  #take(chunk: Buffer): void {
    if (!this.#isBehind) return this.#options.read(chunk);
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#options.stdin.pause();
    this.#wait();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#isBehind) this.#wait();
    else this.#finish();
  }

  #goOn(): void {
    clearTimeout(this.#timer);
    this.#isBehind = false;
    for (let chunk = this.#waiting.shift(); chunk !== undefined; chunk = this.#waiting.shift()) {
      this.#waitingBytes -= chunk.length;
      this.#options.read(chunk);
      if (this.#fellBehind()) return;
    }
    if (this.#hasEnded) this.#finish();
    else this.#options.stdin.resume();
  }

  /** Reading a chunk may make an answer that the client does not take. */
  #fellBehind(): boolean {
    return this.#isBehind;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const { ahead, look, stall } = this.#limits;
    if (this.#hasEnded) this.#timer = setTimeout(this.#finish, stall);
    else if (this.#waitingBytes < ahead) this.#timer = setTimeout(() => this.#options.stdin.resume(), look);
  }
}
