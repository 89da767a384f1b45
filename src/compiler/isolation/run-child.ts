import type { StartedChild } from './start-child.ts';

export interface ChildRequest {
  /** From {@link startChild}. */
  readonly child: StartedChild;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Called when the child has received the whole text: this process may do other work until the child reports. */
  readonly onTaken?: () => void;
}

export type ChildEnd =
  | { readonly kind: 'reported'; readonly text: string }
  /** `stack`: what was running; empty where nothing of JavaScript was. */
  | { readonly kind: 'timeout'; readonly stack: string }
  | { readonly kind: 'died'; readonly how: string };

/** Larger than the model of any server. Without a limit, a child that never stops reporting would fill our memory. */
const maxReportBytes = 128 * 1024 * 1024;

/** Time for Node to print the stack of what it was running. */
const interruptMs = 1000;
const maxStackChunks = 64;

/** Runs a program's text in a process of its own and returns what it writes to descriptor 3. */
export async function runChild(
  code: string,
  { child: { ended: end, process: child }, timeoutMs, signal, onTaken }: ChildRequest,
): Promise<ChildEnd> {
  signal?.throwIfAborted();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let timedOut = false;
  let ended = false;
  const kill = (): boolean => child.kill('SIGKILL');
  const late: { readonly stack: Buffer[]; killer?: NodeJS.Timeout } = { stack: [] };
  const interrupt = (): void => {
    if (ended) return;
    if (chunks.length > 0) {
      // This thread may have been too busy to read the report: the rest gets as much time once more. It has no end where a stranger writes it.
      late.killer = setTimeout(() => setImmediate(kill), timeoutMs);
      return;
    }
    timedOut = true;
    child.stderr?.on('data', (chunk: Buffer) => late.stack.length < maxStackChunks && late.stack.push(chunk));
    // Node answers with the stack of what it is running, and ends; a system call that blocks answers nothing.
    child.kill('SIGINT');
    late.killer = setTimeout(kill, interruptMs);
  };
  // This thread checks types meanwhile, so the timer may run late: a report that is already in the pipe counts as in time.
  const timer = setTimeout(() => setImmediate(interrupt), timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= maxReportBytes) chunks.push(chunk);
    else kill();
  });
  child.stdin?.end(code, onTaken);
  try {
    const how = await end;
    signal?.throwIfAborted();
    if (timedOut) return { kind: 'timeout', stack: Buffer.concat(late.stack).toString() };
    if (bytes > maxReportBytes) return { kind: 'died', how: `its report is larger than ${maxReportBytes} bytes` };
    const text = Buffer.concat(chunks).toString();
    return text === '' ? { kind: 'died', how } : { kind: 'reported', text };
  } finally {
    ended = true;
    clearTimeout(timer);
    clearTimeout(late.killer);
    signal?.removeEventListener('abort', kill);
  }
}
