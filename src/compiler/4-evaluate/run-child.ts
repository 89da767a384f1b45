import { type ChildProcess, spawn } from 'node:child_process';

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

export interface StartedChild {
  readonly process: ChildProcess;
  /** How it ended; rejects when it never started. */
  readonly ended: Promise<string>;
}

/**
 * Starts Node while the program's text is being made. Whoever started it also kills it, whatever became of the text.
 * @param first modules that the program will need, loaded while it waits
 */
export function startChild(cwd: string, first: readonly string[] = []): StartedChild {
  const child = spawn(process.execPath, ['--no-warnings', ...first.flatMap((file) => ['--require', file]), '-'], {
    cwd,
    // A secret of the build machine must not end in a bundle, nor an answer depend on its environment.
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  // A child that ends early leaves its input unread; how it ended says more.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, by) => resolve(by ?? `exit code ${exitCode ?? 'unknown'}`));
  });
  // It may fail before anybody asks.
  ended.catch(() => undefined);
  return { process: child, ended };
}

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
