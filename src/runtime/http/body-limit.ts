import type { Awaitable } from '../std/index.ts';
import { BodyTooLarge } from '../web/body-errors.ts';
import { DelegatedExchange } from '../web/delegated-exchange.ts';
import type { HttpExchange } from '../web/exchange.ts';
import { answerTooLarge } from './answers.ts';
import type { HttpSettings } from './http-settings.ts';
import type { Route } from './router.ts';

type BodyLimits = Pick<HttpSettings, 'bodyLimit' | 'urlencodedLimit'>;

/** Bytes that a body of this kind may have. */
export function bodyLimitOf(exchange: HttpExchange, { bodyLimit, urlencodedLimit }: BodyLimits): number {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(exchange.header('content-type') ?? '');
  return isForm ? urlencodedLimit : bodyLimit;
}

/** Puts the server's body limit around a route with its own limit: a body over it gets the same 413 as everywhere. */
export const withinLimits = (route: Route, limits: BodyLimits): Route => ({
  ...route,
  answer: async (exchange, caller) => {
    const limit = bodyLimitOf(exchange, limits);
    const watched = new WatchedExchange(exchange, limit);
    const answer = await route.answer(watched, caller);
    return watched.tooLong === undefined ? answer : answerTooLarge(limit, watched.tooLong);
  },
});

class WatchedExchange extends DelegatedExchange {
  /** Bytes of a body over the server's limit, once it was read. */
  tooLong: number | undefined;
  readonly #serverLimit: number;

  constructor(received: HttpExchange, serverLimit: number) {
    super(received);
    this.#serverLimit = serverLimit;
  }

  override text(limit: number): Promise<string> {
    return this.#watch(limit, (allowed) => super.text(allowed));
  }
  override bytes(limit: number): Promise<Uint8Array> {
    return this.#watch(limit, (allowed) => super.bytes(allowed));
  }

  async #watch<Body>(limit: number, read: (limit: number) => Awaitable<Body>): Promise<Body> {
    try {
      return await read(Math.min(limit, this.#serverLimit));
    } catch (failure) {
      if (failure instanceof BodyTooLarge && failure.length > this.#serverLimit) this.tooLong = failure.length;
      throw failure;
    }
  }
}
