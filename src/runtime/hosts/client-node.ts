import { spawn, type ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import type { Channel, ChannelListener, OpenChannel } from '../client/channel-connection.ts';
import { InvalidClientOption } from '../client/errors.ts';
import { LineReader } from './line-reader.ts';

export type { Credentials } from './sign-in/credentials.ts';
export { SignInFailure } from './sign-in/sign-in-failure.ts';
export { continueSignIn, signIn, type SignedIn, type SignInOptions } from './sign-in/signed-in.ts';

/** Options of {@link stdio}. */
export interface StdioOptions {
  /**
   * Folder in which the process starts.
   * @default the folder of this process
   */
  readonly cwd?: string;
  /**
   * Variables of the process, in place of those of this one.
   * @default the variables of this process
   */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Hears what the process writes to standard error, in pieces.
   * @default it goes to standard error of this process
   */
  readonly onStderr?: (text: string) => void;
  /**
   * Milliseconds that the process gets to end after its input ended, and again after SIGTERM.
   * @default 2000
   */
  readonly endMs?: number;
}

/** Bytes of one message: a line without an end must not fill the memory. */
const maxLineBytes = 256 * 1024 * 1024;

/**
 * A server that is a process of its own and speaks MCP on standard input and output. `connect` starts it, `close` ends it.
 * @param command program, found as the shell would; no shell reads it
 * @param args its arguments
 * @throws {InvalidClientOption} for an empty command; what cannot be started fails `connect` with `ConnectionFailure`
 * @example
 * import { connect } from '@service/sdk/client';
 * import { stdio } from '@service/sdk/client/node';
 * const client = await connect(stdio('node', ['dist/node/server.js', '--stdio']));
 * console.log(await client.callTool('add', { a: 1, b: 2 }));
 * await client.close();
 */
export function stdio(command: string, args: readonly string[] = [], options: StdioOptions = {}): OpenChannel {
  if (command === '') throw new InvalidClientOption('stdio() needs the command of a server');
  return (listener) => openProcess({ command, args, options }, listener);
}

/**
 * A `fetch` that reaches servers on a Unix socket, whatever host the address names.
 * @param path of the socket
 * @throws {InvalidClientOption} for an empty path
 * @example
 * import { connect } from '@service/sdk/client';
 * import { unixSocket } from '@service/sdk/client/node';
 * const client = await connect('http://localhost/mcp', { fetch: unixSocket('/run/weather.sock') });
 */
export function unixSocket(path: string): typeof globalThis.fetch {
  if (path === '') throw new InvalidClientOption('unixSocket() needs the path of a socket');
  return async (input, init) => {
    const asked = new Request(input, init);
    const { pathname, search } = new URL(asked.url);
    const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer());
    const { method, signal } = asked;
    const headers = { host: new URL(asked.url).host, ...Object.fromEntries(asked.headers) };
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath: path, path: `${pathname}${search}`, method, headers, signal }, (answer) => {
        const { statusCode = 0, statusMessage = '' } = answer;
        const isRedirect = statusCode >= 300 && statusCode < 400;
        const hasBody = statusCode !== 204 && !isRedirect;
        if (!hasBody) answer.resume();
        // Redirects lead to hosts, not to sockets.
        if (isRedirect) return reject(new TypeError('fetch failed', { cause: new Error('unexpected redirect') }));
        const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const stream = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null;
        return resolve(new Response(stream, { status: statusCode, statusText: statusMessage, headers }));
      });
      sent.on('error', (failure) => reject(new TypeError('fetch failed', { cause: failure })));
      sent.end(body);
    });
  };
}

interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: StdioOptions;
}

function openProcess({ args, command, options }: Started, { end, message }: ChannelListener): Channel {
  const { cwd, endMs = 2000, env, onStderr } = options;
  const child = spawn(command, args, {
    cwd,
    env: env && { ...env },
    stdio: ['pipe', 'pipe', onStderr === undefined ? 'inherit' : 'pipe'],
    windowsHide: true,
  });
  const lines = new LineReader(maxLineBytes, { line: message, bad: (problem) => end(`The server sent what is no message: ${problem}`) });
  const gone = new Promise<void>((resolve) => {
    child.once('error', (failure: NodeJS.ErrnoException) => {
      end(`${command} cannot be started: ${failure.code ?? failure.message}`);
      resolve();
    });
    child.once('close', (code, signal) => {
      lines.end();
      end(`The server ended with ${code === null ? (signal ?? 'a signal') : `exit code ${code}`}`);
      resolve();
    });
  });
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onStderr?.(text));
  // The process may end between two messages; its end is told above.
  child.stdin?.on('error', () => undefined);
  return {
    send: (text) => void child.stdin?.write(`${text}\n`),
    close: () => endProcess(child, gone, endMs),
  };
}

/** Ends its input, then asks it to end, then ends it. */
async function endProcess(child: ChildProcess, gone: Promise<void>, endMs: number): Promise<void> {
  child.stdin?.end();
  const timers = [setTimeout(() => child.kill('SIGTERM'), endMs), setTimeout(() => child.kill('SIGKILL'), 2 * endMs)];
  await gone;
  timers.forEach(clearTimeout);
}
