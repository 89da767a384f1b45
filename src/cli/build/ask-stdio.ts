import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { answerLimitMs, firstMessage, lastWords, startEnvironment, type StartAnswer, type Started } from './start-message.ts';

/** How long a server that has answered may take to end by itself. */
const endLimitMs = 2000;

/** Starts a server as clients on a machine of one person do, and asks it one question. */
export async function askStdio(started: Started): Promise<StartAnswer> {
  const { scratch, script, signal } = started;
  const begun = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: scratch,
    env: { ...startEnvironment(started), SERVICE_STDIO: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  // A process that ends at once closes the pipe while it is written to.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  const stop = (): boolean => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  const limit = setTimeout(stop, answerLimitMs);
  try {
    child.stdin.write(`${JSON.stringify(firstMessage)}\n`);
    for await (const line of createInterface({ input: child.stdout })) {
      if (!isAnswer(line)) continue;
      const milliseconds = performance.now() - begun;
      clearTimeout(limit);
      const killed = setTimeout(stop, endLimitMs);
      child.stdin.end();
      await closed;
      clearTimeout(killed);
      return { kind: 'answered', milliseconds };
    }
    await closed;
    signal?.throwIfAborted();
    if (performance.now() - begun >= answerLimitMs) return { kind: 'silent' };
    return {
      kind: 'ended',
      said: lastWords(Buffer.concat(said).toString(), `it ended with exit code ${child.exitCode ?? child.signalCode}`),
    };
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/** Refusals are answers too: the server runs. */
function isAnswer(line: string): boolean {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null && 'id' in message && message.id === firstMessage.id;
  } catch {
    return false;
  }
}
