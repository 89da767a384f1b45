import type { Awaitable } from '../../std/index.ts';
import type { HttpAnswer, HttpHandler } from '../../web/exchange.ts';

/**
 * Answers of the paths are never cached, refusals by earlier checks included (RFC 6749 section 5.1). Around everything,
 * so that no other header replaces it.
 */
export function keepNothingOf(paths: Iterable<string>): (inner: HttpHandler) => HttpHandler {
  const unkept = new Set(paths);
  return (inner) => (exchange) => (unkept.has(exchange.path) ? withoutKeeping(inner(exchange)) : inner(exchange));
}

async function withoutKeeping(answering: Awaitable<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await answering;
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store', pragma: 'no-cache' } };
}
