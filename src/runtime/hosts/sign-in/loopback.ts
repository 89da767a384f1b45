import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashTextsEqual } from '../../std/index.ts';
import { readRedirect, type Expected } from './redirect.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { parseUrl } from './fetch-json.ts';

/** Milliseconds that a person may take. */
const patienceMs = 5 * 60_000;

/** A listener on 127.0.0.1 for the redirect of an authorization server. */
export interface Loopback {
  readonly redirectUri: string;
  /** The code of the first redirect with our state. @throws {SignInFailure} when the sign-in was refused, or took too long */
  code(signal: AbortSignal): Promise<string>;
  close(): void;
}

/** Listens on 127.0.0.1 (RFC 8252 section 7.3). @throws {SignInFailure} when no port of the range is free */
export async function openLoopback(expected: Expected, portRange: readonly number[] | undefined): Promise<Loopback> {
  const outcome = deferred<string>();
  // It may fail after the wait was given up: no unhandled rejection then.
  outcome.promise.catch(() => undefined);
  const server = createServer((request, response) => {
    // Any page can have a browser ask for `//[`, which is no address: it must not end the sign-in.
    const url = parseUrl(`http://127.0.0.1${request.url ?? '/'}`);
    const isOurs = url?.pathname === '/callback' && hashTextsEqual(url.searchParams.get('state') ?? '', expected.state);
    const reply = (status: number, text: string): void =>
      void response
        .writeHead(status, {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          connection: 'close',
        })
        .end(text);
    // Another page may send requests here: without our state they change nothing.
    if (!isOurs) return reply(404, 'Nothing here.');
    const read = readRedirect(url.searchParams, expected);
    if (read instanceof SignInFailure) outcome.reject(read);
    else outcome.resolve(read);
    return reply(200, read instanceof SignInFailure ? 'Not signed in. The terminal says why.' : 'Signed in. You can close this page.');
  });
  const port = await listen(server, portRange);
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    code: (signal) => waitFor(outcome.promise, signal),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function waitFor(code: Promise<string>, signal: AbortSignal): Promise<string> {
  const ended = deferred<never>();
  const stop = (): void => ended.reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
  const timer = setTimeout(() => ended.reject(new SignInFailure('No sign-in within five minutes', { advice: 'again' })), patienceMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([code, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function listen(server: Server, range: readonly number[] | undefined): Promise<number> {
  const [first = 0, last = first] = range ?? [];
  for (let port = first; port <= last; port++) if (await tryPort(server, port)) return (server.address() as AddressInfo).port;
  throw new SignInFailure(`No port from ${first} to ${last} is free`, { advice: 'portRange' });
}

const tryPort = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => resolve(true));
  });

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (failure: Error) => void;
}

function deferred<T>(): Deferred<T> {
  let settle: Pick<Deferred<T>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: (value) => settle?.resolve(value), reject: (failure) => settle?.reject(failure) };
}
