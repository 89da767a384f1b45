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

/** The messages of a client on stdin. */
export interface ClientInput {
  /** Settles when stdin ended and all of it was read, or the client reads nothing more. */
  readonly finished: Promise<void>;
  /** Holds messages back until the client reads the answer that waits for it. */
  readonly pauseUntilDrained: () => void;
}

/**
 * Reads stdin. A client that does not read its answers is not served further until it does, so that answers cannot pile up. Its input is
 * still read, one chunk after another: the end of stdin lies behind what the pipe holds, and without seeing it a process whose client
 * closed stdin and reads nothing would stay forever.
 */
export function readClientInput({ stdin, stdout, read, limits = standardLimits }: ClientInputOptions): ClientInput {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isBehind = false;
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));

  const wait = (): void => {
    clearTimeout(timer);
    if (hasEnded) timer = setTimeout(finish, limits.stall);
    else if (waitingBytes < limits.ahead) timer = setTimeout(() => stdin.resume(), limits.look);
  };
  const goOn = (): void => {
    clearTimeout(timer);
    isBehind = false;
    // Reading a chunk may make an answer that the client does not take.
    while (!isBehind) {
      const chunk = waiting.shift();
      if (chunk === undefined) break;
      waitingBytes -= chunk.length;
      read(chunk);
    }
    if (isBehind) return;
    if (hasEnded) finish();
    else stdin.resume();
  };
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    if (isBehind) wait();
    else finish();
  };

  stdin.on('data', (chunk: Buffer) => {
    if (!isBehind) return read(chunk);
    waiting.push(chunk);
    waitingBytes += chunk.length;
    stdin.pause();
    wait();
  });
  stdin.once('end', end).once('close', end).once('error', end);
  return {
    finished,
    pauseUntilDrained: () => {
      if (isBehind) return;
      isBehind = true;
      stdin.pause();
      stdout.once('drain', goOn);
      wait();
    },
  };
}
