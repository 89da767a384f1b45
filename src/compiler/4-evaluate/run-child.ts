import { spawn } from 'node:child_process';

export interface ChildRequest {
  readonly cwd: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export type ChildEnd =
  | { readonly kind: 'reported'; readonly text: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'died'; readonly how: string };

/** Runs a program's text in a process of its own and returns what it writes to descriptor 3. */
export async function runChild(code: string, { cwd, timeoutMs, signal }: ChildRequest): Promise<ChildEnd> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, ['--no-warnings', '-'], {
    cwd,
    // A secret of the build machine must not end in a bundle, nor an answer depend on its environment.
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const chunks: Buffer[] = [];
  let timedOut = false;
  let ended = false;
  const kill = (): boolean => child.kill('SIGKILL');
  // Types are checked in this thread meanwhile: a report that lies ready in the pipe was in time, however late the timer runs.
  const timer = setTimeout(() => setImmediate(() => void (ended || chunks.length > 0 || (timedOut = kill()))), timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.stdio[3]?.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A child that ends early leaves its input unread; how it ended says more.
  child.stdin?.on('error', () => undefined).end(code);
  try {
    const how = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, by) => resolve(by ?? `exit code ${exitCode ?? 'unknown'}`));
    });
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
