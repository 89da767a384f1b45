import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The protocol's way out, once everything else has been turned away from stdout. */
export interface GuardedStdout {
  /** False: the client is behind. */
  write(text: string): boolean;
  /** Where strays go; stderr until somebody says otherwise. */
  divertTo(divert: (text: string) => void): void;
}

type Divert = (text: string) => void;

const guards = new WeakMap<object, GuardedStdout>();

/**
 * Keeps stdout for the protocol: whatever user code prints goes elsewhere, and only the returned writer reaches the client. One stray
 * `console.log` in the middle of a message would end the connection. Called again it returns the same writer: a process has one stdout.
 */
export function guardStdout(): GuardedStdout {
  const { stdout } = process;
  const known = guards.get(stdout);
  if (known !== undefined) return known;
  let divert: Divert = (text) => void process.stderr.write(text);
  const write = stdout.write.bind(stdout);
  const say: Divert = (text) => divert(text);
  stdout.write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    say(textOfChunk(chunk));
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') process.nextTick(() => void Reflect.apply(callback, undefined, []));
    return true;
  };
  guardWriteSync(stdout.fd, say);
  const guard: GuardedStdout = { write: (text) => write(text), divertTo: (other) => void (divert = other) };
  guards.set(stdout, guard);
  return guard;
}

/** `fs.writeSync(1, …)` goes around the stream. Child processes that inherit stdout cannot be held back from here. */
function guardWriteSync(descriptor: number, say: Divert): void {
  const { writeSync } = fs;
  const guarded = (...args: Parameters<typeof writeSync>): number => {
    if (args[0] !== descriptor) return Reflect.apply(writeSync, fs, args);
    const text = textOfChunk(args[1]);
    say(text);
    return Buffer.byteLength(text);
  };
  Object.assign(fs, { writeSync: guarded });
  syncBuiltinESMExports();
}

function textOfChunk(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk;
  if (!ArrayBuffer.isView(chunk)) return '';
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
}
