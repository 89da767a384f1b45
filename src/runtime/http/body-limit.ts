import type { Awaitable } from '../std/index.ts';
import { BodyTooLarge } from '../web/body-errors.ts';
import type { HttpExchange } from '../web/exchange.ts';
import { answerTooLarge } from './answers.ts';
import type { HttpSettings } from './http-settings.ts';
import type { Route } from './router.ts';

type BodyLimits = Pick<HttpSettings, 'bodyLimit' | 'urlencodedLimit'>;

/** Bytes that a body of this kind may have (document 2, limits). */
export function bodyLimitOf(exchange: HttpExchange, { bodyLimit, urlencodedLimit }: BodyLimits): number {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(exchange.header('content-type') ?? '');
  return isForm ? urlencodedLimit : bodyLimit;
}

/** A route that reads with a limit of its own, under the server's: over that it is the 413 of every other path. */
export const withinLimits = (route: Route, limits: BodyLimits): Route => ({
  ...route,
  answer: async (exchange, caller) => {
    const most = bodyLimitOf(exchange, limits);
    let tooLong: number | undefined;
    const watched = (read: (limit: number) => Awaitable<string | Uint8Array>) => ({
      value: async (limit: number) => {
        try {
          return await read(Math.min(limit, most));
        } catch (failure) {
          if (failure instanceof BodyTooLarge && failure.length > most) tooLong = failure.length;
          throw failure;
        }
      },
    });
    Object.defineProperties(exchange, { text: watched(exchange.text.bind(exchange)), bytes: watched(exchange.bytes.bind(exchange)) });
    const answer = await route.answer(exchange, caller);
    return tooLong === undefined ? answer : answerTooLarge(most, tooLong);
  },
});
