import { isHeaderValue } from '../options/header-values.ts';
import type { AnswerStream, HttpAnswer, HttpExchange } from '../web/exchange.ts';
import { requestOrigin } from '../web/request-origin.ts';
import type { HttpSettings } from './http-settings.ts';

/** The URL of the request; its headers name the origin only when no public address is pinned. */
export function urlOf(exchange: HttpExchange, { publicUrl, trustedProxies }: HttpSettings): string {
  const origin = publicUrl === undefined ? requestOrigin(exchange, trustedProxies) : new URL(publicUrl).origin;
  return `${origin}${exchange.path}${exchange.query === '' ? '' : `?${exchange.query}`}`;
}

export function headersOf(exchange: HttpExchange): Headers {
  const headers = new Headers();
  exchange.eachHeader((name, value) => headers.append(name, value));
  return headers;
}

/**
 * A `Response` as an answer.
 * @param source names its author in the error
 */
export function toAnswer(response: Response, source: string): HttpAnswer {
  const headers: Record<string, string | readonly string[]> = {};
  response.headers.forEach((value, name) => {
    // `Headers` takes control characters, and node ends the connection's answer with an exception.
    if (!isHeaderValue(value)) throw new Error(`${source}: the header ${name} holds characters that no header may hold`);
    // The host frames the answer; a wrong length of the author could truncate it or hang the client.
    if (name !== 'content-length' && name !== 'transfer-encoding' && name !== 'connection' && name !== 'set-cookie') headers[name] = value;
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const { body, status } = response;
  const answer = { status, headers, keepsHeaders: true } as const;
  return body === null ? answer : { ...answer, body: (stream) => void pump(body, stream) };
}

/** Streams a body to the client; a slow client pauses the source, a closed connection cancels it. */
async function pump(body: ReadableStream<Uint8Array>, stream: AnswerStream): Promise<void> {
  const reader = body.getReader();
  stream.onEnd(() => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || stream.ended) break;
      if (!stream.write(value)) await stream.whenDrained();
    }
  } catch {
    // The status has been sent already: ending the stream early is the only remaining signal.
  }
  stream.end();
}
