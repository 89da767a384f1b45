import { anonymousCaller } from '../define/create-auth-context.ts';
import type { Application } from '../features/application/compose.ts';
import * as rpcCodes from '../mcp/rpc-codes.ts';
import { StreamConnection } from '../mcp/stream-connection.ts';
import { readClientInput } from './client-input.ts';
import { endApplication } from './end-application.ts';
import type { GuardedStdout } from './guard-stdout.ts';
import { LineReader } from './line-reader.ts';

/** Milliseconds. */
const limits = {
  /** For calls that still run when the client closes stdin or asks the process to end. */
  finish: 2_000,
  /** For features, providers and stores. */
  end: 10_000,
  /** Between two looks at whether the parent lives: it may die while another process holds the pipe open. */
  parentCheck: 1_000,
};
/** Bytes waiting for a client that does not read; beyond it notifications are dropped. */
const maxWaiting = 1024 * 1024;

export interface StdioOptions {
  readonly application: Application;
  /** The way to the client; everything else has been diverted from stdout before user code was loaded. */
  readonly out: GuardedStdout;
}

/** Serves one client over stdin and stdout until it goes away. Settles when the process may exit. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { application, out } = options;
  const { stdin, stdout } = process;
  const answer = (text: string): void => {
    if (!out.write(`${text}\n`)) input.pauseUntilDrained();
  };
  const connection = new StreamConnection({
    server: application.mcp,
    handshakeProtocol: application.handshakeProtocol,
    auth: anonymousCaller,
    answer,
    sink: { send: (text) => stdout.writableLength < maxWaiting && (out.write(`${text}\n`), true) },
  });
  const reader = new LineReader(application.http.bodyLimit, {
    line: (text) => connection.receive(text),
    bad: (problem) => connection.refuse(rpcCodes.parseError, `Parse error: ${problem}`),
  });
  const input = readClientInput({ stdin, stdout, read: (chunk) => reader.push(chunk) });
  await Promise.race([input.finished, clientGone()]);
  reader.end();
  stdin.destroy();
  application.drain();
  await within(limits.finish, connection.idle());
  connection.close('the client went away');
  await endApplication(application, limits.end);
  await within(limits.finish, out.end());
}

/** A broken stdout, a signal, or the parent's death. */
function clientGone(): Promise<void> {
  const { stdout } = process;
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid !== parent) gone();
    }, limits.parentCheck);
    timer.unref();
    const gone = (): void => {
      clearInterval(timer);
      resolve();
    };
    stdout.once('error', gone);
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, gone);
  });
}

function within(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
