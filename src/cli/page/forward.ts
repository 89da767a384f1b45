import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { addressHeader } from './page-types.ts';

/** What a page may say to the server; its own cookies, its origin and its token stay here. */
const sent = /^(?:accept|content-type|authorization|last-event-id|mcp-.+)$/;
/** What it hears; cookies of a server would be cookies of everything on this machine. */
const heard = /^(?:content-type|www-authenticate|retry-after|mcp-.+)$/;

/**
 * Sends a request of the page to the server that it shows, and to no other: a page that a hostile server has got hold of must not reach
 * what else listens on this machine. Redirects are not followed.
 * @param named address of the server
 */
export function forward(incoming: IncomingMessage, response: ServerResponse, named: string | undefined): void {
  const given = incoming.headers[addressHeader];
  const address = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (named === undefined) return refuse(response, 503, 'No server is running');
  if (address?.origin !== new URL(named).origin) return refuse(response, 403, `Only ${new URL(named).origin} can be asked`);
  const send = address.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(address, { method: incoming.method, headers: pick(incoming.headers, sent) }, (answer) =>
    pass(answer, response, address.origin),
  );
  // The page hears of it as of any connection that failed.
  outgoing.once('error', (error) => fail(response, `${address.origin} does not answer as an HTTP server: ${error.message}`));
  // Nothing of ours speaks another protocol over the connection.
  outgoing.once('upgrade', (_answer, socket) => {
    socket.destroy();
    fail(response, `${address.origin} answers with another protocol than HTTP`);
  });
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function pass(answer: IncomingMessage, response: ServerResponse, origin: string): void {
  // Whatever comes after it was looked at, this connection is of no use.
  answer.once('error', () => response.destroy());
  const { headers, statusCode = 0 } = answer;
  try {
    // Node's parser takes every number of three digits; fetch takes these (Fetch, section 2.2.6).
    if (statusCode < 200 || statusCode > 599) throw new RangeError(`status ${statusCode}`);
    response.writeHead(statusCode, {
      ...pick(headers, heard),
      // Nothing that a server says is ever a page of this origin.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  } catch (error) {
    answer.destroy();
    return fail(response, `${origin} answers with what no HTTP server may: ${error instanceof Error ? error.message : ''}`);
  }
  response.flushHeaders();
  answer.pipe(response);
}

function fail(response: ServerResponse, why: string): void {
  if (response.headersSent) response.destroy();
  else refuse(response, 502, why);
}

const pick = (headers: IncomingHttpHeaders, wanted: RegExp): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => wanted.test(name)));

export function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }).end(`${why}\n`);
}
