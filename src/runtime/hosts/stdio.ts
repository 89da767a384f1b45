import { PassThrough } from 'node:stream';
import { anonymousCaller } from '../define/create-auth-context.ts';
import type { Application } from '../features/application/compose.ts';
import * as rpcCodes from '../mcp/rpc-codes.ts';
import { StreamConnection } from '../mcp/stream-connection.ts';
import { endApplication } from './end-application.ts';
import type { GuardedStdout } from './guard-stdout.ts';
import { LineReader } from './line-reader.ts';

/** Milliseconds. */
const limits = {
  /** For calls that still run when the client closes stdin or asks the process to end. */
  finish: 2_000,
  /** For features, providers and stores. */
  end: 10_000,
  /** In which a client that closed stdin must read some of its answers. */
  stall: 10_000,
  /** Between two looks at whether the parent lives: it may die while another process holds the pipe open. */
  parentCheck: 1_000,
};
/** Bytes waiting for a client that does not read; beyond it notifications are dropped. */
const maxWaiting = 1024 * 1024;

/** Chunks read ahead of such a client, of at most 64 KiB each. */
const maxAhead = 128;

export interface StdioOptions {
  readonly application: Application;
  /** The way to the client; everything else has been diverted from stdout before user code was loaded. */
  readonly out: GuardedStdout;
}

/** Serves one client over stdin and stdout until it goes away. Settles when the process may exit. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { application, out } = options;
  const { stdin, stdout } = process;
  const connection = new StreamConnection({
    server: application.mcp,
    handshakeProtocol: application.handshakeProtocol,
    auth: anonymousCaller,
    answer: (text) => void out.write(`${text}\n`),
    sink: { send: (text) => stdout.writableLength < maxWaiting && (out.write(`${text}\n`), true) },
  });
  const reader = new LineReader(application.http.bodyLimit, {
    line: (text) => connection.receive(text),
    bad: (problem) => connection.refuse(rpcCodes.parseError, `Parse error: ${problem}`),
  });
  await Promise.race([readStdin((chunk) => reader.push(chunk)), clientGone()]);
  reader.end();
  stdin.destroy();
  application.drain();
  await within(limits.finish, connection.idle());
  connection.close('the client went away');
  await endApplication(application, limits.end);
  await within(limits.finish, out.end());
}

/**
 * Hands on what the client writes, a chunk at a time. A client that does not read its answers is not served further until it does, so that
 * they cannot pile up. It is read ahead, since the end of stdin is behind what it wrote. Settles at that end, or when it reads nothing more.
 */
async function readStdin(take: (chunk: Buffer) => void): Promise<void> {
  const { stdin, stdout } = process;
  const chunks: AsyncIterable<Buffer> = stdin.pipe(new PassThrough({ objectMode: true, highWaterMark: maxAhead }));
  for await (const chunk of chunks) {
    take(chunk);
    // The answers to it are written before the next is taken.
    await new Promise(setImmediate);
    if (stdout.writableNeedDrain && !(await drained())) return;
  }
}

/** False: the client closed stdin and reads nothing. */
function drained(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.stdin.readableEnded) resolve(false);
    }, limits.stall);
    process.stdout.once('drain', () => {
      clearInterval(timer);
      resolve(true);
    });
  });
}

/** A broken pipe, a signal, or the parent's death. */
function clientGone(): Promise<void> {
  const { stdin, stdout } = process;
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
    stdin.once('error', gone).once('close', () => {
      if (!stdin.readableEnded) gone();
    });
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
