import { andThen } from '../../std/index.ts';
import type { HttpAnswer, HttpHandler } from '../../web/exchange.ts';

/**
 * No answer of the paths is kept by anybody, refusals by whatever stands before them included (RFC 6749 section 5.1). Around everything,
 * so that no other header replaces it.
 */
export function keepNothingOf(paths: Iterable<string>): (inner: HttpHandler) => HttpHandler {
  const unkept = new Set(paths);
  return (inner) => (exchange) => (unkept.has(exchange.path) ? andThen(inner(exchange), withoutKeeping) : inner(exchange));
}

const withoutKeeping = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'cache-control': 'no-store', pragma: 'no-cache' },
});
