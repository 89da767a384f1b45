import type { AuthContext } from '../define/auth-context.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';

/** Longest delay that timers take. */
const longestMs = 2 ** 31 - 1;

/**
 * A stream ends with the token that opened it: otherwise a locked-out caller would keep receiving events for as long as the
 * connection holds.
 */
export function untilExpiry(answer: HttpAnswer, { expiresAt }: AuthContext, exchange: HttpExchange): HttpAnswer {
  const { body } = answer;
  if (expiresAt === undefined || typeof body !== 'function') return answer;
  return {
    ...answer,
    body: (stream) => {
      const timer = setTimeout(
        () => {
          // The call behind the stream hears of it as if its client had gone.
          exchange.abort?.();
          stream.end();
        },
        Math.min(Math.max(0, expiresAt - Date.now()), longestMs),
      );
      stream.onEnd(() => clearTimeout(timer));
      body(stream);
    },
  };
}
