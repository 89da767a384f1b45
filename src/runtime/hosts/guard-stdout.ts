import { guardDescriptor, textOfChunk } from './guard-descriptor.ts';

/** The protocol's way out, once everything else has been turned away from stdout. */
export interface GuardedStdout {
  /** False: the client is behind. */
  write(text: string): boolean;
  /** Closes stdout; settles when its last byte is with the client. */
  end(): Promise<void>;
  /** Destination of stray output; stderr by default. */
  divertTo(divert: (text: string) => void): void;
}

const guards = new WeakMap<object, GuardedStdout>();

/**
 * Keeps stdout for the protocol: whatever user code prints goes elsewhere, and only the returned writer reaches the client. One stray
 * `console.log` in the middle of a message would end the connection. Called again it returns the same writer: a process has one stdout.
 */
export function guardStdout(): GuardedStdout {
  const { stdout } = process;
  const known = guards.get(stdout);
  if (known !== undefined) return known;
  let divert = (text: string): void => void process.stderr.write(text);
  const say = (text: string): void => divert(text);
  const write = stdout.write.bind(stdout);
  const end = stdout.end.bind(stdout);
  const strayWrite = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    say(textOfChunk(chunk));
    callLater(encoding, done);
    return true;
  };
  // A stray `end` would close the connection: it says what it was given and closes nothing.
  const strayEnd = (chunk?: unknown, encoding?: unknown, done?: unknown): typeof stdout => {
    say(textOfChunk(chunk));
    callLater(chunk, encoding, done);
    return stdout;
  };
  Object.assign(stdout, { write: strayWrite, end: strayEnd });
  guardDescriptor(say);
  const guard: GuardedStdout = {
    write: (text) => write(text),
    end: () =>
      new Promise((resolve) => {
        if (stdout.destroyed) resolve();
        else stdout.once('error', () => resolve()).once('close', () => resolve());
        end(() => resolve());
      }),
    divertTo: (other) => void (divert = other),
  };
  guards.set(stdout, guard);
  return guard;
}

function callLater(...candidates: readonly unknown[]): void {
  const done = candidates.find((candidate) => typeof candidate === 'function');
  if (typeof done === 'function') process.nextTick(() => void Reflect.apply(done, undefined, []));
}
