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
  const outgoing = send(address, { method: incoming.method, headers: pick(incoming.headers, sent) }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, {
      ...pick(answer.headers, heard),
      // Nothing that a server says is ever a page of this origin.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    response.flushHeaders();
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  // The page hears of it as of any connection that failed.
  outgoing.once('error', () => (response.headersSent ? response.destroy() : refuse(response, 502, `${address.origin} does not answer`)));
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

const pick = (headers: IncomingHttpHeaders, wanted: RegExp): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => wanted.test(name)));

export function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }).end(`${why}\n`);
}
