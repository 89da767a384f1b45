import type { StartedChild } from './start-child.ts';

export interface ChildRequest {
  /** From {@link startChild}. */
  readonly child: StartedChild;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Called when the process has the whole text: it needs this one no more until it reports. */
  readonly onTaken?: () => void;
}

export type ChildEnd =
  | { readonly kind: 'reported'; readonly text: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'died'; readonly how: string };

/** Runs a program's text in a process of its own and returns what it writes to descriptor 3. */
export async function runChild(
  code: string,
  { child: { ended: end, process: child }, timeoutMs, signal, onTaken }: ChildRequest,
): Promise<ChildEnd> {
  signal?.throwIfAborted();
  const chunks: Buffer[] = [];
  let timedOut = false;
  let ended = false;
  const kill = (): boolean => child.kill('SIGKILL');
  // Types are checked in this thread meanwhile: a report that lies ready in the pipe was in time, however late the timer runs.
  const timer = setTimeout(() => setImmediate(() => void (ended || chunks.length > 0 || (timedOut = kill()))), timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.stdio[3]?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin?.end(code, onTaken);
  try {
    const how = await end;
    signal?.throwIfAborted();
    if (timedOut) return { kind: 'timeout' };
    const text = Buffer.concat(chunks).toString();
    return text === '' ? { kind: 'died', how } : { kind: 'reported', text };
  } finally {
    ended = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}
